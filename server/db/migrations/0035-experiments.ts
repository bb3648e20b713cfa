import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, double, each, index, int, KEY, NULLABLE, SETTING, varchar } from './tables';

const experiment = new Table({
  name: 'experiment',
  columns: [
    ...SETTING,
    int('product_id'),
    varchar('title', 255),
    ...each(int, ['first_day', 'off_weeks', 'pre_weeks', 'measure', 'control']),
    bigint('frozen_at', NULLABLE),
    int('evaluation', NULLABLE),
    ...each(double, ['minimal_effect', 'minimal_effect_share'], NULLABLE),
    int('data_version', NULLABLE),
  ],
  indices: [index('ix_experiment_product', 'product_id', 'first_day')],
});

const experimentAd = new Table({
  name: 'experiment_ad',
  columns: each(int, ['experiment_id', 'ad_id', 'is_off'], KEY),
  indices: [index('ix_experiment_ad', 'ad_id')],
});

/** Adds on/off tests of ads. */
export class Experiments1700000340035 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [experiment, experimentAd]) await runner.createTable(table, true);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
