import { Table, TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';
import { LOG_COUNTS } from './0002-release-0-2-0/rollup-tables';
import { each, index, int, KEY } from './tables';

const TABLES = [
  {
    name: 'rollup_log_ad_day',
    columns: [...each(int, ['product_id', 'ad_id', 'day'], KEY), ...each(int, LOG_COUNTS)],
    indices: [index('ix_rollup_log_ad_day_day', 'product_id', 'day')],
  },
  {
    name: 'rollup_log_hour',
    columns: [...each(int, ['product_id', 'day', 'hour'], KEY), ...each(int, LOG_COUNTS.slice(0, 3))],
  },
];
const INDICES = [
  ['access', index('ix_access_excluded', 'product_id', 'excluded_reason', 'ad_id', 'time')],
  ['conversion', index('ix_conversion_ad', 'product_id', 'last_ad_id', 'time')],
  ['interaction', index('ix_interaction_ad', 'product_id', 'ad_id', 'time')],
  ['interaction', index('ix_interaction_ip', 'product_id', 'day', 'ip', 'time', 'counted', 'first_touch')],
  ['result', index('ix_result_asp', 'product_id', 'asp_id', 'cv_time')],
] as const;

/** Adds counts of log rows by ad and by hour, which the worker fills, and indexes of logs by ad. */
export class LogParts1700000070008 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table), true);
    for (const [table, options] of INDICES) {
      const existing = (await runner.getTable(table))?.indices.find(({ name }) => name === options.name);
      if (existing?.columnNames.length === options.columnNames.length) continue;
      if (existing) await runner.dropIndex(table, existing);
      await runner.createIndex(table, new TableIndex(options));
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const { name } of TABLES) await runner.dropTable(name, true);
  }
}
