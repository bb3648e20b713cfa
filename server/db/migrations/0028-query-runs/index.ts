import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, id, int, text, varchar } from '../0001-initial/columns';

const QUERY_RUN = new Table({
  name: 'query_run',
  columns: [
    id(),
    int('user_id'),
    varchar('digest', 64),
    text('query'),
    text('variables', { isNullable: true }),
    bigint('ran_at'),
    int('duration_ms'),
    int('bytes'),
    int('row_count', { isNullable: true }),
    varchar('outcome', 16),
    int('runs'),
  ],
  indices: [
    { name: 'ux_query_run', columnNames: ['user_id', 'digest'], isUnique: true },
    { name: 'ix_query_run_ran', columnNames: ['user_id', 'ran_at'] },
  ],
});

/** Adds the queries that users ran in the explorer. */
export class QueryRuns1700000000028 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(QUERY_RUN);

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
