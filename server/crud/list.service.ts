import type { Actor } from '../auth/actor';
import { notFound } from '../auth/failure';
import { requireProduct, requireRight } from '../auth/permissions';
import type { Database } from '../db/database';
import { allOf, oneOf, type Condition } from './condition';
import type { ListArgs, Page } from './list-args';
import { listQuery, type ListQuery } from './list-query';
import type { ListSpec, Row } from './list-spec';
import { behind, isSteady, orderColumns } from './keyset';
import { maskRows } from './masks';
import { planSelect } from './select';

type Wanted = ReadonlySet<string> | null;
type Part = { readonly limit: number; readonly offset: number };

/** Rows that an export reads at a time. */
const EXPORT_PAGE = 5000;
/** Values of a relation that one statement asks for. */
const RELATED_CHUNK = 1000;
/** More rows than any list has. */
const ALL = 2_147_483_647;

/** Reading of one entity or log, always within what the actor may see. */
export class ListService<T extends object = Row> {
  private made?: ListSpec;

  /** `makeSpec` is called once, when the database is there to ask for its columns. */
  constructor(
    protected readonly db: Database,
    private readonly makeSpec: () => ListSpec,
  ) {}

  get spec(): ListSpec {
    return (this.made ??= this.makeSpec());
  }

  /** One page. `wanted` names the fields to read; null: all. */
  async list(actor: Actor, args: ListArgs, wanted: Wanted = null): Promise<Page<T>> {
    const query = await listQuery(this.db, this.spec, actor, args);
    const { page, pageSize, where } = query;
    const [count, results] = await Promise.all([
      this.count(where),
      this.read(actor, query, wanted, { limit: pageSize, offset: (page - 1) * pageSize }),
    ]);
    return { results, count, page, pageSize };
  }

  /** The row with an id. @throws NOT_FOUND when nothing that the actor may see has it */
  async get(actor: Actor, id: number | string, wanted: Wanted = null, productId: number | null = null): Promise<T> {
    const grant = requireRight(actor, this.spec.menu, 'view');
    if (productId !== null) requireProduct(actor, productId);
    const where = allOf([...this.spec.guard(actor, grant, productId), oneOf(`e.${this.spec.key}`, [id])]);
    const query: ListQuery = { grant, where, sortName: null, asc: true, page: 1, pageSize: 1 };
    const [row] = await this.read(actor, query, wanted, { limit: 1, offset: 0 });
    if (!row) throw notFound();
    return row;
  }

  /**
   * The rows whose `field` has one of the values, in the order of their keys, for relations of many rows at
   * once. Those that the actor may not see are left out.
   */
  async related(actor: Actor, field: string, values: readonly number[], wanted: Wanted = null): Promise<T[]> {
    const { spec } = this;
    const grant = requireRight(actor, spec.menu, 'view');
    const source = spec.fields[field];
    if (!source) throw new Error(`${spec.table} has no field ${field}`);
    const fields = wanted && new Set([...wanted, field]);
    const rows: T[] = [];
    for (let start = 0; start < values.length; start += RELATED_CHUNK) {
      const where = allOf([...spec.guard(actor, grant, null), oneOf(source.sql, values.slice(start, start + RELATED_CHUNK))]);
      const query: ListQuery = { grant, where, sortName: null, asc: true, page: 1, pageSize: ALL };
      rows.push(...(await this.read(actor, query, fields, { limit: ALL, offset: 0 })));
    }
    return rows;
  }

  /**
   * Every row of a filter, for exports. Right and filter are checked before the first row is read, so that a
   * refusal comes before the file begins.
   */
  async open(actor: Actor, args: ListArgs, wanted: Wanted = null): Promise<AsyncGenerator<T>> {
    const query = await listQuery(this.db, this.spec, actor, { ...args, page: 1, pageSize: null });
    return this.rows(actor, query, wanted);
  }

  private async *rows(actor: Actor, query: ListQuery, wanted: Wanted): AsyncGenerator<T> {
    const columns = orderColumns(this.spec, query);
    const steady = isSteady(this.spec, query);
    let where = query.where;
    for (let offset = 0; ; offset += steady ? 0 : EXPORT_PAGE) {
      const { rows, last } = await this.slice(actor, { ...query, where }, wanted, { limit: EXPORT_PAGE, offset });
      yield* rows;
      if (rows.length < EXPORT_PAGE) return;
      if (steady) where = allOf([query.where, behind(columns, last, query.asc)]);
    }
  }

  private async count(where: Condition): Promise<number> {
    const [row] = await this.db.read<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM ${this.spec.table} e WHERE ${where.sql}`,
      where.params,
    );
    return Number(row?.n ?? 0);
  }

  private async read(actor: Actor, query: ListQuery, wanted: Wanted, part: Part): Promise<T[]> {
    return (await this.slice(actor, query, wanted, part)).rows;
  }

  /** Some rows, and the place of the last one in the order. */
  private async slice(actor: Actor, query: ListQuery, wanted: Wanted, part: Part): Promise<{ rows: T[]; last: (string | number)[] }> {
    const { spec, db } = this;
    const select = planSelect(spec, wanted, query.sortName);
    const order = orderColumns(spec, query);
    const places = order.map((sql, index) => `${sql} AS k${index}`).join(', ');
    const direction = query.asc ? 'ASC' : 'DESC';
    const raw = await db.read<Record<string, unknown>>(
      `SELECT ${select.columns}, ${places} FROM ${spec.table} e ${select.joins} WHERE ${query.where.sql}
       ORDER BY ${order.map((sql) => `${sql} ${direction}`).join(', ')} LIMIT ? OFFSET ?`,
      [...query.where.params, part.limit, part.offset],
    );
    const rows = select.toRows(raw);
    await spec.complete?.(rows, { db, actor, grant: query.grant, wanted });
    maskRows(spec, query.grant, rows);
    const end = raw.at(-1);
    return { rows: rows as T[], last: order.map((_, index) => end?.[`k${index}`] as string | number) };
  }
}
