import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { each, index, int, NULLABLE, SETTING, unique, varchar } from './tables';

const MEDIA_NAME = new Table({
  name: 'media_name',
  columns: [
    ...SETTING,
    ...each(int, ['product_id', 'source_id']),
    varchar('name_key', 43),
    ...['campaign', 'ad_set', 'ad'].map((name) => varchar(name, 255)),
    int('ad_id', NULLABLE),
  ],
  indices: [
    unique('ux_media_name_key', 'source_id', 'name_key'),
    index('ix_media_name_product', 'product_id'),
  ],
});

/** Adds the ads that media's names stand for, and the currency and replaced source of media costs. */
export class MediaNames1700000030004 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(MEDIA_NAME, true);
    await addColumns(runner, 'media_cost', {
      currency: 'varchar(3) NULL',
      exchange_rate: 'double NULL',
      replaced_source_id: 'integer NULL',
    });
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
