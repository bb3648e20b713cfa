import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, PRODUCT_DAY } from './tables';

const archivedDay = new Table({
  name: 'archived_day',
  columns: [...PRODUCT_DAY, bigint('interaction_until'), bigint('access_until')],
});

/** Days whose contacts and page views are in files. */
export class ArchivedDays1700000130014 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(archivedDay, true);

  down = (runner: QueryRunner): Promise<void> => runner.dropTable(archivedDay);
}
