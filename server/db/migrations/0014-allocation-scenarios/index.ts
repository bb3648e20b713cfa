import { Table, type MigrationInterface, type QueryRunner, type TableOptions } from 'typeorm';
import { bigint, double, id, int, smallint, text, varchar } from '../0001-initial/columns';

const ALLOCATION_SCENARIO: TableOptions = {
  name: 'allocation_scenario',
  columns: [
    id(),
    int('version'),
    bigint('created_at'),
    bigint('updated_at'),
    int('product_id'),
    int('user_id'),
    varchar('title', 255),
    varchar('axes', 255),
    int('simulation_item'),
    double('elasticity'),
    text('changes', { isNullable: true }),
    smallint('shared'),
  ],
  indices: [{ name: 'ix_allocation_scenario_product', columnNames: ['product_id', 'user_id'] }],
};

/** Adds saved simulations of the allocation report. */
export class AllocationScenarios1700000000014 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(new Table(ALLOCATION_SCENARIO));
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
