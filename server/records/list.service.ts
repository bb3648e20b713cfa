import type { UnknownRecord } from '../../shared/records';
import { breather } from '../backpressure/yield-to-traffic';
import type { Actor } from '../auth/actor';
import { notFound } from '../auth/failure';
import { requireProduct } from '../auth/permissions';
import type { Database } from '../db/database';
import { allOf, oneOf, type Condition } from './condition';
import { countByDays, type Counted } from './count-by-days';
import type { Counting, ListArgs, Page } from './list-args';
import { listQuery, requireReader, type ListQuery } from './list-query';
import type { ListSpec, Row } from './list-spec';
import { behind, isSteady, orderColumns, placeOf, type Orders } from './keyset';
import { maskRows } from './masks';
import { jumpOf, placeText, type Place } from './places';
import { byRange, rangedWhere, readBy } from './ranged';
import { planSelect } from './select';

type Wanted = ReadonlySet<string> | null;
/** Fields that distinguish rows with the same id. */
type Within = Readonly<Record<string, number | null | undefined>> & {
  readonly productId?: number | null | undefined;
};
type Part = { readonly limit: number; readonly offset: number };

/** Rows with their positions in the sort order. */
interface Slice {
  readonly rows: Row[];
  readonly places: Place[];
}

/** From this offset on, the start of a page is located by the sort columns alone. */
const FAR = 1000;
/** Rows per export batch; larger batches would block other requests. */
const EXPORT_PAGE = 1000;
/** Keys per export batch in a sort order without cursors. */
const SORTED_AT_ONCE = 50_000;
/** Rows converted between checks for waiting requests, and the milliseconds before yielding to them. */
const MADE_AT_ONCE = 25;
const PIECE_MS = 2;
/** Maximum of log rows to count if a capped count is enough. */
export const COUNT_CAP = 100_000;
/** Limits of counting by day: rows of days without a stored count, and products. */
const ONE_BY_ONE = 1_000_000;
const BY_DAYS = 20;
/** Values of a relation per statement. */
const RELATED_CHUNK = 1000;
const NO_FIELDS: ReadonlySet<string> = new Set();
/** More rows than any list has. */
const ALL = 2_147_483_647;

/** Reads one entity or log, always limited to the rows that the actor may see. */
export class ListService {
  private made?: ListSpec;

  /** `makeSpec` is called once, when the database is ready to read its columns. */
  constructor(
    protected readonly db: Database,
    private readonly makeSpec: () => ListSpec,
  ) {}

  get spec(): ListSpec {
    return (this.made ??= this.makeSpec());
  }

  /** Returns one page. `wanted` names the fields to read; null: all. */
  async list(actor: Actor, args: ListArgs, wanted: Wanted = null): Promise<Page<Row>> {
    const query = await listQuery(this.db, this.spec, actor, args);
    if (this.spec.steady) return this.placed(actor, query, args, wanted);
    const { page, pageSize } = query;
    const [{ count }, results] = await Promise.all([
      this.count(query, 'exact'),
      this.read(actor, query, wanted, { limit: pageSize, offset: (page - 1) * pageSize }),
    ]);
    return { results, count, page, pageSize };
  }

