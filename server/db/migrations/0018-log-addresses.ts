import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { LOG_COUNTS } from './0002-release-0-2-0/rollup-tables';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { each, index, int, KEY, varchar } from './tables';

const TABLES = [
  {
    name: 'rollup_log_ad_day',
    columns: [...each(int, ['product_id', 'ad_id', 'day'], KEY), ...each(int, LOG_COUNTS)],
    indices: [index('ix_rollup_log_ad_day_day', 'product_id', 'day')],
  },
  {
    name: 'rollup_log_ip_day',
    columns: [
      int('product_id', KEY),
      varchar('ip', 45, KEY),
      int('day', KEY),
      ...each(int, ['interaction_count', 'access_count']),
    ],
    indices: [index('ix_rollup_log_ip_day_day', 'product_id', 'day')],
  },
  {
    name: 'rollup_log_slot',
    columns: [...each(int, ['product_id', 'day', 'slot'], KEY), ...each(int, LOG_COUNTS.slice(0, 3))],
  },
];

/**
 * Adds counts of contacts and page views by address, and by ten minutes instead of by hour. The worker counts
 * earlier days again.
 */
export class LogAddresses1700000170018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'rollup_log_day', { in_parts: 'integer NOT NULL DEFAULT 0' });
    for (const name of ['rollup_log_ad_day', 'rollup_log_hour']) await runner.dropTable(name, true);
    // Sums over days read many rows in the order of the key.
    for (const table of TABLES) await runner.createTable(new Table({ ...table, withoutRowid: true }), true);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
