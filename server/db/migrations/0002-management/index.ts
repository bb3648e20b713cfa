import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, id, int, text, varchar } from '../0001-initial/columns';

const TABLES: TableOptions[] = [
  {
    name: 'audit_log',
    columns: [
      id(),
      int('company_id'),
      int('product_id', { isNullable: true }),
      bigint('at'),
      int('user_id', { isNullable: true }),
      varchar('user_name', 255),
      varchar('ip', 45, { isNullable: true }),
      varchar('action', 16),
      varchar('entity', 32),
      int('entity_id'),
      varchar('label', 255),
      int('version', { isNullable: true }),
    ],
    indices: [
      { name: 'ix_audit_log_entity', columnNames: ['company_id', 'entity', 'entity_id'] },
      { name: 'ix_audit_log_time', columnNames: ['company_id', 'at'] },
    ],
  },
  {
    name: 'audit_change',
    columns: [
      int('audit_id', { isPrimary: true }),
      varchar('field', 64, { isPrimary: true }),
      text('before_value', { isNullable: true }),
      text('after_value', { isNullable: true }),
    ],
  },
  {
    name: 'analyze_setting',
    columns: [
      id(),
      int('version'),
      bigint('created_at'),
      bigint('updated_at'),
      int('company_id'),
      int('user_id', { isNullable: true }),
      int('owner_key'),
      int('item'),
      varchar('title', 255),
      text('settings', { isNullable: true }),
    ],
    indices: [
      { name: 'ux_analyze_setting_owner', columnNames: ['company_id', 'owner_key', 'item'], isUnique: true },
    ],
  },
];

/** Adds the audit trail and saved custom analyses. */
export class Management1700000000002 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const options of TABLES) await runner.createTable(new Table(options), true);
  }

  async down(runner: QueryRunner): Promise<void> {
    for (const options of [...TABLES].reverse()) await runner.dropTable(options.name);
  }
}