  /** Returns one page of a log, by number or by cursor; a cursor costs the same at any depth. */
  private async placed(actor: Actor, query: ListQuery, args: ListArgs, wanted: Wanted): Promise<Page<Row>> {
    const { page, pageSize, asc } = query;
    const jump = jumpOf(this.spec, query, args);
    const atEnd = jump?.by === 'end';
    const back = atEnd || jump?.by === 'before';
    const part = { limit: pageSize + 1, offset: jump ? 0 : (page - 1) * pageSize };
    const asked = {
      ...query,
      asc: asc !== back,
      where: jump ? allOf([query.where, jump.where]) : query.where,
    };
    const counting = args.count ?? 'exact';
    const [counted, { rows, places }] = await Promise.all([
      this.count(query, counting),
      this.numbered(actor, asked, wanted, part),
    ]);
    // The last page holds the remainder of the preceding full pages, if the exact count is known.
    const size = atEnd && counted.exact ? counted.count % pageSize || pageSize : pageSize;
    const more = rows.length > size;
    const [results, at] = [rows.slice(0, size), places.slice(0, size)];
    const { count, exact } = counting === 'none' ? { count: results.length, exact: false } : counted;
    if (back) [results, at].forEach((list) => list.reverse());
    const textOf = (place: Place | undefined) =>
      place && isSteady(this.spec, query) ? placeText(query, place) : null;
    const [first] = at;
    const precedes =
      jump === null
        ? page > 1
        : back
          ? more
          : jump.by === 'after' || (first !== undefined && (await this.anyBefore(query, first)));
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
  private async numbered(
    actor: Actor,
    query: ListQuery,
    wanted: Wanted,
    { limit, offset }: Part,
  ): Promise<Slice> {
    if (offset < FAR || !isSteady(this.spec, query))
      return this.slice(actor, query, wanted, { limit, offset });
    const columns = orderColumns(this.spec, query);
    const [first] = await this.places(query, '', '', { limit: 1, offset });
    if (!first) return { rows: [], places: [] };
    const where = allOf([query.where, behind(columns, placeOf(columns, first), query.asc, '=')]);
    return this.slice(actor, { ...query, where }, wanted, { limit, offset: 0 });
  }

  /**
   * Returns the FROM clause with an index hint if needed.
   * If only products and time narrow a log, MariaDB needs the hint. If most rows belong to one product, it
   * would choose the product index and walk from the newest row back to the requested time. If most rows have
   * one value, it would walk past all newer rows of other values.
   * A value range is read through its own index, or by time if it holds many rows.
   */
  private from({ span, sortName, ranged, byValue }: ListQuery): string {
    const { table, dayCount, defaultSort } = this.spec;
    if (ranged?.few) return byRange(this.db.dialect, table, ranged.index);
    if (ranged && dayCount) return readBy(this.db.dialect, table, dayCount.byTime);
    const index = span ? dayCount?.byTime : byValue;
    return index && this.db.dialect === 'mysql' && sortName === defaultSort?.name
      ? readBy('mysql', table, index)
      : `${table} e`;
  }

  /** Returns the WHERE condition in the form that the chosen value-range index needs. */
  private whereOf({ where, ranged }: Pick<ListQuery, 'where' | 'ranged'>): Condition {
    return ranged?.few ? rangedWhere(this.db.dialect, ranged, where) : where;
  }

  private async anyBefore(query: ListQuery, place: Place): Promise<boolean> {
    const where = this.whereOf({
      ...query,
      where: allOf([query.where, behind(orderColumns(this.spec, query), place, !query.asc)]),
    });
    const found = await this.db.read(
      `SELECT 1 AS one FROM ${this.from(query)} WHERE ${where.sql} LIMIT 1`,
      where.params,
    );
    return found.length > 0;
  }

  /**
   * Returns the row with an id. @throws NOT_FOUND when no row that the actor may see has it
   * @param within fields that distinguish rows with the same id: their product and filter fields
   */
  async get(actor: Actor, id: number | string, wanted: Wanted = null, within: Within = {}): Promise<Row> {
    const { spec } = this;
    const grant = requireReader(actor, spec);
    const { productId = null, ...fields } = within;
    if (productId !== null) requireProduct(actor, productId);
    const apart = Object.entries(fields).flatMap(([name, value]) =>
      value == null ? [] : [oneOf(spec.filters?.[name]?.sql ?? '', [value])],
    );
    const where = allOf([
      ...spec.guard(actor, grant, productId === null ? null : [productId]),
      oneOf(spec.lookup ?? `e.${spec.key}`, [id]),
      ...apart,
    ]);
    const query: ListQuery = { grant, where, sortName: null, asc: true, page: 1, pageSize: 1 };
    const [row] = await this.read(actor, query, wanted, { limit: 1, offset: 0 });
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
    wanted: Wanted = null,
  ): Promise<Row[]> {
    const { spec } = this;
    const grant = requireReader(actor, spec);
    const source = spec.fields[field];
    if (!source) throw new Error(`${spec.table} has no field ${field}`);
    const fields = wanted && new Set([...wanted, field]);
    const rows: Row[] = [];
    for (let start = 0; start < values.length; start += RELATED_CHUNK) {
      const where = allOf([
        ...spec.guard(actor, grant, null),
        oneOf(source.sql, values.slice(start, start + RELATED_CHUNK)),
      ]);
      const query: ListQuery = { grant, where, sortName: null, asc: true, page: 1, pageSize: ALL };
      for (const row of await this.read(actor, query, fields, { limit: ALL, offset: 0 })) rows.push(row);
    }
    return rows;
  }

  /** Returns up to a page of a product's rows by their keys. Rows that the actor may not see are left out. */
  async byKeys(
    actor: Actor,
    productId: number,
    keys: readonly (string | number)[],
    wanted: Wanted = null,
  ): Promise<Map<string | number, Row>> {
    const { spec } = this;
    const grant = requireReader(actor, spec);
    requireProduct(actor, productId);
    const where = allOf([...spec.guard(actor, grant, [productId]), oneOf(`e.${spec.key}`, keys)]);
    const { rows, places } = await this.slice(
      actor,
      { grant, where, sortName: null, asc: true, page: 1, pageSize: keys.length },
      wanted,
      { limit: keys.length, offset: 0 },
    );
    return new Map(rows.map((row, index) => [places[index]?.[0] ?? '', row]));
  }

  /**
   * Streams every row of a filter, for exports.
   * Rights and filters are checked before the first row, so errors occur before the file starts.
   */
  async open(actor: Actor, args: ListArgs, wanted: Wanted = null): Promise<AsyncGenerator<Row>> {
    const query = await listQuery(this.db, this.spec, actor, { ...args, page: 1, pageSize: null });
    return this.rows(actor, query, wanted);
  }

  private async *rows(actor: Actor, query: ListQuery, wanted: Wanted): AsyncGenerator<Row> {
    if (!isSteady(this.spec, query)) return yield* this.sortedRows(actor, query, wanted);
    const columns = orderColumns(this.spec, query);
    let where = query.where;
    for (;;) {
      const { rows, places } = await this.slice(actor, { ...query, where }, wanted, {
        limit: EXPORT_PAGE,
        offset: 0,
      });
      yield* rows;
      const last = places.at(-1);
      if (rows.length < EXPORT_PAGE || !last) return;
      where = allOf([query.where, behind(columns, last, query.asc)]);
    }
  }

  /**
   * Streams rows in an order without cursors. Each batch would sort all rows, so the keys are read in large
   * sorted batches and the rows are loaded by key.
   */
  private async *sortedRows(actor: Actor, query: ListQuery, wanted: Wanted): AsyncGenerator<Row> {
    const columns = orderColumns(this.spec, query);
    const { joins } = planSelect(this.spec, NO_FIELDS, query.sortName);
    for (let offset = 0; ; offset += SORTED_AT_ONCE) {
      const found = await this.places(query, '', joins, { limit: SORTED_AT_ONCE, offset });
      for (let start = 0; start < found.length; start += EXPORT_PAGE) {
        // The key columns follow the sort column.
        const keys = found.slice(start, start + EXPORT_PAGE).map((row) => placeOf(columns, row).slice(1));
        const byKey = await this.rowsByKeys(actor, query, keys, wanted);
        for (const key of keys) {
          const row = byKey.get(String(key));
          // Rows deleted in the meantime are left out.
          if (row) yield row;
        }
      }
      if (found.length < SORTED_AT_ONCE) return;
    }
  }

  /**
   * Returns rows of a query by their keys. @param keys the key of each row, with its product if keys are unique
   * only within it
   */
  private async rowsByKeys(
    actor: Actor,
    { grant, where, tell = [] }: ListQuery,
    keys: readonly Place[],
    wanted: Wanted,
  ): Promise<Map<string, Row>> {
    const named = allOf([
      where,
      oneOf(`e.${this.spec.key}`, [...new Set(keys.flatMap(([key]) => key ?? []))]),
    ]);
    const { rows, places } = await this.slice(
      actor,
      { grant, where: named, sortName: null, asc: true, page: 1, pageSize: ALL, tell },
      wanted,
      { limit: ALL, offset: 0 },
    );
    return new Map(rows.map((row, index) => [String(places[index]), row]));
  }

  private async count({ where, span, ranged, countable }: ListQuery, counting: Counting): Promise<Counted> {
    if (counting === 'none') return { count: 0, exact: false };
    const { table, dayCount, time } = this.spec;
    if (dayCount && time && span && span.products.length <= BY_DAYS)
      return countByDays(this.db, dayCount, time, span, counting === 'capped' ? ONE_BY_ONE : null);
    const asked = countable?.where ?? (ranged ? rangedWhere(this.db.dialect, ranged, where) : where);
    const rows = `FROM ${countable ? countable.from : ranged ? byRange(this.db.dialect, table, ranged.index) : `${table} e`} WHERE ${asked.sql}`;
    const capped = counting === 'capped';
    const sql = capped
      ? `SELECT COUNT(*) AS n FROM (SELECT 1 AS one ${rows} LIMIT ${COUNT_CAP + 1}) c`
      : `SELECT COUNT(*) AS n ${rows}`;
    const [row] = await this.db.read<{ n: number | string }>(sql, asked.params);
    const count = Number(row?.n ?? 0);
    return capped && count > COUNT_CAP ? { count: COUNT_CAP, exact: false } : { count, exact: true };
  }

  private async read(actor: Actor, query: ListQuery, wanted: Wanted, part: Part): Promise<Row[]> {
    return (await this.slice(actor, query, wanted, part)).rows;
  }

  /** Reads rows with their positions in the sort order. */
  private async slice(actor: Actor, query: ListQuery, wanted: Wanted, part: Part): Promise<Slice> {
    const { spec, db } = this;
    const select = planSelect(spec, wanted, query.sortName);
    const order = orderColumns(spec, query);
    const raw = await this.places(query, `${select.columns},`, select.joins, part);
    const rows: Row[] = [];
    // Converting rows can cost more than reading them.
    const breathe = breather(PIECE_MS);
    for (let start = 0; start < raw.length; start += MADE_AT_ONCE) {
      rows.push(...select.toRows(raw.slice(start, start + MADE_AT_ONCE)));
      await breathe();
    }
    await spec.complete?.(rows, { db, actor, grant: query.grant, wanted });
    for (const tell of query.tell ?? []) await tell(rows, wanted);
    maskRows(spec, query.grant, rows);
    return { rows, places: raw.map((row) => placeOf(order, row)) };
  }

  /** Reads rows with their sort values. */
  private places(
    query: ListQuery,
    columns: string,
    joins: string,
    part: Part,
  ): Promise<(UnknownRecord & Orders)[]> {
    const order = orderColumns(this.spec, query);
    const direction = query.asc ? 'ASC' : 'DESC';
    const where = this.whereOf(query);
    return this.db.read<UnknownRecord & Orders>(
      `SELECT ${columns} ${order.map((sql, index) => `${sql} AS k${index}`).join(', ')} FROM ${this.from(query)} ${joins} WHERE ${where.sql}
       ORDER BY ${order.map((sql) => `${sql} ${direction}`).join(', ')} LIMIT ? OFFSET ?`,
      [...where.params, part.limit, part.offset],
    );
  }
}
