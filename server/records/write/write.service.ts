import type { Grant } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireMenu, requireProduct } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { Setting } from '../../db/columns';
import type { Database } from '../../db/database';
import { isTracked, lockRevision } from '../../db/revision-subscriber';
import { settingsTurn, takeTurn } from '../../db/turn';
import {
  createWriteContext,
  changedFields,
  recordChange,
  recordChanges,
  type AuditEntry,
  type WriteContext,
} from '../audit/record';
import { createTrafficYield } from '../../backpressure/traffic-load';
import type { Row } from '../list-definition';
import { numberOrNull } from '../row-values';
import { sameValue } from '../select';
import type { ListService } from '../list.service';
import { requireEditable } from '../masks';
import { countDependents, refuseDependents, type DependentCount } from './dependents';
import { validateChange, wrongFields, type MayCall, type Mode } from './validate-change';
import { fieldsOf, loadRows, type Loaded } from './load-rows';
import { createOnce, readIdempotencyKey } from './idempotent-create';
import { requireReferences } from './references';
import { requireVersion } from './require-version';
import { columnValues, storeRow, requireUnique } from './store-row';
import type { Change, Input, SecretBox, SettingDefinition, Values } from '../setting-definition';

type RequestedFields = ReadonlySet<string> | null;

/** A change to one of several rows. */
export interface Replacement {
  readonly id: number;
  readonly input: Input;
}

/** A validated change with the row to store it in. */
export interface ValidatedRow<E extends Setting> {
  readonly change: Change<E>;
  readonly row: E;
}

/** The methods of a write service that GraphQL and REST use for any setting. */
export type SettingWriter = Pick<WriteService, 'create' | 'update' | 'updateMany' | 'remove' | 'dependents'>;

/**
 * Writes one setting in a single transaction: rights, visibility, rules, references, versions, dependents and
 * audit trail. The definition holds its own rules.
 */
export class WriteService<E extends Setting = Setting> {
  constructor(
    protected readonly db: Database,
    readonly list: ListService,
    readonly setting: SettingDefinition<E>,
    protected readonly now: () => number,
    private readonly mayCall: MayCall,
    private readonly secrets: SecretBox,
  ) {}

  /** Creates a row and returns it. Repeated requests with the same idempotency key create it once. */
  async create(actor: Actor, input: Input, client: Client, requested: RequestedFields = null): Promise<Row> {
    const idempotencyKey = await readIdempotencyKey(actor, client, this.setting.name, input);
    const id = await this.transaction(actor, client, (context) =>
      createOnce(context, idempotencyKey, () => this.insert(context, input)),
    );
    return this.list.get(this.setting.afterCreate?.(actor, id) ?? actor, id, requested);
  }

  /**
   * Changes a row: `whole` replaces all fields (absent ones become empty), `part` only those sent.
   * A `version` in the input must be the current one.
   * @throws NOT_FOUND, CONFLICT, BAD_USER_INPUT, FORBIDDEN
   */
  async update(
    actor: Actor,
    id: number,
    input: Input,
    mode: Mode,
    client: Client,
    requested: RequestedFields = null,
  ): Promise<Row> {
    await this.transaction(actor, client, (context) => this.change(context, [{ id, input }], mode));
    return this.list.get(actor, id, requested);
  }

  /** Applies the same change to several rows; all or none. @returns the number of rows that changed */
  async updateMany(actor: Actor, ids: readonly number[], input: Input, client: Client): Promise<number> {
    const changes = [...new Set(ids)].map((id) => ({ id, input }));
    return this.transaction(actor, client, (context) => this.change(context, changes, 'part'));
  }

  /** Deletes a row. @throws NOT_FOUND; CONFLICT when other rows depend on it or the version is stale */
  async remove(actor: Actor, id: number, client: Client, version: number | null = null): Promise<true> {
    await this.transaction(actor, client, async (context) => {
      // Waits for events that are being stored with the row, before the snapshot in which they are counted.
      if (isTracked(this.setting.target))
        await lockRevision(context.tx, { table: this.list.definition.table, id });
      const current = await this.one(context, id);
      await requireVersion(context, this.setting.name, id, version, current.row.version);
      this.requireEditable(context, current);
      await this.setting.beforeRemove?.(current.row, context);
      const productId = this.productIdOf(current.row);
      refuseDependents(
        await countDependents(
          (sql, params) => context.tx.query(sql, params),
          this.setting.dependents ?? [],
          id,
          productId,
        ),
        'status' in current.values,
      );
      for (const part of Object.values(this.setting.parts ?? {})) await part.remove(context.tx, id);
      const label = this.labelOf(current.values);
      await context.tx.manager.remove(current.row);
      await recordChange(context, {
        entity: this.setting.name,
        entityId: id,
        productId,
        label,
        action: 'delete',
        version: null,
        before: this.audited(current.values),
        after: {},
      });
    });
    return true;
  }

