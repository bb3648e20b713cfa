import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { bigint, int, varchar } from '../0001-initial/columns';

const CREATION_KEY = new Table({
  name: 'creation_key',
  columns: [
    int('user_id', { isPrimary: true }),
    varchar('entity', 32, { isPrimary: true }),
    varchar('creation_key', 64, { isPrimary: true }),
    varchar('digest', 64),
    int('entity_id'),
    bigint('created_at'),
  ],
  indices: [{ name: 'ix_creation_key_created', columnNames: ['user_id', 'created_at'] }],
});

/** Stores the objects that were created under a client's key, so a repeated request creates nothing twice. */
export class CreationKeys1700000000032 implements MigrationInterface {
  up = (runner: QueryRunner): Promise<void> => runner.createTable(CREATION_KEY);

  async down(): Promise<void> {
    throw new Error('Migrations cannot be reverted');
  }
}
