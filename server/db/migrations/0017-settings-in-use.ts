import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { int, KEY, NULLABLE, varchar } from './tables';

const refersTo = (table: string) => ({
  columnNames: [`${table}_id`],
  referencedTableName: table,
  referencedColumnNames: ['id'],
});

/**
 * Rows that live within a transaction. Their foreign keys tell the nodes of a cluster which ads and CV settings a
 * transaction depends on.
 */
const settingInUse = new Table({
  name: 'setting_in_use',
  columns: [varchar('id', 32, KEY), int('ad_id', NULLABLE), int('cv_setting_id', NULLABLE)],
  foreignKeys: [refersTo('ad'), refersTo('cv_setting')],
});

/** Adds the references of transactions to their settings. */
export class SettingsInUse1700000160017 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(settingInUse, true);

  down = (runner: QueryRunner): Promise<void> => runner.dropTable(settingInUse);
}
