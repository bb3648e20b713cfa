import type { UnknownRecord } from '../../shared/records';
import { createTrafficYield } from '../backpressure/traffic-load';
import type { Actor } from '../auth/actor';
import { notFound } from '../auth/failure';
import { requireProduct } from '../auth/permissions';
import type { Database } from '../db/database';
import { allOf, oneOf, type Condition } from '../db/condition';
import { countByDays, type RowCount } from './count-by-days';
import type { CountMode, ListArgs, Page } from './list-args';
import { ALL_ROWS, planRead, requireRead, scanOf, type ReadPlan } from './read-plan';
import type { ListDefinition, Row } from './list-definition';
import {
  afterPosition,
  supportsCursors,
  orderColumns,
  positionOf,
  type SortValues,
  readPageBound,
  encodeCursor,
  type Position,
} from './cursor';
import { maskRows } from './masks';
import { fromRange, rangeWhere, fromIndex } from './range-read';
import { planSelect } from './select';

type RequestedFields = ReadonlySet<string> | null;
/** Fields that distinguish rows with the same id. */
type Within = Readonly<Record<string, number | null | undefined>> & {
  readonly productId?: number | null | undefined;
};
type Part = { readonly limit: number; readonly offset: number };

/** Rows with their positions in the sort order. */
interface Slice {
  readonly rows: Row[];
  readonly positions: Position[];
}

/** From this offset on, the start of a page is located by the sort columns alone. */
const LARGE_OFFSET = 1000;
/** Rows per export batch; larger batches would block other requests. */
const EXPORT_PAGE = 1000;
/** Keys per export batch in a sort order without cursors. */
const SORTED_KEYS = 50_000;
/** Rows converted between checks for waiting requests, and the milliseconds before yielding to them. */
const ROWS_PER_STEP = 25;
const STEP_MS = 2;
/** Maximum of log rows to count if a capped count is enough. */
export const COUNT_CAP = 100_000;
/** Limits of counting by day: rows of days without a stored count, and products. */
const MAX_COUNTED_ROWS = 1_000_000;
const MAX_COUNTED_PRODUCTS = 20;
/** Values of a relation per statement. */
const RELATED_CHUNK = 1000;
const NO_FIELDS: ReadonlySet<string> = new Set();
/** Reads one setting or log, always limited to the rows that the actor may see. */
export class ListService {
  private cachedDefinition?: ListDefinition;

  /** `makeDefinition` is called once, when the database is ready to read its columns. */
  constructor(
    protected readonly db: Database,
    private readonly makeDefinition: () => ListDefinition,
  ) {}

  get definition(): ListDefinition {
    return (this.cachedDefinition ??= this.makeDefinition());
  }

  /** Returns one page. `requested` names the fields to read; null: all. */
  async list(actor: Actor, args: ListArgs, requested: RequestedFields = null): Promise<Page<Row>> {
    const plan = await planRead(this.db, this.definition, actor, args);
    if (this.definition.cursorFields) return this.cursorPage(actor, plan, args, requested);
    const { page, pageSize } = plan;
    const [{ count }, results] = await Promise.all([
      this.count(plan, 'exact'),
      this.read(actor, plan, requested, { limit: pageSize, offset: (page - 1) * pageSize }),
    ]);
    return { results, count, page, pageSize };
  }

