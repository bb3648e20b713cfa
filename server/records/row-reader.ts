import type { UnknownRecord } from '../../shared/records';
import { createTrafficYield } from '../backpressure/traffic-load';
import type { Actor } from '../auth/actor';
import { isUnion } from '../db/archive/with-archive';
import type { Database } from '../db/database';
import { ReadTimeLimitError } from '../db/transient-error';
import { allOf, fromIndex, oneOf, type Condition } from '../db/condition';
import { ofIds, type RowCount } from './count-by-days';
import type { CountMode } from './list-args';
import type { ListDefinition, Row } from './list-definition';
import {
  afterPosition,
  comparePositions,
  supportsCursors,
  orderColumns,
  positionOf,
  type Position,
  type SortValues,
} from './cursor';
import { maskRows } from './masks';
import { rangeWhere } from './range-read';
import { ALL_ROWS, scanOf, type ReadPlan } from './read-plan';
import { planSelect } from './select';

export type RequestedFields = ReadonlySet<string> | null;
export type Part = { readonly limit: number; readonly offset: number };

/** Rows with their positions in the sort order. */
export interface Slice {
  readonly rows: Row[];
  readonly positions: Position[];
  /** Time up to which a search looked, if it did not finish. */
  readonly searchedTo?: number;
}

/** From this offset on, the start of a page is located by the sort columns alone. */
const LARGE_OFFSET = 300;
/** Maximum of sorted parts to merge; each adds a SELECT to a statement. */
const MAX_PARTS = 100;
/** Rows converted between checks for waiting requests, and the milliseconds before yielding to them. */
const ROWS_PER_STEP = 25;
const STEP_MS = 2;
/** Maximum of rows before a page if they come from several places. */
const MAX_MERGED = 200_000;
/** Maximum of log rows to count if a capped count is enough. */
export const COUNT_CAP = 100_000;

const orderBy = (columns: readonly string[], { asc }: ReadPlan): string =>
  columns.map((sql) => `${sql} ${asc ? 'ASC' : 'DESC'}`).join(', ');

/** Runs the statements of a list for its read plans. */
export class RowReader {
  private cachedDefinition?: ListDefinition;

  /** `makeDefinition` is called once, when the database is ready to read its columns. */
  constructor(
    protected readonly db: Database,
    private readonly makeDefinition: () => ListDefinition,
  ) {}

  get definition(): ListDefinition {
    return (this.cachedDefinition ??= this.makeDefinition());
  }

  /**
   * Returns the FROM clause with an index hint if needed.
   * If only products and time narrow a log, MariaDB needs the hint. If most rows belong to one product, it
   * would choose the product index and walk from the newest row back to the requested time. If most rows have
   * one value, it would walk past all newer rows of other values.
   * A value range is read through its own index, or by time if it holds many rows.
   */
  protected fromClause(plan: ReadPlan): string {
    const { table, dayCount, defaultSort } = this.definition;
    const { dialect } = this.db;
    if (plan.by === 'range')
      return fromIndex(dialect, table, plan.range.few || !dayCount ? plan.range.index : dayCount.byTime);
    if (dayCount && plan.by === 'search') return fromIndex(dialect, table, dayCount.byTime);
    const of = plan.by === 'days' && plan.span.products.length === 1 ? plan.span.of : null;
    const part = of?.ids.length === 1 ? dayCount?.[of.part] : undefined;
    if (part) return fromIndex(dialect, table, part.index);
    const index = plan.by === 'days' ? dayCount?.byTime : plan.by === 'value' ? plan.index : undefined;
    return index && dialect === 'mysql' && plan.sortName === defaultSort?.name
      ? fromIndex(dialect, table, index)
      : `${table} e`;
  }

  /** Returns the WHERE condition in the form that the chosen value-range index needs. */
  protected whereOf(plan: ReadPlan): Condition {
    return plan.by === 'range' && plan.range.few
      ? rangeWhere(this.db.dialect, plan.range, plan.where)
      : plan.where;
  }