  /** Counts the rows that depend on a row and prevent its deletion. @throws NOT_FOUND */
  async dependents(actor: Actor, id: number): Promise<DependentCount[]> {
    const row = await this.list.get(actor, id, new Set(['id', 'productId']));
    const productId = numberOrNull(row.productId);
    return countDependents(
      (sql, params) => this.db.read(sql, params),
      this.setting.dependents ?? [],
      id,
      productId,
    );
  }

  /** Runs `work` in one transaction of the actor. */
  transaction<T>(actor: Actor, client: Client, work: (context: WriteContext) => Promise<T>): Promise<T> {
    return this.db.write(async (tx) => {
      // Rules about other rows, such as the last ADMIN. Changes of tracked settings follow each other anyway.
      if (!isTracked(this.setting.target)) await takeTurn(tx, settingsTurn(actor.companyId));
      return work(createWriteContext(tx, actor, client, this.now()));
    });
  }

  /** Returns a read-only write context for validation: it stores nothing and takes no locks. */
  validationContext(actor: Actor, client: Client): WriteContext {
    return createWriteContext(this.db.readOnlyTx, actor, client, this.now());
  }

  /** Inserts a row within a transaction. @returns its id */
  async insert(context: WriteContext, input: Input): Promise<number> {
    const change = await this.validate(context, input, 'whole', null);
    await this.requireReferences(context, [change]);
    const row = this.newRow(change);
    await this.store(context, [{ change, row }]);
    return row.id;
  }

  /** Changes rows within a transaction. @returns the number of rows that changed */
  async change(context: WriteContext, changes: readonly Replacement[], mode: Mode): Promise<number> {
    const rows = await this.load(
      context,
      changes.map(({ id }) => id),
    );
    const yieldToTraffic = createTrafficYield();
    const validated: ValidatedRow<E>[] = [];
    for (const { id, input } of changes) {
      const current = rows.get(id);
      if (!current) throw notFound();
      await requireVersion(context, this.setting.name, id, input.version, current.row.version);
      this.requireEditable(context, current);
      validated.push({ change: await this.validate(context, input, mode, current), row: current.row });
      await yieldToTraffic();
    }
    await this.requireReferences(
      context,
      validated.map(({ change }) => change),
    );
    return this.store(context, validated);
  }

  /** Loads the rows that the actor may change, by id. */
  load(context: WriteContext, ids: readonly number[]): Promise<Map<number, Loaded<E>>> {
    const grant = this.grant(context.actor, ids.length === 1 ? (ids[0] ?? null) : null);
    return loadRows(context.tx, this.setting, this.list.definition, { actor: context.actor, grant }, ids);
  }

  /**
   * Validates an input for a row or, with null, for a new one, without storing it. @throws FORBIDDEN,
   * BAD_USER_INPUT
   */
  async validate(
    context: WriteContext,
    input: Input,
    mode: Mode,
    current: Loaded<E> | null,
  ): Promise<Change<E>> {
    const { setting, mayCall, secrets } = this;
    if (current) {
      const productId = this.productIdOf(current.row);
      this.requireSameOwner(input, productId);
      return validateChange(setting, context, { input, mode, current, productId, mayCall, secrets });
    }
    this.grant(context.actor, null);
    if (setting.owner === 'self') throw new Failure('FORBIDDEN', 'forbidden');
    const ofProduct = setting.owner === 'product' || (setting.owner === 'user' && input.productId != null);
    const productId = ofProduct ? await this.newProductId(context, input) : null;
    return validateChange(setting, context, { input, mode, current: null, productId, mayCall, secrets });
  }

  /** Refuses changes that refer to rows the actor may not see; locks referenced rows until the transaction ends. */
  requireReferences({ tx, actor }: WriteContext, changes: readonly Change<E>[]): Promise<void> {
    return requireReferences(
      tx,
      actor,
      fieldsOf(this.setting),
      changes.map(({ values, current, productId }) => ({
        values,
        productId,
        current: current?.values ?? null,
      })),
    );
  }

