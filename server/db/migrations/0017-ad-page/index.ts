import { TableIndex, type MigrationInterface, type QueryRunner } from 'typeorm';

/** The page of an ad finds the paths that it is on, and its results by state, by indexes of their own. */
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
    throw new Error('The schema is never moved back');
  }
}
