import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { index, int, KEY, varchar } from './tables';

/** Adds counts of page views by address. The worker counts earlier days again. */
export class LogAddresses1700000170018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'rollup_log_ip_day',
        columns: [int('product_id', KEY), varchar('ip', 45, KEY), int('day', KEY), int('access_count')],
        indices: [index('ix_rollup_log_ip_day_day', 'product_id', 'day')],
      }),
      true,
    );
    await runner.query('DELETE FROM rollup_log_ad_day');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('rollup_log_ip_day');
  }
}
