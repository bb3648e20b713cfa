import type { Actor } from '../auth/actor';
import type { Grant } from '../../shared/catalog';
import { badInput } from '../auth/failure';
import { requireEither, requireProduct } from '../auth/permissions';
import type { Database } from '../db/database';
import { allOf, type Condition, containsWords, never, oneOf } from '../db/condition';
import type { Span } from './count-by-days';
import { type FilterValue, type ListArgs, pageOf, productsOf } from './list-args';
import type { Countable, FilterField, FilterResult, ListSpec } from './list-spec';
import { requireFilterable, requireSortable, searchedColumns } from './masks';
import { planRangeRead, type RangeRead } from './range-read';
import { requireVisible, requireWithin } from './visibility';
import type { UnknownRecord } from '../../shared/records';
import { createMatcher } from '../../shared/format';
import { createTrafficYield } from '../backpressure/yield-to-traffic';

/**
 * Returns a condition on the ids of the settings whose texts contain a keyword.
 * The databases fold width and case differently, so the texts are read and compared here, and writers need no
 * folded copies. Settings are few enough for this; logs search in the database.
 *
 * @param conditions the list's other conditions
 */
async function matchKeyword(
  db: Database,
  spec: ListSpec,
  texts: readonly string[],
  keyword: string,
  conditions: readonly Condition[],
): Promise<Condition> {
  if (texts.length === 0) return never;
  const where = allOf(conditions);
  const columns = texts.map((sql, index) => `${sql} AS t${index}`).join(', ');
  const rows = await db.read<UnknownRecord>(
    `SELECT e.${spec.key} AS id, ${columns} FROM ${spec.table} e WHERE ${where.sql}`,
    where.params,
  );
  const matches = createMatcher(keyword);
  const yieldToTraffic = createTrafficYield();
  const ids: number[] = [];
  for (const row of rows) {
    // The separator keeps a word from matching across two texts.
    if (matches(texts.map((_, index) => String(row[`t${index}`] ?? '')).join('\n'))) ids.push(Number(row.id));
    await yieldToTraffic();
  }
  // Ids are written into the statement, because they can exceed the parameter limit.
  return ids.length === 0 ? never : { sql: `e.${spec.key} IN (${ids.join(',')})`, params: [] };
}

/** A validated list query, limited to the rows that the actor may see. */
export interface ListQuery {
  readonly grant: Grant;
  readonly where: Condition;
  /** Field to sort by; null sorts by the key alone. */
  readonly sortName: string | null;
  readonly asc: boolean;
  readonly page: number;
  readonly pageSize: number;
  /** Products and time, if nothing else narrows the list. */
  readonly span?: Span | null;
  /** Read strategy if a value range is the only filter. */
  readonly ranged?: RangeRead | null;
  /** The index that returns the rows in order, if one value besides time narrows a single product. */
  readonly valueIndex?: string | null;
  /** A cheaper query to count with instead of the list's own. */
  readonly countable?: Countable | null;
  /** Callbacks with which filters annotate the rows they match. */
  readonly annotate?: readonly NonNullable<FilterResult['annotate']>[];
}

const toStoredValue = (field: FilterField, value: FilterValue): string | number => {
  const plain = typeof value === 'boolean' ? Number(value) : value;
  return field.write ? field.write(plain) : plain;
};

