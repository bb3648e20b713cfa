import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { int, varchar } from '../0001-initial/columns';

const SUBJECT = new Table({
  name: 'erasure_subject',
  columns: [
    int('erasure_id', { isPrimary: true }),
    varchar('kind', 16, { isPrimary: true }),
    varchar('person_id', 255, { isPrimary: true }),
  ],
});

interface Work {
  readonly visitors: readonly string[];
  readonly users: readonly string[];
}

/**
 * Stores the subjects of an erasure in progress as rows: as JSON in one column, thousands of ids didn't fit
 * on MariaDB.
 */
export class ErasureSubjects1700000000026 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(SUBJECT);
    const open: { id: number; work: string }[] = await runner.query(
      'SELECT id, work FROM erasure WHERE work IS NOT NULL',
    );
    for (const { id, work } of open) {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- written by the version before
      const { visitors, users, ...progress } = JSON.parse(work) as Work;
      for (const [kind, ids] of [
        ['visitor', visitors],
        ['user', users],
      ] as const) {
        for (const personId of ids)
          await runner.query('INSERT INTO erasure_subject (erasure_id, kind, person_id) VALUES (?, ?, ?)', [
            id,
            kind,
            personId,
          ]);
      }
      await runner.query('UPDATE erasure SET work = ? WHERE id = ?', [JSON.stringify(progress), id]);
    }
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
