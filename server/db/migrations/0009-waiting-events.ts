import { Table, type MigrationInterface, type QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';
import { bigint, id, index, int, NULLABLE, text, unique, varchar } from './tables';

const waitingEvent = new Table({
  name: 'waiting_event',
  columns: [
    id(),
    int('product_id'),
    varchar('event_key', 140),
    text('event', NULLABLE),
    text('text', NULLABLE),
    varchar('door', 10),
    ...['stored_at', 'due_at', 'expires_at'].map((name) => bigint(name)),
  ],
  indices: [
    unique('ux_waiting_event_key', 'product_id', 'event_key'),
    index('ix_waiting_event_due', 'product_id', 'due_at'),
  ],
});

/** Conversions that wait for their click, and how far each collector has stored its events. */
export class WaitingEvents1700000080009 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.createTable(waitingEvent, true);
    await addColumns(runner, 'spool_offset', {
      drained_until: 'bigint NOT NULL DEFAULT 0',
      alive_at: 'bigint NOT NULL DEFAULT 0',
    });
  }

  down = (runner: QueryRunner): Promise<void> => runner.dropTable('waiting_event');
}