async function filterConditions(
  db: Database,
  spec: ListSpec,
  actor: Actor,
  grant: Grant,
  args: ListArgs,
): Promise<FilterResult[]> {
  const conditions: FilterResult[] = [];
  for (const [name, values] of Object.entries(args.filter ?? {})) {
    if (values == null || values.length === 0) continue;
    const field = spec.filters?.[name];
    // GraphQL types restrict filters: an unknown one was declared in an endpoint but not in the spec.
    if (!field) throw new Error(`${spec.table} has no filter ${name}`);
    requireFilterable(spec, grant, name);
    if (field.max !== undefined && values.length > field.max)
      throw badInput({ [name]: { key: 'tooMany', params: { max: field.max } } });
    if (field.refers) await requireVisible(db, actor, field.refers, values.map(Number), productsOf(args));
    // A setting that the actor may not see is refused like one of another company.
    if (spec.isSetting && name === spec.key)
      await requireWithin(db, spec.table, values.map(Number), spec.guard(actor, grant, productsOf(args)));
    const storedValues = values.map((value) => toStoredValue(field, value));
    const result = await field.find?.(storedValues, { db, actor, grant, products: productsOf(args) });
    conditions.push(result ?? field.where?.(storedValues) ?? oneOf(field.sql, storedValues));
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

async function keywordConditions(
  db: Database,
  spec: ListSpec,
  actor: Actor,
  grant: Grant,
  keyword: string,
  conditions: readonly Condition[],
): Promise<Condition[]> {
  if (!spec.keyword || !keyword.trim()) return [];
  const texts = searchedColumns(spec, grant);
  if (spec.isSetting) return [await matchKeyword(db, spec, texts, keyword, conditions)];
  const ownAds = grant.scope === 'own' ? [{ sql: 'k.agency_id = ?', params: [actor.agencyId ?? 0] }] : [];
  return [containsWords(db.dialect, texts, keyword, spec.keywordAds, ownAds)];
}

/** Returns the index over product, value and time, if nothing else narrows the query. */
function valueIndexOf(spec: ListSpec, products: readonly number[], args: ListArgs): string | null {
  const filters = Object.entries(args.filter ?? {}).filter(
    ([, values]) => values != null && values.length > 0,
  );
  const [[name, values] = ['', []], ...more] = filters;
  const alone = more.length === 0 && !args.keyword?.trim() && products.length === 1 && values?.length === 1;
  return (alone && spec.filters?.[name]?.byTime) || null;
}

/** Fields that the list can be sorted by. */
const sortable = (spec: ListSpec): string[] => [
  ...Object.keys(spec.fields),
  ...Object.keys(spec.labels ?? {}),
];

/**
 * Returns the field to sort by. Within one product all rows share the product label, so the key alone is enough
 * and needs no sorting.
 */
function orderOf(spec: ListSpec, products: readonly number[], { sortName }: ListArgs): string | null {
  const name = sortName ?? spec.defaultSort?.name ?? null;
  return name !== null && products.length === 1 && spec.labels?.[name]?.id === 'e.product_id' ? null : name;
}

/** Returns the grant to read a list. @throws FORBIDDEN */
export const requireRead = (actor: Actor, { menu, partOf }: Pick<ListSpec, 'menu' | 'partOf'>): Grant =>
  requireEither(actor, partOf ? [menu, partOf] : [menu], 'view');

/**
 * Validates rights, products, filters, sorting and paging of a list, and adds the actor's visibility
 * conditions.
 * Lists, single reads and exports all start here.
 */
export async function listQuery(
  db: Database,
  spec: ListSpec,
  actor: Actor,
  args: ListArgs,
): Promise<ListQuery> {
  const grant = requireRead(actor, spec);
  const products = productsOf(args);
  for (const productId of products ?? []) requireProduct(actor, productId);
  const { page, pageSize } = pageOf(args);
  const sortName = orderOf(spec, products ?? actor.productIds, args);
  if (sortName !== null && !sortable(spec).includes(sortName))
    throw badInput({ sortName: { key: 'unknownField' } });
  if (sortName !== null) requireSortable(spec, grant, sortName);
  const filters = await filterConditions(db, spec, actor, grant, args);
  const times = timeConditions(spec, args);
  const conditions = [...spec.guard(actor, grant, products), ...times, ...filters];
  const keywords = await keywordConditions(db, spec, actor, grant, args.keyword ?? '', conditions);
  const where = allOf([...conditions, ...keywords]);
  const narrowed = grant.scope === 'own' || filters.length + keywords.length > 0;
  const span = narrowed
    ? null
    : {
        products: products ?? actor.productIds,
        from: args.timeFrom?.getTime() ?? null,
        to: args.timeTo?.getTime() ?? null,
      };
  const asc = args.sortAsc ?? (args.sortName == null ? (spec.defaultSort?.asc ?? true) : true);
  const ranged = grant.scope === 'own' ? null : await planRangeRead(db, spec, actor, args, times);
  const valueIndex = grant.scope === 'own' ? null : valueIndexOf(spec, products ?? actor.productIds, args);
  const alone = filters.length === 1 && keywords.length + times.length === 0;
  return {
    grant,
    where,
    sortName,
    asc,
    page,
    pageSize,
    span,
    ranged,
    valueIndex,
    countable: (alone && filters[0]?.countable) || null,
    annotate: filters.flatMap(({ annotate }) => annotate ?? []),
  };
}
