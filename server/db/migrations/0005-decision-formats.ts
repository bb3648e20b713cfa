import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, int, KEY, text } from './tables';

const decisionFormat = new Table({
  name: 'decision_format',
  columns: [int('product_id', KEY), int('asp_id', KEY), text('format'), bigint('updated_at')],
});

/** How the decision tables of each ad network are read. */
export class DecisionFormats1700000040005 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(decisionFormat, true);
  down = (runner: QueryRunner): Promise<void> => runner.dropTable('decision_format');
}
