import type { Actor } from '../auth/actor';
import { badInput, notFound } from '../auth/failure';
import { requireProduct } from '../auth/permissions';
import { isArchivedLog } from '../db/archive/archive';
import { withArchive } from '../db/archive/with-archive';
import { ReadTimeLimitError } from '../db/transient-error';
import { allOf, oneOf } from '../db/condition';
import { productsOf, type ListArgs, type Page } from './list-args';
import { ALL_ROWS, planRead, requireRead, scanOf, type ReadPlan } from './read-plan';
import type { Row } from './list-definition';
import { afterPosition, supportsCursors, orderColumns, positionOf } from './cursor';
import { LogPages } from './log-pages';
import type { Part, RequestedFields } from './row-reader';
import { planSelect } from './select';

/** Fields that distinguish rows with the same id. */
type Within = Readonly<Record<string, number | null | undefined>> & {
  readonly productId?: number | null | undefined;
};
/** Rows per export batch; larger batches would block other requests. */
const EXPORT_PAGE = 1000;
/** Keys per export batch in a sort order without cursors. */
const SORTED_KEYS = 50_000;
/** Values of a relation per statement. */
const RELATED_CHUNK = 1000;
const NO_FIELDS: ReadonlySet<string> = new Set();
/** Reads one setting or log, always limited to the rows that the actor may see. */
export class ListService extends LogPages {
  /** Returns the list with the archived rows of the requested products and time. */
  private async withArchived(actor: Actor, args: ListArgs): Promise<ListService> {
    if (!isArchivedLog(this.definition.table)) return this;
    const { timeFrom, timeTo } = args;
    const products = productsOf(args) ?? actor.productIds;
    const db = await withArchive(this.db, products, timeFrom?.getTime(), timeTo?.getTime());
    return db === this.db ? this : new ListService(db, () => this.definition);
  }

  /** Returns one page. `requested` names the fields to read; null: all. */
  async list(actor: Actor, args: ListArgs, requested: RequestedFields = null): Promise<Page<Row>> {
    return (await this.withArchived(actor, args)).listPage(actor, args, requested);
  }

  private async listPage(actor: Actor, args: ListArgs, requested: RequestedFields): Promise<Page<Row>> {
    const plan = await planRead(this.db, this.definition, actor, args);
    const { cursorFields, defaultSort } = this.definition;
    if (cursorFields)
      return this.cursorPage(actor, plan, args, requested).catch((error: unknown) => {
        // By time, a search says how far it looked.
        if (!(error instanceof ReadTimeLimitError) || plan.sortName === defaultSort?.name) throw error;
        throw badInput({ sortName: { key: 'narrowPeriod' } });
      });
    const { page, pageSize } = plan;
    const [{ count }, results] = await Promise.all([
      this.count(plan, 'exact'),
      this.read(actor, plan, requested, { limit: pageSize, offset: (page - 1) * pageSize }),
    ]);
    return { results, count, page, pageSize };
  }

  /**
   * Returns the row with an id. @throws NOT_FOUND when no row that the actor may see has it
   * @param within fields that distinguish rows with the same id: their product and filter fields
   */
  async get(
    actor: Actor,
    id: number | string,
    requested: RequestedFields = null,
    within: Within = {},
  ): Promise<Row> {
    const { definition } = this;
    const grant = requireRead(actor, definition);
    const { productId = null, ...fields } = within;
    if (productId !== null) requireProduct(actor, productId);
    const distinguishing = Object.entries(fields).flatMap(([name, value]) =>
      value == null ? [] : [oneOf(definition.filters?.[name]?.sql ?? '', [value])],
    );
    const where = allOf([
      ...definition.guard(actor, grant, productId === null ? null : [productId]),
      oneOf(definition.lookup ?? `e.${definition.key}`, [id]),
      ...distinguishing,
    ]);
    const one = (list: ListService) =>
      list.read(actor, scanOf(grant, where), requested, { limit: 1, offset: 0 });
    const archived = async () => one(await this.withArchived(actor, { productId }));
    const [row = (await archived())[0]] = await one(this);
    if (!row) throw notFound();
    return row;
  }

