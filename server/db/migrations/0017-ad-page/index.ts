import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** Adds indexes for the ad page: paths through an ad, and its results by state. */
export class AdPage1700000000017 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createIndex(
      'conversion_touch',
      new TableIndex({
        name: 'ix_conversion_touch_ad',
        columnNames: ['product_id', 'ad_id', 'day', 'conversion_id', 'class', 'cv_type'],
      }),
    );
    await runner.createIndex(
      'result',
      new TableIndex({
        name: 'ix_result_state',
        columnNames: ['ad_id', 'day', 'approval_status', 'cv_cost_sen'],
      }),
    );
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