  /** Returns one page of a log, by number or by cursor; a cursor costs the same at any depth. */
  private async cursorPage(
    actor: Actor,
    plan: ReadPlan,
    args: ListArgs,
    requested: RequestedFields,
  ): Promise<Page<Row>> {
    const { page, pageSize, asc } = plan;
    const jump = readPageBound(this.definition, plan, args);
    const atEnd = jump?.by === 'end';
    const back = atEnd || jump?.by === 'before';
    const part = { limit: pageSize + 1, offset: jump ? 0 : (page - 1) * pageSize };
    const pagePlan = {
      ...plan,
      asc: asc !== back,
      where: jump ? allOf([plan.where, jump.where]) : plan.where,
    };
    const counting = args.count ?? 'exact';
    const [total, { rows, positions }] = await Promise.all([
      this.count(plan, counting),
      this.sliceAtOffset(actor, pagePlan, requested, part),
    ]);
    // The last page holds the remainder of the preceding full pages, if the exact count is known.
    const size = atEnd && total.exact ? total.count % pageSize || pageSize : pageSize;
    const more = rows.length > size;
    const [results, at] = [rows.slice(0, size), positions.slice(0, size)];
    const { count, exact } = counting === 'none' ? { count: results.length, exact: false } : total;
    if (back) [results, at].forEach((list) => list.reverse());
    const textOf = (place: Position | undefined) =>
      place && supportsCursors(this.definition, plan) ? encodeCursor(plan, place) : null;
    const [first] = at;
    const precedes =
      jump === null
        ? page > 1
        : back
          ? more
          : jump.by === 'after' || (first !== undefined && (await this.hasRowsBefore(plan, first)));
    return {
      results,
      count,
      page,
      pageSize,
      countExact: exact,
      next: (back ? !atEnd : more) ? textOf(at.at(-1)) : null,
      previous: precedes ? textOf(first) : null,
    };
  }

  /** Returns rows at an offset, located by the sort columns alone because whole rows are many times larger. */
  private async sliceAtOffset(
    actor: Actor,
    plan: ReadPlan,
    requested: RequestedFields,
    { limit, offset }: Part,
  ): Promise<Slice> {
    if (offset < LARGE_OFFSET || !supportsCursors(this.definition, plan))
      return this.slice(actor, plan, requested, { limit, offset });
    const columns = orderColumns(this.definition, plan);
    const [first] = await this.readSortedRows(plan, '', '', { limit: 1, offset });
    if (!first) return { rows: [], positions: [] };
    const where = allOf([plan.where, afterPosition(columns, positionOf(columns, first), plan.asc, '=')]);
    return this.slice(actor, { ...plan, where }, requested, { limit, offset: 0 });
  }

  /**
   * Returns the FROM clause with an index hint if needed.
   * If only products and time narrow a log, MariaDB needs the hint. If most rows belong to one product, it
   * would choose the product index and walk from the newest row back to the requested time. If most rows have
   * one value, it would walk past all newer rows of other values.
   * A value range is read through its own index, or by time if it holds many rows.
   */
  private fromClause(plan: ReadPlan): string {
    const { table, dayCount, defaultSort } = this.definition;
    const { dialect } = this.db;
    if (plan.by === 'range')
      return plan.range.few || !dayCount
        ? fromRange(dialect, table, plan.range.index)
        : fromIndex(dialect, table, dayCount.byTime);
    const index = plan.by === 'days' ? dayCount?.byTime : plan.by === 'value' ? plan.index : undefined;
    return index && dialect === 'mysql' && plan.sortName === defaultSort?.name
      ? fromIndex(dialect, table, index)
      : `${table} e`;
  }

  /** Returns the WHERE condition in the form that the chosen value-range index needs. */
  private whereOf(plan: ReadPlan): Condition {
    return plan.by === 'range' && plan.range.few
      ? rangeWhere(this.db.dialect, plan.range, plan.where)
      : plan.where;
  }

