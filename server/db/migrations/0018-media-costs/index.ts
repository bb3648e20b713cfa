import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { MEDIA_TABLES } from './media-tables';

/** Adds costs, impressions and clicks reported by media, by day and ad. */
export class MediaCosts1700000000018 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of MEDIA_TABLES) await runner.createTable(new Table(table));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
