import type { Grant } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { Setting } from '../../db/columns';
import type { Database } from '../../db/database';
import { beginWriting, changedFields, recordChange, type Writing } from '../audit/record';
import { breather } from '../breathe';
import type { Row } from '../list-spec';
import { sameValue } from '../same-value';
import type { ListService } from '../list.service';
import { countDependents, refuseDependents, type DependentCount } from './dependents';
import { judged, type Mode } from './judge';
import { fieldsOf, loadRows, type Loaded } from './load-rows';
import { requireReferences } from './references';
import { refuseStale } from './stale';
import { requireUnique } from './unique';
import type { Change, Input, WriteSpec } from './write-spec';

type Wanted = ReadonlySet<string> | null;

/** Told of every judged change: what stood, what shall stand. */
export type Watcher<E extends Setting> = (change: Change<E>) => void;

/** A change of one row among several. */
export interface Replacement {
  readonly id: number;
  readonly input: Input;
}

/** What GraphQL and REST use of a write service, whatever its entity. */
export type SettingWriter = Pick<WriteService, 'create' | 'update' | 'updateMany' | 'remove' | 'dependents'>;

/**
 * Writing of one entity: rights, visibility, rules, references, versions, dependents and the audit
 * trail, in one transaction. What is special to an entity stands in its WriteSpec.
 */
export class WriteService<E extends Setting = Setting> {
  constructor(
    protected readonly db: Database,
    readonly list: ListService,
    readonly spec: WriteSpec<E>,
    protected readonly now: () => number = Date.now,
  ) {}

  /** Makes a new one and answers it. */
  async create(actor: Actor, input: Input, client: Client, wanted: Wanted = null): Promise<Row> {
    const id = await this.transaction(actor, client, (writing) => this.insert(writing, input));
    return this.list.get(this.spec.afterCreate?.(actor, id) ?? actor, id, wanted);
  }

  /**
   * Changes one: `whole` replaces all fields (absent ones become empty), `part` those that are sent.
   * A `version` in the input that is no longer the current one is refused.
   * @throws NOT_FOUND, CONFLICT, BAD_USER_INPUT, FORBIDDEN
   */
  async update(actor: Actor, id: number, input: Input, mode: Mode, client: Client, wanted: Wanted = null): Promise<Row> {
    await this.transaction(actor, client, (writing) => this.change(writing, [{ id, input }], mode));
    return this.list.get(actor, id, wanted);
  }

  /** Makes the same change of several; all or none. @returns how many differ from before */
  async updateMany(actor: Actor, ids: readonly number[], input: Input, client: Client): Promise<number> {
    const changes = [...new Set(ids)].map((id) => ({ id, input }));
    return this.transaction(actor, client, (writing) => this.change(writing, changes, 'part'));
  }

  /** Deletes one. @throws NOT_FOUND, CONFLICT when something hangs on it or the version is stale */
  async remove(actor: Actor, id: number, client: Client, version: number | null = null): Promise<true> {
    await this.transaction(actor, client, async (writing) => {
      const current = await this.one(writing, id);
      await this.requireCurrent(writing, current, version);
      await this.spec.beforeRemove?.(current.row, writing);
      const productId = this.productIdOf(current.row);
      refuseDependents(await countDependents((sql, params) => writing.tx.query(sql, params), this.spec.dependents ?? [], id, productId));
      for (const part of Object.values(this.spec.parts ?? {})) await part.remove(writing.tx, id);
      const label = this.labelOf(current.values);
      await writing.tx.manager.remove(current.row);
      await recordChange(writing, {
        entity: this.spec.entity, entityId: id, productId, label, action: 'delete', version: null, before: current.values, after: {},
      });
    });
    return true;
  }

  /** What hangs on one, which keeps it from being deleted. @throws NOT_FOUND */
  async dependents(actor: Actor, id: number): Promise<DependentCount[]> {
    const row = await this.list.get(actor, id, new Set(['id', 'productId']));
    const productId = (row.productId as number | undefined) ?? null;
    return countDependents((sql, params) => this.db.read(sql, params), this.spec.dependents ?? [], id, productId);
  }

  /** Runs `work` in one transaction of this actor. */
  transaction<T>(actor: Actor, client: Client, work: (writing: Writing) => Promise<T>): Promise<T> {
    return this.db.write((tx) => work(beginWriting(tx, actor, client, this.now())));
  }

  /** Stores a new row within a transaction. @returns its id */
  async insert(writing: Writing, input: Input, watch?: Watcher<E>): Promise<number> {
    const { spec } = this;
    this.grant(writing.actor, null);
    if (spec.owner === 'self') throw new Failure('FORBIDDEN', 'forbidden');
    const productId = spec.owner === 'product' ? await this.newProductId(writing, input) : null;
    const change = await judged(spec, writing, { input, mode: 'whole', current: null, productId });
    await requireReferences(writing.tx, writing.actor, fieldsOf(spec), [{ ...change, current: null }]);
    watch?.(change);
    const row = Object.assign(new spec.target(), { createdAt: writing.at }, spec.owner === 'product' ? { productId } : { companyId: writing.actor.companyId });
    await this.save(change, row as E);
    return row.id;
  }

