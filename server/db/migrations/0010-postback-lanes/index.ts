import {
  Table,
  TableColumn,
  TableIndex,
  type MigrationInterface,
  type QueryRunner,
  type TableOptions,
} from 'typeorm';
import { bigint, int, smallint, varchar } from '../0001-initial/columns';

const TABLES: TableOptions[] = [
  {
    name: 'postback_host',
    columns: [varchar('host', 255, { isPrimary: true }), int('failures'), bigint('open_until')],
  },
  {
    name: 'postback_pace',
    columns: [int('asp_id', { isPrimary: true }), bigint('counted_second'), int('begun')],
  },
];

const OF_ASP = [
  smallint('postback_paused', { default: '0' }),
  int('postback_at_once', { isNullable: true }),
  int('postback_per_second', { isNullable: true }),
];

/** Sends postbacks in lanes by ad network and host; networks can be paused and throttled. */
export class PostbackLanes1700000000010 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    for (const table of TABLES) await runner.createTable(new Table(table));
    await runner.addColumn('postback', new TableColumn(varchar('host', 255, { default: "''" })));
    // The index alone lists the lanes with due postbacks; each lane then reads its own.
    await runner.createIndex(
      'postback',
      new TableIndex({ name: 'ix_postback_due', columnNames: ['due_at', 'asp_id', 'host'] }),
    );
    await runner.createIndex(
      'postback',
      new TableIndex({ name: 'ix_postback_lane', columnNames: ['asp_id', 'host', 'due_at'] }),
    );
    for (const column of OF_ASP) await runner.addColumn('asp', new TableColumn(column));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