  private async hasRowsBefore(plan: ReadPlan, place: Position): Promise<boolean> {
    const where = this.whereOf({
      ...plan,
      where: allOf([plan.where, afterPosition(orderColumns(this.definition, plan), place, !plan.asc)]),
    });
    const rows = await this.db.read(
      `SELECT 1 AS one FROM ${this.fromClause(plan)} WHERE ${where.sql} LIMIT 1`,
      where.params,
    );
    return rows.length > 0;
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
    const [row] = await this.read(actor, scanOf(grant, where), requested, { limit: 1, offset: 0 });
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
    const { rows, positions } = await this.slice(actor, scanOf(grant, where), requested, {
      limit: keys.length,
      offset: 0,
    });
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
    const plan = await planRead(this.db, this.definition, actor, { ...args, page: 1, pageSize: null });
    return this.rows(actor, plan, requested);
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

  /**
   * Returns rows of a query by their keys. @param keys the key of each row, with its product if keys are unique
   * only within it
   */
  private async rowsByKeys(
    actor: Actor,
    { grant, where, annotate = [] }: ReadPlan,
    keys: readonly Position[],
    requested: RequestedFields,
  ): Promise<Map<string, Row>> {
    const keyed = allOf([
      where,
      oneOf(`e.${this.definition.key}`, [...new Set(keys.flatMap(([key]) => key ?? []))]),
    ]);
    const { rows, positions } = await this.slice(actor, { ...scanOf(grant, keyed), annotate }, requested, {
      limit: ALL_ROWS,
      offset: 0,
    });
    return new Map(rows.map((row, index) => [String(positions[index]), row]));
  }

  private async count(plan: ReadPlan, counting: CountMode): Promise<RowCount> {
    if (counting === 'none') return { count: 0, exact: false };
    const { table, dayCount, time } = this.definition;
    if (plan.by === 'days' && dayCount && time && plan.span.products.length <= MAX_COUNTED_PRODUCTS)
      return countByDays(this.db, dayCount, time, plan.span, counting === 'capped' ? MAX_COUNTED_ROWS : null);
    const { dialect } = this.db;
    const { from, where } =
      plan.by === 'lookup'
        ? plan.countable
        : plan.by === 'range'
          ? {
              from: fromRange(dialect, table, plan.range.index),
              where: rangeWhere(dialect, plan.range, plan.where),
            }
          : { from: `${table} e`, where: plan.where };
    const rows = `FROM ${from} WHERE ${where.sql}`;
    const capped = counting === 'capped';
    const sql = capped
      ? `SELECT COUNT(*) AS n FROM (SELECT 1 AS one ${rows} LIMIT ${COUNT_CAP + 1}) c`
      : `SELECT COUNT(*) AS n ${rows}`;
    const [row] = await this.db.read<{ n: number | string }>(sql, where.params);
    const count = Number(row?.n ?? 0);
    return capped && count > COUNT_CAP ? { count: COUNT_CAP, exact: false } : { count, exact: true };
  }

  private async read(actor: Actor, plan: ReadPlan, requested: RequestedFields, part: Part): Promise<Row[]> {
    return (await this.slice(actor, plan, requested, part)).rows;
  }

  /** Reads rows with their positions in the sort order. */
  private async slice(actor: Actor, plan: ReadPlan, requested: RequestedFields, part: Part): Promise<Slice> {
    const { definition, db } = this;
    const select = planSelect(definition, requested, plan.sortName);
    const order = orderColumns(definition, plan);
    const raw = await this.readSortedRows(plan, `${select.columns},`, select.joins, part);
    const rows: Row[] = [];
    // Converting rows can cost more than reading them.
    const yieldToTraffic = createTrafficYield(STEP_MS);
    for (let start = 0; start < raw.length; start += ROWS_PER_STEP) {
      rows.push(...select.toRows(raw.slice(start, start + ROWS_PER_STEP)));
      await yieldToTraffic();
    }
    await definition.complete?.(rows, { db, actor, grant: plan.grant, requested });
    for (const annotate of plan.annotate ?? []) await annotate(rows, requested);
    maskRows(definition, plan.grant, rows);
    return { rows, positions: raw.map((row) => positionOf(order, row)) };
  }

  /** Reads rows with their sort values. */
  private readSortedRows(
    plan: ReadPlan,
    columns: string,
    joins: string,
    part: Part,
  ): Promise<(UnknownRecord & SortValues)[]> {
    const order = orderColumns(this.definition, plan);
    const direction = plan.asc ? 'ASC' : 'DESC';
    const where = this.whereOf(plan);
    return this.db.read<UnknownRecord & SortValues>(
      `SELECT ${columns} ${order.map((sql, index) => `${sql} AS k${index}`).join(', ')} FROM ${this.fromClause(plan)} ${joins} WHERE ${where.sql}
       ORDER BY ${order.map((sql) => `${sql} ${direction}`).join(', ')} LIMIT ? OFFSET ?`,
      [...where.params, part.limit, part.offset],
    );
  }
}
