import type { ObjectLiteral } from 'typeorm';
import type { AuditEntity } from '../../../shared/settings';
import type { Actor } from '../../auth/actor';
import { notFound } from '../../auth/failure';
import type { Client } from '../../auth/sessions';
import type { Setting } from '../../db/columns';
import type { Database, Tx } from '../../db/database';
import { settingsTurn, takeTurn } from '../../db/turn';
import {
  changedFields,
  createWriteContext,
  recordChange,
  type AuditEntry,
  type WriteContext,
} from '../audit/record';
import { requireVersion } from './require-version';
import type { Values } from '../setting-definition';

/** A row; without a version if it never changes, without a product if it belongs to the company. */
interface Audited extends ObjectLiteral, Pick<Setting, 'id'>, Partial<Pick<Setting, 'version'>> {
  readonly productId?: number | null;
}

/** Rules of records whose lists and inputs have services of their own. */
interface AuditedDefinition<E extends Audited> {
  /** Name of the entity in the audit trail. */
  readonly entity: AuditEntity;
  readonly target: new () => E;
  /** Returns the fields that the audit trail records. */
  readonly state: (row: E) => Values;
  readonly label: (row: E, tx: Tx) => string | Promise<string>;
  /** Returns whether the row exists for an actor. */
  readonly maySee: (actor: Actor, row: E) => boolean;
}

/** Writes records with their versions and audit trail. */
export class AuditedRecords<E extends Audited> {
  constructor(
    private readonly db: Database,
    private readonly now: () => number,
    private readonly definition: AuditedDefinition<E>,
  ) {}

  /**
   * Creates a record.
   * @param check rules that need the database
   */
  create(actor: Actor, client: Client, values: Partial<E>, check?: (tx: Tx) => Promise<void>): Promise<E> {
    return this.transaction(actor, client, async (context) => {
      const { tx, at } = context;
      await check?.(tx);
      const times = { createdAt: at, updatedAt: at };
      const row = await tx.manager.save<E>(Object.assign(new this.definition.target(), values, times));
      await this.record(context, row, 'create', {}, this.definition.state(row));
      return row;
    });
  }

  /**
   * Changes a record. Values that change no audited field are not stored.
   * @param change returns the changed values
   * @throws NOT_FOUND, CONFLICT for a stale version
   */
  update(
    actor: Actor,
    client: Client,
    id: number,
    version: unknown,
    change: (row: E) => Partial<E>,
  ): Promise<E> {
    return this.transaction(actor, client, async (context) => {
      const { state } = this.definition;
      const row = await this.changeable(context, id, version);
      const before = state(row);
      const changed = Object.assign(row, change(row), { updatedAt: context.at });
      if (changedFields(before, state(changed)).length === 0) return this.changeable(context, id, null);
      const after = await context.tx.manager.save<E>(changed);
      await this.record(context, after, 'update', before, state(after));
      return after;
    });
  }

  /**
   * Deletes a record.
   * @param also further rules and effects, before the row is deleted
   * @throws NOT_FOUND, CONFLICT for a stale version
   */
  async remove(
    actor: Actor,
    client: Client,
    id: number,
    version: unknown,
    also?: (tx: Tx, row: E) => Promise<void> | void,
  ): Promise<true> {
    await this.transaction(actor, client, async (context) => {
      const row = await this.changeable(context, id, version);
      await this.record(context, row, 'delete', this.definition.state(row), {});
      await also?.(context.tx, row);
      await context.tx.manager.remove(row);
    });
    return true;
  }

  private transaction<T>(
    actor: Actor,
    client: Client,
    work: (context: WriteContext) => Promise<T>,
  ): Promise<T> {
    return this.db.write(async (tx) => {
      await takeTurn(tx, settingsTurn(actor.companyId));
      return work(createWriteContext(tx, actor, client, this.now()));
    });
  }

  private async changeable(context: WriteContext, id: number, version: unknown): Promise<E> {
    const { entity, target, maySee } = this.definition;
    const row = await context.tx.manager.createQueryBuilder(target, 'e').where({ id }).getOne();
    if (!row || !maySee(context.actor, row)) throw notFound();
    await requireVersion(context, entity, id, version, row.version ?? 0);
    return row;
  }

  private async record(
    context: WriteContext,
    row: E,
    action: AuditEntry['action'],
    before: Values,
    after: Values,
  ): Promise<void> {
    const { entity, label } = this.definition;
    await recordChange(context, {
      entity,
      entityId: row.id,
      productId: row.productId ?? null,
      label: await label(row, context.tx),
      action,
      version: action === 'delete' ? null : (row.version ?? null),
      before,
      after,
    });
  }
}
