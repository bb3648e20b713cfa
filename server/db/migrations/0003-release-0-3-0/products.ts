import { Table, type QueryRunner } from 'typeorm';
import { each, id, index, int, NULLABLE, smallint, varchar } from '../tables';
import { addColumns } from './add-columns';

/** Counts of hosts and families of user agents. */
const SEEN_COUNTS = new Table({
  name: 'seen_count',
  columns: [
    id(),
    int('product_id'),
    smallint('merged'),
    int('day'),
    smallint('kind'),
    varchar('name', 255),
    smallint('robot'),
    ...each(int, ['views', 'cvs']),
    varchar('example', 512, NULLABLE),
  ],
  indices: [index('ix_seen_count_product', 'product_id', 'merged', 'day')],
});

/** Adds the settings that decide which hosts and user agents count, and the product's own tracker host. */
export async function changeProducts(runner: QueryRunner): Promise<void> {
  await addColumns(runner, 'product', {
    tracker_host: 'varchar(255) NULL',
    measured_hosts_only: 'smallint NOT NULL DEFAULT 0',
    more_hosts: 'text NULL',
    people_user_agents: 'text NULL',
    robot_user_agents: 'text NULL',
  });
  await runner.createTable(SEEN_COUNTS, true);
}
