import { onEachDatabase, openTestDatabase } from '../../testing/databases';
import { ErasureSubjects1700000000026 } from '.';

onEachDatabase((dialect) => {
  it('converts erasures in progress', async () => {
    const test = await openTestDatabase(dialect);
    try {
      const work = {
        visitors: ['v1', 'v2'],
        users: ['はな'],
        secret: 's',
        conversion: 7,
        refused: null,
        audit: { id: 3 },
      };
      await test.db.write(async (tx) => {
        const insert = `INSERT INTO erasure (id, number, company_id, product_id, subject_kind, subject_digest, requested_at, user_name, counts, work) VALUES (?, ?, 1, 1, 'user', 'd', 1, '', '{}', ?)`;
        await tx.execute(insert, [1, 'under way', JSON.stringify(work)]);
        await tx.execute(insert, [2, 'done', null]);
      });
      await test.db.write(async ({ manager }) => {
        await manager.queryRunner!.dropTable('erasure_subject');
        await new ErasureSubjects1700000000026().up(manager.queryRunner!);
      });
      expect(await test.db.read('SELECT * FROM erasure_subject ORDER BY kind, person_id')).toEqual([
        { erasure_id: 1, kind: 'user', person_id: 'はな' },
        { erasure_id: 1, kind: 'visitor', person_id: 'v1' },
        { erasure_id: 1, kind: 'visitor', person_id: 'v2' },
      ]);
      const rows = await test.db.read<{ work: string | null }>('SELECT work FROM erasure ORDER BY id');
      expect(rows.map(({ work: stored }) => stored && JSON.parse(stored))).toEqual([
        { secret: 's', conversion: 7, refused: null, audit: { id: 3 } },
        null,
      ]);
    } finally {
      await test.drop();
    }
  });
});
