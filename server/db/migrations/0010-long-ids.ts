import type { MigrationInterface, QueryRunner } from 'typeorm';

const GENERATED = 'BIGINT NOT NULL AUTO_INCREMENT';
const KEY = 'BIGINT NOT NULL';

/** Ids of rows that events and requests create without a bound, and the columns that refer to them. */
const COLUMNS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  conversion: { id: GENERATED },
  conversion_touch: { conversion_id: KEY },
  conversion_amendment: { conversion_id: KEY },
  later_conversion: { conversion_id: KEY, acquired_by: KEY },
  result: { conversion_id: KEY },
  result_history: { id: GENERATED },
  reported_status: { id: GENERATED },
  postback_attempt: { id: GENERATED },
  stale_visitor: { id: GENERATED },
  seen_count: { id: GENERATED },
  bad_event: { id: GENERATED },
  waiting_event: { id: GENERATED },
  audit_log: { id: GENERATED },
  audit_change: { audit_id: KEY },
  refresh_token: { id: GENERATED },
  password_reset: { id: GENERATED },
  reset_mail: { id: GENERATED },
  alert_firing: { id: GENERATED },
};

/**
 * Gives these ids 64 bits. SQLite's integers already have them. MariaDB and MySQL copy each table once; a
 * repeated run skips the tables that are done.
 */
export class LongIds1700000090010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    if (runner.connection.options.type === 'better-sqlite3') return;
    for (const [table, columns] of Object.entries(COLUMNS)) {
      const done: unknown[] = await runner.query(
        `SELECT 1 FROM information_schema.columns WHERE table_schema = DATABASE() AND table_name = ?
          AND column_name = ? AND data_type = 'bigint'`,
        [table, Object.keys(columns)[0]],
      );
      if (done.length > 0) continue;
      const changes = Object.entries(columns).map(([name, type]) => `MODIFY ${name} ${type}`);
      await runner.query(`ALTER TABLE ${table} ${changes.join(', ')}`);
    }
  }

  async down(): Promise<void> {
    throw new Error('Restore the backup from before the upgrade.');
  }
}
