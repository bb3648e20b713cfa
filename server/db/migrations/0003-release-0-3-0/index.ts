import type { MigrationInterface, QueryRunner } from 'typeorm';
import { changeContacts } from './contacts';
import { changeOrders } from './orders';
import { createPostbackSources } from './postback-sources';
import { changeProducts } from './products';

/** The step from 0.2.0 to 0.3.0. Each part skips what an aborted run made: MariaDB commits each statement. */
export class Release030_1700000020003 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await changeProducts(runner);
    await changeContacts(runner);
    await changeOrders(runner);
    await createPostbackSources(runner);
  }

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
