import { onEachDatabase, openTestDatabase } from '../../testing/databases';
import { LongClickIds1700000000011 } from '.';

const ROW = {
  id: 'r1',
  product_id: 1,
  conversion_id: 1,
  event_id: 'e1',
  cv_time: 1,
  day: 20260101,
  ad_id: 1,
  result_type: 1,
  interaction_id: 'i1',
  interaction_number: 1,
  device: 1,
  xclid: 'kept'.repeat(63),
};
const REST = {
  approval_status: 0,
  approval_amount_result: 0,
  approval_args_result: 0,
  exclude_duplicate_ips_result: 0,
  exclude_duplicate_args_result: 0,
  cv_cost_sen: 0,
  change_id: 'c',
  created_at: 1,
  updated_at: 1,
};

onEachDatabase((dialect) => {
  it('widens click ids and keeps stored values', async () => {
    const test = await openTestDatabase(dialect);
    try {
      const row = { ...ROW, ...REST };
      const insert = `INSERT INTO result (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
        .map(() => '?')
        .join(', ')})`;
      await test.db.write(async (tx) => {
        await tx.execute(insert, Object.values(row));
        // The migration already ran on this database; a second run treats existing rows the same way.
        await new LongClickIds1700000000011().up(tx.manager.queryRunner!);
        await tx.execute(
          insert,
          Object.values({ ...row, id: 'r2', conversion_id: 2, xclid: 'a8'.repeat(512) }),
        );
      });
      const rows = await test.db.read<{ xclid: string }>('SELECT xclid FROM result ORDER BY id');
      expect(rows.map(({ xclid }) => xclid)).toEqual([ROW.xclid, 'a8'.repeat(512)]);
    } finally {
      await test.drop();
    }
  });
});
