import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MEDIA_TABLES } from './media-tables';

/** Costs, impressions and clicks as media report them, by day and ad. */
export class MediaCosts1700000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of MEDIA_TABLES) await runner.createTable(new Table(table));
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
