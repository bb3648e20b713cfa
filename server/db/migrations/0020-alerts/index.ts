import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, double, id, int, smallint, varchar } from '../0001-initial/columns';

const CUSTOM_MEASURE: TableOptions = {
  name: 'custom_measure',
  columns: [
    id(),
    int('version'),
    bigint('created_at'),
    bigint('updated_at'),
    int('company_id'),
    int('user_id'),
    varchar('title', 64),
    varchar('numerators', 255),
    varchar('denominator', 255),
    int('unit'),
    int('decimals'),
    smallint('shared'),
  ],
  indices: [{ name: 'ix_custom_measure_company', columnNames: ['company_id', 'user_id'] }],
};

const ALERT: TableOptions = {
  name: 'alert',
  columns: [
    id(),
    int('version'),
    bigint('created_at'),
    bigint('updated_at'),
    int('product_id'),
    varchar('title', 64),
    varchar('measure', 255),
    int('rule'),
    double('threshold', { isNullable: true }),
    int('scope'),
    int('ad_id', { isNullable: true }),
    int('hour'),
    int('channel'),
    varchar('recipients', 1000, { isNullable: true }),
    varchar('webhook_url', 2048, { isNullable: true }),
    varchar('locale', 5),
    smallint('status'),
    int('judged_day', { isNullable: true }),
  ],
  indices: [
    { name: 'ix_alert_product', columnNames: ['product_id'] },
    { name: 'ix_alert_due', columnNames: ['status', 'hour', 'judged_day'] },
  ],
};

const ALERT_FIRING: TableOptions = {
  name: 'alert_firing',
  columns: [
    id(),
    int('alert_id'),
    int('day'),
    int('ad_id'),
    varchar('measure', 255),
    double('value'),
    double('low', { isNullable: true }),
    double('high', { isNullable: true }),
    double('median', { isNullable: true }),
    bigint('created_at'),
  ],
  indices: [{ name: 'ux_alert_firing_case', columnNames: ['alert_id', 'day', 'ad_id'], isUnique: true }],
};

/** Adds custom measures, alerts, and the firings of alerts. */
export class Alerts1700000000020 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of [CUSTOM_MEASURE, ALERT, ALERT_FIRING]) await runner.createTable(new Table(table));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