  protected async hasRowsBefore(plan: ReadPlan, place: Position): Promise<boolean> {
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

  /** Returns the parts of a log that an index returns in order: the rows of each product, ad or network. */
  private partsOf(plan: ReadPlan): ReadPlan[] {
    const { dayCount, defaultSort } = this.definition;
    if (!dayCount || plan.by !== 'days' || plan.sortName !== defaultSort?.name) return [plan];
    const { products, of } = plan.span;
    const parts = products.flatMap((productId) =>
      (of ? of.ids.map((id) => ({ ...of, ids: [id] })) : [null]).map((one) => {
        const span = { ...plan.span, products: [productId], of: one };
        const where = allOf([plan.where, oneOf('e.product_id', [productId]), ofIds(dayCount, span)]);
        return { ...plan, span, where };
      }),
    );
    // More parts likely hold most rows of the log.
    return parts.length > MAX_PARTS ? [plan] : parts;
  }

  /** Returns rows at an offset, located by the sort columns alone because whole rows are many times larger. */
  protected async sliceAtOffset(
    actor: Actor,
    plan: ReadPlan,
    requested: RequestedFields,
    { limit, offset }: Part,
  ): Promise<Slice> {
    const parts = this.partsOf(plan);
    const isSorted = parts.length === 1 && !(plan.by === 'range' && plan.range.few);
    if (
      (offset < LARGE_OFFSET && isSorted) ||
      plan.sortName === null ||
      !supportsCursors(this.definition, plan)
    )
      return this.slice(actor, plan, requested, { limit, offset });
    const columns = orderColumns(this.definition, plan);
    const keys = await this.readKeys(parts, { limit, offset });
    const places = keys.map((row) => positionOf(columns, row));
    // The key columns follow the sort column.
    const byKey = await this.rowsByKeys(
      actor,
      plan,
      places.map((place) => place.slice(1)),
      requested,
    );
    const found = places.flatMap((place) => {
      const row = byKey.get(String(place.slice(1)));
      return row ? [{ row, place }] : [];
    });
    return { rows: found.map(({ row }) => row), positions: found.map(({ place }) => place) };
  }

  /**
   * Returns rows that a query found by their keys. @param keys the key of each row, with its product if keys are unique
   * only within it
   */
  protected async rowsByKeys(
    actor: Actor,
    { grant, annotate = [] }: ReadPlan,
    keys: readonly Position[],
    requested: RequestedFields,
  ): Promise<Map<string, Row>> {
    const { key: id, keyWithin } = this.definition;
    const valuesOf = (place: number) => [...new Set(keys.flatMap((key) => key[place] ?? []))];
    const keyed = allOf([
      ...(keyWithin ? [oneOf(`e.${keyWithin}`, valuesOf(1))] : []),
      oneOf(`e.${id}`, valuesOf(0)),
    ]);
    const { rows, positions } = await this.slice(actor, { ...scanOf(grant, keyed), annotate }, requested, {
      limit: ALL_ROWS,
      offset: 0,
    });
    return new Map(rows.map((row, index) => [String(positions[index]), row]));
  }

  protected async countRows(plan: ReadPlan, condition: Condition, counting: CountMode): Promise<RowCount> {
    const { table } = this.definition;
    const { dialect } = this.db;
    const { from, where } =
      plan.by === 'lookup'
        ? plan.countable
        : plan.by === 'range'
          ? {
              from: fromIndex(dialect, table, plan.range.index),
              where: rangeWhere(dialect, plan.range, condition),
            }
          : { from: plan.by === 'search' ? this.fromClause(plan) : `${table} e`, where: condition };
    const rows = `FROM ${from} WHERE ${where.sql}`;
    const capped = counting === 'capped';
    const sql = capped
      ? `SELECT COUNT(*) AS n FROM (SELECT 1 AS one ${rows} LIMIT ${COUNT_CAP + 1}) c`
      : `SELECT COUNT(*) AS n ${rows}`;
    const counts = await this.db.read<{ n: number | string }>(sql, where.params);
    const count = counts.reduce((sum, { n }) => sum + Number(n), 0);
    return capped && count > COUNT_CAP ? { count: COUNT_CAP, exact: false } : { count, exact: true };
  }

  /** Reads rows with their positions in the sort order. */
  protected async slice(
    actor: Actor,
    plan: ReadPlan,
    requested: RequestedFields,
    part: Part,
  ): Promise<Slice> {
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

  /** Returns the SQL and the parameters of sorted rows with their sort values, except for LIMIT. */
  private sortedSelect(plan: ReadPlan, columns = '', joins = '') {
    const order = orderColumns(this.definition, plan);
    const keys = order.map((sql, index) => `${sql} AS k${index}`).join(', ');
    const where = this.whereOf(plan);
    const sql = `SELECT ${columns} ${keys} FROM ${this.fromClause(plan)} ${joins} WHERE ${where.sql} ORDER BY ${orderBy(order, plan)}`;
    return { sql, params: where.params };
  }

  /** Reads the sort values of rows from parts that are each sorted. */
  private readKeys(parts: readonly ReadPlan[], { limit, offset }: Part): Promise<SortValues[]> {
    const [plan, ...more] = parts;
    if (!plan) return Promise.resolve([]);
    if (more.length === 0) return this.readSortedRows(plan, '', '', { limit, offset });
    const sorted = parts.map((part) => this.sortedSelect(part));
    const order = orderColumns(this.definition, plan).map((_, index) => `k${index}`);
    const all = sorted.map(({ sql }) => `SELECT * FROM (${sql} LIMIT ?) part`).join(' UNION ALL ');
    return this.readPart<SortValues>(
      `SELECT * FROM (${all}) parts ORDER BY ${orderBy(order, plan)}`,
      sorted.flatMap(({ params }) => [...params, limit + offset]),
      { limit, offset },
      plan,
    );
  }

  /**
   * Reads a part of sorted rows. Of a log with archived days, the database and the archive each return all rows up to
   * its end.
   * @throws ReadTimeLimitError if these are too many
   */
  private async readPart<T extends SortValues>(
    sql: string,
    params: Condition['params'],
    { limit, offset }: Part,
    plan: ReadPlan,
  ): Promise<T[]> {
    if (!isUnion(this.db)) return this.db.read<T>(`${sql} LIMIT ? OFFSET ?`, [...params, limit, offset]);
    if (offset > MAX_MERGED) throw new ReadTimeLimitError();
    const rows = await this.db.read<T>(`${sql} LIMIT ?`, [...params, limit + offset]);
    const columns = orderColumns(this.definition, plan);
    const placed = rows.map((row) => ({ row, place: positionOf(columns, row) }));
    placed.sort((a, b) => (plan.asc ? 1 : -1) * comparePositions(a.place, b.place));
    return placed.slice(offset, offset + limit).map(({ row }) => row);
  }

  /** Reads rows with their sort values. */
  protected readSortedRows(
    plan: ReadPlan,
    columns: string,
    joins: string,
    part: Part,
  ): Promise<(UnknownRecord & SortValues)[]> {
    const { sql, params } = this.sortedSelect(plan, columns, joins);
    return this.readPart<UnknownRecord & SortValues>(sql, params, part, plan);
  }
}
