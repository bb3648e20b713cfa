import type { Actor } from '../auth/actor';
import type { Grant } from '../../shared/catalog';
import { badInput } from '../auth/failure';
import { requireProduct, requireRight } from '../auth/permissions';
import type { Database } from '../db/database';
import { allOf, holds, oneOf, type Condition } from './condition';
import { pageOf, productsOf, type FilterValue, type ListArgs } from './list-args';
import type { FilterField, ListSpec } from './list-spec';
import { requireFilterable, requireSortable, searched } from './masks';
import { found } from './search';
import { requireVisible } from './visibility';

/** A checked question: what may be seen of what was asked for, in which order. */
export interface ListQuery {
  readonly grant: Grant;
  readonly where: Condition;
  /** Field to sort by, or null for the key alone. */
  readonly sortName: string | null;
  readonly asc: boolean;
  readonly page: number;
  readonly pageSize: number;
}

const stored = (field: FilterField, value: FilterValue): string | number => {
  const plain = typeof value === 'boolean' ? Number(value) : value;
  return field.write ? field.write(plain) : plain;
};

async function filterConditions(db: Database, spec: ListSpec, actor: Actor, grant: Grant, args: ListArgs): Promise<Condition[]> {
  const conditions: Condition[] = [];
  for (const [name, values] of Object.entries(args.filter ?? {})) {
    if (values == null || values.length === 0) continue;
    const field = spec.filters?.[name];
    // GraphQL knows its filters by type: one that is not ours was declared at a door and forgotten here.
    if (!field) throw new Error(`${spec.table} has no filter ${name}`);
    requireFilterable(spec, grant, name);
    if (field.max !== undefined && values.length > field.max) throw badInput({ [name]: { key: 'tooMany', params: { max: field.max } } });
    if (field.refers) await requireVisible(db, actor, field.refers, values.map(Number), productsOf(args));
    const wanted = values.map((value) => stored(field, value));
    const found = await field.find?.(wanted, { db, actor, grant, products: productsOf(args) });
    conditions.push(found ?? field.where?.(wanted) ?? oneOf(field.sql, wanted));
  }
  return conditions;
}

function timeConditions(spec: ListSpec, { timeFrom, timeTo }: ListArgs): Condition[] {
  if (!spec.time) return [];
  if (timeFrom && timeTo && timeFrom > timeTo) throw badInput({ timeFrom: { key: 'fromAfterTo' } });
  return [
    ...(timeFrom ? [{ sql: `${spec.time} >= ?`, params: [timeFrom.getTime()] }] : []),
    ...(timeTo ? [{ sql: `${spec.time} <= ?`, params: [timeTo.getTime()] }] : []),
  ];
}

async function keywordConditions(db: Database, spec: ListSpec, grant: Grant, typed: string, asked: readonly Condition[]): Promise<Condition[]> {
  if (!spec.keyword || !typed.trim()) return [];
  const texts = searched(spec, grant);
  return [spec.isSetting ? await found(db, spec, texts, typed, asked) : holds(texts, typed)];
}

/** The fields that a list can be sorted by. */
const sortable = (spec: ListSpec): string[] => [...Object.keys(spec.fields), ...Object.keys(spec.labels ?? {})];

/**
 * Checks right, product, filters, order and page of a list, and adds what the actor may see at all.
 * The one place that does so: lists, single reads and exports all start here.
 */
export async function listQuery(db: Database, spec: ListSpec, actor: Actor, args: ListArgs): Promise<ListQuery> {
  const grant = requireRight(actor, spec.menu, 'view');
  const products = productsOf(args);
  for (const productId of products ?? []) requireProduct(actor, productId);
  const { page, pageSize } = pageOf(args);
  const sortName = args.sortName ?? spec.defaultSort?.name ?? null;
  if (sortName !== null && !sortable(spec).includes(sortName)) throw badInput({ sortName: { key: 'unknownField' } });
  if (sortName !== null) requireSortable(spec, grant, sortName);
  const asked = [...spec.guard(actor, grant, products), ...timeConditions(spec, args), ...(await filterConditions(db, spec, actor, grant, args))];
  const where = allOf([...asked, ...(await keywordConditions(db, spec, grant, args.keyword ?? '', asked))]);
  const asc = args.sortAsc ?? (args.sortName == null ? (spec.defaultSort?.asc ?? true) : true);
  return { grant, where, sortName, asc, page, pageSize };
}
