import {
  EventSubscriber,
  type EntityManager,
  type EntitySubscriberInterface,
  type InsertEvent,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';
import type { Tx } from './database';

/**
 * Returns the number of changes of tracked settings.
 * @param held whether further changes wait until the transaction ends
 */
export async function revisionOf(tx: Pick<Tx, 'query'>, held = false): Promise<number> {
  const lock = held ? ' LOCK IN SHARE MODE' : '';
  const [row] = await tx.query<{ revision: number }>(
    `SELECT revision FROM setting_revision WHERE id = 1${lock}`,
  );
  return row?.revision ?? 0;
}

/**
 * Blocks other changes of tracked settings until the transaction ends; must be its first statement.
 * Increments the revision, like a change.
 * @param row a setting that the transaction deletes
 * @returns the previous revision
 */
export async function lockRevision(
  tx: Tx,
  row?: { readonly table: string; readonly id: number },
): Promise<number> {
  await tx.execute('UPDATE setting_revision SET revision = revision + 1 WHERE id = 1');
  // Before the first read: it sees the events that other nodes stored with the setting until then, and later ones
  // end this transaction.
  if (row && tx.needsLocks) await tx.query(`SELECT id FROM ${row.table} WHERE id = ? FOR UPDATE`, [row.id]);
  return (await revisionOf(tx)) - 1;
}

/** Notifies collectors of changed settings. Call it in the transaction that changes them by plain SQL. */
export async function bumpRevision(manager: EntityManager): Promise<void> {
  await manager.query('UPDATE setting_revision SET revision = revision + 1 WHERE id = 1');
}

const tracked = new Set<unknown>();

/** Marks an entity of the tracking snapshot: saving one increments the revision. */
export const Tracked = (): ClassDecorator => (entity) => {
  tracked.add(entity);
};

/** Returns whether changes of an entity increment the revision, so that they follow each other. */
export const isTracked = (entity: unknown): boolean => tracked.has(entity);

const bumped = new WeakSet<Tx>();

/** Increments the revision for a setting stored by plain SQL, once per transaction. */
export async function bumpRevisionOnce(tx: Tx, target: unknown): Promise<void> {
  if (!tracked.has(target) || bumped.has(tx)) return;
  bumped.add(tx);
  await bumpRevision(tx.manager);
}

/** Increments the revision for every setting saved through an entity, in the same transaction. */
@EventSubscriber()
export class RevisionSubscriber implements EntitySubscriberInterface {
  private async changed(event: { metadata: { target: unknown }; manager: EntityManager }): Promise<void> {
    if (tracked.has(event.metadata.target)) await bumpRevision(event.manager);
  }

  afterInsert(event: InsertEvent<unknown>) {
    return this.changed(event);
  }

  afterUpdate(event: UpdateEvent<unknown>) {
    return this.changed(event);
  }

  afterRemove(event: RemoveEvent<unknown>) {
    return this.changed(event);
  }
}
