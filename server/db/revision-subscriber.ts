import {
  EventSubscriber,
  type EntityManager,
  type EntitySubscriberInterface,
  type InsertEvent,
  type RemoveEvent,
  type UpdateEvent,
} from 'typeorm';
import { TRACKED_SETTINGS } from './entities';

/** Tells collectors that settings changed. Call it in the transaction that changes them by plain SQL. */
export async function bumpRevision(manager: EntityManager): Promise<void> {
  await manager.query('UPDATE setting_revision SET revision = revision + 1 WHERE id = 1');
}

/** Counts the revision up with every setting saved through an entity, in the same transaction. */
@EventSubscriber()
export class RevisionSubscriber implements EntitySubscriberInterface {
  private async changed(event: { metadata: { target: unknown }; manager: EntityManager }): Promise<void> {
    if (TRACKED_SETTINGS.some((entity) => entity === event.metadata.target)) await bumpRevision(event.manager);
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
