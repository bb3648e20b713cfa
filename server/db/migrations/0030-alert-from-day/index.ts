import { TableColumn, type MigrationInterface, type QueryRunner } from 'typeorm';
import { int } from '../0001-initial/columns';

/** From which day on an alert judges as it is: what is saved today says nothing at once of a day that is over. */
export class AlertFromDay1700000000030 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.addColumn('alert', new TableColumn(int('from_day', { isNullable: true })));
  }

  async down(): Promise<void> {
    throw new Error('The schema is never moved back');
  }
}