  /** Changes rows within a transaction. @returns how many differ from before */
  async change(writing: Writing, changes: readonly Replacement[], mode: Mode, watch?: Watcher<E>): Promise<number> {
    const { spec } = this;
    const grant = this.grant(writing.actor, changes.length === 1 ? (changes[0]?.id ?? null) : null);
    const rows = await loadRows(writing.tx, spec, this.list.spec, { actor: writing.actor, grant }, changes.map(({ id }) => id));
    const breathe = breather();
    const judgedChanges: Array<readonly [Change<E>, Loaded<E>]> = [];
    for (const { id, input } of changes) {
      const current = rows.get(id);
      if (!current) throw notFound();
      await this.requireCurrent(writing, current, input.version);
      const productId = this.productIdOf(current.row);
      this.requireSameOwner(input, productId);
      judgedChanges.push([await judged(spec, writing, { input, mode, current, productId }), current]);
      await breathe();
    }
    await requireReferences(
      writing.tx,
      writing.actor,
      fieldsOf(spec),
      judgedChanges.map(([change, { values }]) => ({ ...change, current: values })),
    );
    let changed = 0;
    for (const [change, current] of judgedChanges) {
      watch?.(change);
      if (await this.save(change, current.row)) changed += 1;
      await breathe();
    }
    return changed;
  }

  /** Stores the judged values in the row and its parts, and keeps the change. False when nothing differs. */
  private async save(change: Change<E>, row: E): Promise<boolean> {
    const { spec } = this;
    const { writing, values, current } = change;
    const { tx } = writing;
    await spec.complete?.(row, change);
    const before = current?.values ?? {};
    if (current && changedFields(before, values).length === 0) return false;
    if (spec.unique) await requireUnique(tx, spec, this.list.spec.table, change, row.id ?? 0);
    const parts = Object.entries(spec.parts ?? {});
    const columns = Object.fromEntries(Object.entries(values).filter(([name]) => !spec.parts?.[name]));
    // Rises with every change, also of parts alone and within one millisecond: it makes the version count.
    const updatedAt = new Date(Math.max(writing.at.getTime(), current ? row.updatedAt.getTime() + 1 : 0));
    const saved = await tx.manager.save(Object.assign(row, columns, { updatedAt }));
    for (const [name, part] of parts) {
      if (!current || !sameValue(values[name], before[name])) await part.write(tx, saved.id, values[name], before[name]);
    }
    await spec.saved?.(saved, change);
    await recordChange(writing, {
      entity: spec.entity,
      entityId: saved.id,
      productId: this.productIdOf(saved),
      label: this.labelOf(values),
      action: current ? 'update' : 'create',
      version: saved.version,
      before,
      after: values,
    });
    return true;
  }

  private grant(actor: Actor, id: number | null): Grant {
    return this.spec.right ? this.spec.right(actor, id) : requireRight(actor, this.spec.menu, 'edit');
  }

  private async one(writing: Writing, id: number): Promise<Loaded<E>> {
    const grant = requireRight(writing.actor, this.spec.menu, 'edit');
    const rows = await loadRows(writing.tx, this.spec, this.list.spec, { actor: writing.actor, grant }, [id]);
    const found = rows.get(id);
    if (!found) throw notFound();
    return found;
  }

  private async requireCurrent({ tx, actor }: Writing, { row }: Loaded<E>, version: unknown): Promise<void> {
    if (version == null) return;
    const sent = Number(version);
    if (!Number.isInteger(sent)) throw badInput({ version: { key: 'mustBeInteger' } });
    if (sent !== row.version) await refuseStale(tx, this.spec.entity, row.id, sent, row.version, actor.companyId);
  }

  private async newProductId({ tx, actor }: Writing, input: Input): Promise<number> {
    const productId = input.productId ?? (await this.spec.productOf?.(tx, actor, input)) ?? null;
    if (productId === null) throw badInput({ productId: { key: 'required' } });
    const id = Number(productId);
    if (!Number.isInteger(id) || id < 1) throw badInput({ productId: { key: 'positiveInteger' } });
    requireProduct(actor, id);
    return id;
  }

  /** Nothing moves from one product to another: its logs would stay behind. */
  private requireSameOwner(input: Input, productId: number | null): void {
    if (this.spec.owner !== 'product' || input.productId == null || Number(input.productId) === productId) return;
    throw badInput({ productId: { key: 'neverChanges' } });
  }

  private productIdOf(row: E): number | null {
    return this.spec.owner === 'product' ? (row as unknown as { productId: number }).productId : null;
  }

  private labelOf(values: Input): string {
    return String(values[this.spec.title] ?? '');
  }
}
