import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';

/** Adds the conversions that media report, and the rules by which media count them. */
export class MediaConversions1700000280029 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await addColumns(runner, 'media_cost', {
      conversions: 'double NULL',
      conversion_value: 'double NULL',
      view_through: 'double NULL',
    });
    await addColumns(runner, 'media_source', {
      cv_day_basis: 'smallint NULL',
      click_window_days: 'smallint NULL',
      counting: 'smallint NULL',
      time_zone: 'varchar(64) NULL',
      counts_views: 'smallint NULL',
      click_id: 'varchar(16) NULL',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
