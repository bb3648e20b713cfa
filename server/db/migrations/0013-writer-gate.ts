import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { int, KEY } from './tables';

/** Background work of 0.2.0. Its leases are named `journeys:1`, with the id of the product. */
const FORMER_JOBS = [
  'journeys',
  'results',
  'rollups',
  'approvals',
  'retention',
  'erasure',
  'reports',
  'alerts',
];
/** An expiry that never comes. */
const NEVER = Number.MAX_SAFE_INTEGER;
const ROWS_AT_ONCE = 500;

/**
 * Takes the leases of 0.2.0 for good: its workers know of no gate, and would compute journeys and reports without
 * the new columns. On MariaDB and MySQL they get no lease of a later product either. Can be repeated.
 */
export async function stopFormerWorkers(runner: QueryRunner): Promise<void> {
  const products: { id: number }[] = await runner.query('SELECT id FROM product');
  const names = products.flatMap(({ id }) => FORMER_JOBS.map((job) => `${job}:${id}`));
  for (let start = 0; start < names.length; start += ROWS_AT_ONCE) {
    const some = names.slice(start, start + ROWS_AT_ONCE);
    await runner.query(
      `REPLACE INTO lease (name, owner, expires_at) VALUES ${some.map(() => `(?, 'stopped', ${NEVER})`).join(', ')}`,
      some,
    );
  }
  if (runner.connection.options.type === 'better-sqlite3') return;
  const known: unknown[] = await runner.query(
    "SELECT 1 FROM information_schema.table_constraints WHERE table_schema = DATABASE() AND constraint_name = 'ck_lease_former'",
  );
  if (known.length > 0) return;
  const others = FORMER_JOBS.map((job) => `name NOT LIKE '${job}:%'`).join(' AND ');
  await runner.query(
    `ALTER TABLE lease ADD CONSTRAINT ck_lease_former CHECK (expires_at = ${NEVER} OR (${others}))`,
  );
}

/** Adds the lowest version that may write, and the version that stored a visitor's mark. */
export class WriterGate1700000120013 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await stopFormerWorkers(runner);
    await addColumns(runner, 'stale_visitor', { writer: 'integer NOT NULL DEFAULT 0' });
    await runner.createTable(
      new Table({ name: 'writer_gate', columns: [int('id', KEY), int('lowest')] }),
      true,
    );
    await runner.query('REPLACE INTO writer_gate (id, lowest) VALUES (1, 13)');
  }

  async down(): Promise<void> {
    throw new Error('Restore the backup from before the upgrade.');
  }
}