  /** Creates an unsaved row for a validated change. */
  newRow({ context, productId }: Change<E>): E {
    const { companyId, userId } = context.actor;
    const { owner } = this.setting;
    return Object.assign(
      new this.setting.target(),
      { createdAt: context.at },
      owner === 'product' ? { productId } : { companyId },
      owner === 'user' && { userId, productId },
    );
  }

  /**
   * Stores validated changes in order and records them in the audit trail. @returns the number of rows that
   * changed
   */
  async store(context: WriteContext, validated: readonly ValidatedRow<E>[]): Promise<number> {
    const yieldToTraffic = createTrafficYield();
    const changes: AuditEntry[] = [];
    for (const { change, row } of validated) {
      const changed = await this.save({ ...change, context }, row);
      if (changed) changes.push(changed);
      await yieldToTraffic();
    }
    await recordChanges(context, changes);
    return changes.length;
  }

  /** Stores validated values in the row and its parts. Returns null when nothing differs. */
  private async save(change: Change<E>, row: E): Promise<AuditEntry | null> {
    const { setting } = this;
    const { context, values, current } = change;
    const { tx } = context;
    const stored = current ? columnValues(tx, row) : null;
    await setting.complete?.(row, change);
    const before = current?.values ?? {};
    if (current && changedFields(before, values).length === 0) return null;
    if (setting.unique) await requireUnique(tx, setting, this.list.definition.table, change, row.id ?? 0);
    const parts = Object.entries(setting.parts ?? {});
    const columns = Object.fromEntries(Object.entries(values).filter(([name]) => !setting.parts?.[name]));
    // Increases with every change, even one of parts only or within the same millisecond, because it triggers
    // the version.
    const updatedAt = new Date(Math.max(context.at.getTime(), current ? row.updatedAt.getTime() + 1 : 0));
    await storeRow(tx, Object.assign(row, columns, { updatedAt }), stored);
    for (const [name, part] of parts) {
      if (!current || !sameValue(values[name], before[name]))
        await part.write(tx, row.id, values[name], before[name]);
    }
    await setting.saved?.(row, change);
    return {
      entity: setting.name,
      entityId: row.id,
      productId: this.productIdOf(row),
      label: this.labelOf(values),
      action: current ? 'update' : 'create',
      version: row.version,
      before: this.audited(before),
      after: this.audited(values),
    };
  }

  private grant(actor: Actor, id: number | null): Grant {
    return this.setting.right?.(actor, id) ?? this.menuGrant(actor);
  }

  private menuGrant(actor: Actor): Grant {
    return requireMenu(actor, this.setting.menu, this.setting.needs ?? 'edit');
  }

  private requireEditable({ actor }: WriteContext, { row }: Loaded<E>): void {
    if (this.setting.owner === 'user') requireEditable(actor, row);
  }

  private async one(context: WriteContext, id: number): Promise<Loaded<E>> {
    const grant = this.menuGrant(context.actor);
    const rows = await loadRows(
      context.tx,
      this.setting,
      this.list.definition,
      { actor: context.actor, grant },
      [id],
    );
    const current = rows.get(id);
    if (!current) throw notFound();
    return current;
  }

  /** Returns the product of a new row. An error in it is reported together with the errors of other fields. */
  private async newProductId(context: WriteContext, input: Input): Promise<number> {
    const { tx, actor } = context;
    const invalid = (key: 'required' | 'positiveInteger') =>
      badInput({ ...wrongFields(this.setting, context, input), productId: { key } });
    const productId = input.productId ?? (await this.setting.productOf?.(tx, actor, input)) ?? null;
    if (productId === null) throw invalid('required');
    const id = Number(productId);
    if (!Number.isInteger(id) || id < 1) throw invalid('positiveInteger');
    requireProduct(actor, id);
    return id;
  }

  /** Refuses to move a row to another product: its logs would stay behind. */
  private requireSameOwner(input: Input, productId: number | null): void {
    if (this.setting.owner !== 'product' || input.productId == null || Number(input.productId) === productId)
      return;
    throw badInput({ productId: { key: 'neverChanges' } });
  }

  private productIdOf(row: E): number | null {
    const { owner } = this.setting;
    return (owner === 'product' || owner === 'user') && 'productId' in row
      ? numberOrNull(row.productId)
      : null;
  }

  /** Returns the values that the audit trail records. */
  private audited(values: Values): Values {
    const { unaudited = [] } = this.setting;
    return Object.fromEntries(Object.entries(values).filter(([name]) => !unaudited.includes(name)));
  }

  private labelOf(values: Input): string {
    return String(values[this.setting.title] ?? '');
  }
}
