import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { each, int, KEY } from './tables';

/** Adds counts of log rows by network. The worker counts earlier days by ad, network and hour again. */
export class LogNetworks1700000140015 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(
      new Table({
        name: 'rollup_log_asp_day',
        columns: [...each(int, ['product_id', 'asp_id', 'day'], KEY), ...each(int, ['result_count'])],
      }),
      true,
    );
    await runner.query('DELETE FROM rollup_log_ad_day');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.dropTable('rollup_log_asp_day');
  }
}