  /**
   * Returns the rows whose `field` has one of the values, ordered by key, to load a relation of many rows at
   * once.
   * Rows that the actor may not see are left out.
   */
  async related(
    actor: Actor,
    field: string,
    values: readonly (number | string)[],
    requested: RequestedFields = null,
  ): Promise<Row[]> {
    const { definition } = this;
    const grant = requireRead(actor, definition);
    const source = definition.fields[field];
    if (!source) throw new Error(`${definition.table} has no field ${field}`);
    const fields = requested && new Set([...requested, field]);
    const rows: Row[] = [];
    for (let start = 0; start < values.length; start += RELATED_CHUNK) {
      const where = allOf([
        ...definition.guard(actor, grant, null),
        oneOf(source.sql, values.slice(start, start + RELATED_CHUNK)),
      ]);
      for (const row of await this.read(actor, scanOf(grant, where), fields, { limit: ALL_ROWS, offset: 0 }))
        rows.push(row);
    }
    return rows;
  }

  /** Returns up to a page of a product's rows by their keys. Rows that the actor may not see are left out. */
  async byKeys(
    actor: Actor,
    productId: number,
    keys: readonly (string | number)[],
    requested: RequestedFields = null,
  ): Promise<Map<string | number, Row>> {
    const { definition } = this;
    const grant = requireRead(actor, definition);
    requireProduct(actor, productId);
    const where = allOf([...definition.guard(actor, grant, [productId]), oneOf(`e.${definition.key}`, keys)]);
    const all = (list: ListService) =>
      list.slice(actor, scanOf(grant, where), requested, { limit: keys.length, offset: 0 });
    const recent = await all(this);
    const { rows, positions } =
      recent.rows.length < keys.length ? await all(await this.withArchived(actor, { productId })) : recent;
    return new Map(rows.map((row, index) => [positions[index]?.[0] ?? '', row]));
  }

  /** Returns all rows at once, for lists that are short and have no pages. */
  async all(actor: Actor, args: ListArgs = {}, requested: RequestedFields = null): Promise<Row[]> {
    const plan = await planRead(this.db, this.definition, actor, args);
    return this.read(actor, plan, requested, { limit: ALL_ROWS, offset: 0 });
  }

  /**
   * Streams every row of a filter, for exports.
   * Rights and filters are checked before the first row, so errors occur before the file starts.
   */
  async open(actor: Actor, args: ListArgs, requested: RequestedFields = null): Promise<AsyncGenerator<Row>> {
    const list = await this.withArchived(actor, args);
    const plan = await planRead(list.db, this.definition, actor, { ...args, page: 1, pageSize: null });
    return list.rows(actor, plan, requested);
  }

  private async *rows(actor: Actor, plan: ReadPlan, requested: RequestedFields): AsyncGenerator<Row> {
    if (!supportsCursors(this.definition, plan)) return yield* this.sortedRows(actor, plan, requested);
    const columns = orderColumns(this.definition, plan);
    let where = plan.where;
    for (;;) {
      const { rows, positions } = await this.slice(actor, { ...plan, where }, requested, {
        limit: EXPORT_PAGE,
        offset: 0,
      });
      yield* rows;
      const last = positions.at(-1);
      if (rows.length < EXPORT_PAGE || !last) return;
      where = allOf([plan.where, afterPosition(columns, last, plan.asc)]);
    }
  }

  /**
   * Streams rows in an order without cursors. Each batch would sort all rows, so the keys are read in large
   * sorted batches and the rows are loaded by key.
   */
  private async *sortedRows(actor: Actor, plan: ReadPlan, requested: RequestedFields): AsyncGenerator<Row> {
    const columns = orderColumns(this.definition, plan);
    const { joins } = planSelect(this.definition, NO_FIELDS, plan.sortName);
    for (let offset = 0; ; offset += SORTED_KEYS) {
      const sorted = await this.readSortedRows(plan, '', joins, { limit: SORTED_KEYS, offset });
      for (let start = 0; start < sorted.length; start += EXPORT_PAGE) {
        // The key columns follow the sort column.
        const keys = sorted.slice(start, start + EXPORT_PAGE).map((row) => positionOf(columns, row).slice(1));
        const byKey = await this.rowsByKeys(actor, plan, keys, requested);
        for (const key of keys) {
          const row = byKey.get(String(key));
          // Rows deleted in the meantime are left out.
          if (row) yield row;
        }
      }
      if (sorted.length < SORTED_KEYS) return;
    }
  }

  private async read(actor: Actor, plan: ReadPlan, requested: RequestedFields, part: Part): Promise<Row[]> {
    return (await this.slice(actor, plan, requested, part)).rows;
  }
}
