import type { Actor } from '../auth/actor';
import type { Grant } from '../../shared/catalog';
import { badInput, mustBeOneOf, type Failure } from '../auth/failure';
import { requireEither, requireMenu, requireProduct } from '../auth/permissions';
import type { Database } from '../db/database';
import { allOf, anyOf, type Condition, containsWords, never, oneOf, wordsIn } from '../db/condition';
import { ofIds, type Span } from './count-by-days';
import { type FilterValue, type ListArgs, pageOf, productsOf, TimeSpan } from './list-args';
import type { Countable, FilterField, FilterResult, ListDefinition } from './list-definition';
import { requireFilterable, requireSortable, searchedColumns } from './masks';
import { givenFilters, planRangeRead, type RangeRead } from './range-read';
import { timesOf, type TimeRange } from './time-slices';
import { requireVisible, requireWithin } from './visibility';
import type { UnknownRecord } from '../../shared/records';
import { createMatcher } from '../../shared/format';
import { createTrafficYield } from '../backpressure/traffic-load';

/**
 * Returns a condition on the ids of the settings whose texts contain a keyword.
 * The databases fold width and case differently, so the texts are read and compared here, and writers need no
 * folded copies. Settings are few enough for this; logs search in the database.
 *
 * @param conditions the list's other conditions
 */
async function matchKeyword(
  db: Database,
  list: ListDefinition,
  texts: readonly string[],
  keyword: string,
  conditions: readonly Condition[],
): Promise<Condition> {
  if (texts.length === 0) return never;
  const where = allOf(conditions);
  const columns = texts.map((sql, index) => `${sql} AS t${index}`).join(', ');
  const rows = await db.read<UnknownRecord>(
    `SELECT e.${list.key} AS id, ${columns} FROM ${list.table} e WHERE ${where.sql}`,
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
  return ids.length === 0 ? never : { sql: `e.${list.key} IN (${ids.join(',')})`, params: [] };
}

/** The strategy of a read, by what narrows the list besides the actor's rights. */
type ReadPath =
  /** A filter by keys, or another order: by the table's own indexes. */
  | { readonly by: 'scan' }
  /** Other filters or a keyword: through the rows by time, for a limited time. */
  | { readonly by: 'search'; readonly times: TimeRange | null }
  /** Only products, time and ads: counted by days. */
  | { readonly by: 'days'; readonly span: Span }
  /** Value ranges: through the index over the values, or by time if they hold many rows. */
  | { readonly by: 'range'; readonly range: RangeRead }
  /** One value within one product: through the index that returns its rows in order. */
  | { readonly by: 'value'; readonly index: string }
  /** A filter that knows a cheaper query to count its rows. */
  | { readonly by: 'lookup'; readonly countable: Countable };

/** How to read a list, limited to the rows that the actor may see. */
export type ReadPlan = ReadPath & {
  readonly grant: Grant;
  readonly where: Condition;
  /** Field to sort by; null sorts by the key alone. */
  readonly sortName: string | null;
  readonly asc: boolean;
  readonly page: number;
  readonly pageSize: number;
  /** Callbacks with which filters annotate the rows they match. */
  readonly annotate?: readonly NonNullable<FilterResult['annotate']>[];
};

const toStoredValue = (field: FilterField, value: string | number | boolean): string | number => {
  const plain = typeof value === 'boolean' ? Number(value) : value;
  return field.write ? field.write(plain) : plain;
};

/** Maximum number of instants, which each add a condition. */
const MAX_INSTANTS = 100;

/** Matches instants; one without milliseconds stands for its whole second. */
const inSpans = (sql: string, instants: readonly Date[]): Condition =>
  anyOf(
    instants.map((instant) => {
      const from = instant.getTime();
      const until = instant instanceof TimeSpan ? instant.until.getTime() : from % 1000 ? from : from + 999;
      return { sql: `${sql} BETWEEN ? AND ?`, params: [from, until] };
    }),
  );

/** Returns the values of a filter with null for rows without one. @throws BAD_USER_INPUT for other than the allowed values */
function validValues(
  name: string,
  { values, none, kind, max }: FilterField,
  given: readonly FilterValue[],
): FilterValue[] {
  const most = max ?? (kind === 'instant' ? MAX_INSTANTS : Infinity);
  if (given.length > most) throw badInput({ [name]: { key: 'tooMany', params: { count: most } } });
  const requested = given.map((value) => (value === none ? null : value));
  if (values && requested.some((value) => !values.some((allowed) => allowed === value)))
    throw badInput({ [name]: mustBeOneOf(none === undefined ? values : [...values, none]) });
  return requested;
}

async function filterConditions(
  db: Database,
  list: ListDefinition,
  actor: Actor,
  grant: Grant,
  args: ListArgs,
): Promise<FilterResult[]> {
  const conditions: FilterResult[] = [];
  for (const [name, values] of Object.entries(args.filter ?? {})) {
    if (values == null || values.length === 0) continue;
    const field = list.filters?.[name];
    // GraphQL types restrict filters: an unknown one was declared in an endpoint but not in the list.
    if (!field) throw new Error(`${list.table} has no filter ${name}`);
    requireFilterable(list, grant, name);
    const requested = validValues(name, field, values);
    if (field.refers)
      await requireVisible(db, actor, field.refers, values.map(Number), productsOf(args), name);
    // A setting that the actor may not see is refused like one of another company.
    if (list.isSetting && name === list.key)
      await requireWithin(db, list.table, values.map(Number), list.guard(actor, grant, productsOf(args)));
    const instants = requested.filter((value) => value instanceof Date);
    const storedValues = requested.flatMap((value) =>
      value === null || value instanceof Date ? [] : [toStoredValue(field, value)],
    );
    const result = await field.find?.(storedValues, { db, actor, grant, products: productsOf(args) });
    const condition =
      field.kind === 'instant'
        ? inSpans(field.sql, instants)
        : (result ?? field.where?.(storedValues) ?? oneOf(field.sql, storedValues));
    const absent = { sql: field.absent ?? `${field.sql} IS NULL`, params: [] };
    conditions.push(requested.includes(null) ? anyOf([condition, absent]) : condition);
  }
  return conditions;
}

function timeConditions(list: ListDefinition, { timeFrom, timeTo }: ListArgs): Condition[] {
  if (!list.time) return [];
  if (timeFrom && timeTo && timeFrom > timeTo) throw badInput({ timeFrom: { key: 'fromAfterTo' } });
  return [
    ...(timeFrom ? [{ sql: `${list.time} >= ?`, params: [timeFrom.getTime()] }] : []),
    ...(timeTo ? [{ sql: `${list.time} <= ?`, params: [timeTo.getTime()] }] : []),
  ];
}

async function keywordConditions(
  db: Database,
  list: ListDefinition,
  actor: Actor,
  grant: Grant,
  { keyword, products }: { readonly keyword: string; readonly products: readonly number[] | null },
  conditions: readonly Condition[],
): Promise<Condition[]> {
  if (!list.keyword || !keyword.trim()) return [];
  const texts = searchedColumns(list, grant);
  if (list.isSetting) return [await matchKeyword(db, list, texts, keyword, conditions)];
  const own = grant.scope === 'own' ? [{ sql: 'k.agency_id = ?', params: [actor.agencyId ?? 0] }] : [];
  const namedBy = (word: string): Condition[] =>
    (list.keywordNames ?? []).map(({ id, table, column }) => {
      const contains = containsWords(db.dialect, [`k.${column}`], word);
      const { sql, params } = allOf([contains, ...(table === 'ad' ? own : [])]);
      return { sql: `${id} IN (SELECT k.id FROM ${table} k WHERE ${sql})`, params };
    });
  const values = new Map<string, readonly Condition[]>();
  for (const word of list.keywordValues ? wordsIn(keyword) : [])
    values.set(word, (await list.keywordValues?.(word, { db, actor, grant, products })) ?? []);
  return [
    containsWords(db.dialect, texts, keyword, (word) => [...namedBy(word), ...(values.get(word) ?? [])]),
  ];
}

/** More ads make conditions long. */
const MAX_ADS = 500;

/**
 * Returns the ads or networks that narrow a log besides products and time; null if none do, undefined if something
 * else narrows it.
 */
async function countedPart(
  db: Database,
  { dayCount, time }: ListDefinition,
  actor: Actor,
  grant: Grant,
  filters: readonly FilterResult[],
): Promise<Span['of'] | undefined> {
  const isOwn = grant.scope === 'own';
  if (filters.length === 0 && !isOwn) return null;
  if (!dayCount || !time || (isOwn && !dayCount.ownAds)) return undefined;
  const [{ asps } = {}] = filters;
  if (asps && dayCount.asp && filters.length === 1 && !isOwn) return { part: 'asp', ids: asps };
  const own = isOwn
    ? await db.read<{ id: number }>('SELECT a.id FROM ad a WHERE a.agency_id = ?', [actor.agencyId ?? 0])
    : null;
  const sets = [...filters.map(({ ads }) => ads), ...(own ? [own.map(({ id }) => id)] : [])];
  if (!sets.every((ads) => ads !== undefined)) return undefined;
  const [first = [], ...others] = sets.map((ads) => new Set(ads));
  const ads = [...first].filter((ad) => others.every((set) => set.has(ad)));
  return ads.length > MAX_ADS ? undefined : { part: 'ad', ids: ads };
}

/** Returns the condition on the rows of ads or networks in the form that their index needs. */
function rowsOfPart({ dayCount }: ListDefinition, span: Span, times: readonly Condition[]): Condition {
  if (!dayCount || span.of?.ids.length === 0) return never;
  return allOf([
    oneOf('e.product_id', span.products),
    anyOf(dayCount.rows.map((sql) => ({ sql, params: [] }))),
    ofIds(dayCount, span),
    ...times,
  ]);
}

/** Whether a log is searched by time: no index finds the rows, and they are sorted by time. */
const isSearch = (
  list: ListDefinition,
  sortName: string | null,
  args: ListArgs,
  results: readonly FilterResult[],
): boolean =>
  sortName === list.defaultSort?.name &&
  (results.length > 0 || Boolean(args.keyword?.trim())) &&
  results.every(({ countable, annotate }) => !countable && !annotate) &&
  !givenFilters(list, args).some(
    ({ field, values }) => field?.isKey && !values.some((value) => value === null || value === field.none),
  );

/** Returns the index over product, value and time, if nothing else narrows the query. */
function valueIndexOf(list: ListDefinition, products: readonly number[], args: ListArgs): string | null {
  const [filter, ...more] = givenFilters(list, args);
  const alone =
    more.length === 0 && !args.keyword?.trim() && products.length === 1 && filter?.values.length === 1;
  return (alone && filter.field?.byTime) || null;
}

/** Fields that the list can be sorted by. */
const sortable = (list: ListDefinition): string[] => [
  ...Object.keys(list.fields),
  ...Object.keys(list.labels ?? {}),
];

/** Creates the error for a field that a list can't be sorted by. */
export function unsortable(
  { computed = {}, relations = {} }: Pick<ListDefinition, 'computed' | 'relations'>,
  field: string,
): Failure {
  const isKnown = field in computed || field in relations;
  return badInput({
    sortName: isKnown ? { key: 'notSortable', params: { field } } : { key: 'unknownField' },
  });
}

/**
 * Returns the field to sort by. Within one product all rows share the product label, so the key alone is enough
 * and needs no sorting.
 */
function orderOf(list: ListDefinition, products: readonly number[], { sortName }: ListArgs): string | null {
  const name = sortName ?? list.defaultSort?.name ?? null;
  return name !== null && products.length === 1 && list.labels?.[name]?.id === 'e.product_id' ? null : name;
}

/** Returns the grant to read a list. @throws FORBIDDEN */
export const requireRead = (
  actor: Actor,
  { menu, partOf }: Pick<ListDefinition, 'menu' | 'partOf'>,
): Grant =>
  menu !== null && partOf ? requireEither(actor, [menu, partOf], 'view') : requireMenu(actor, menu, 'view');

/** More rows than any list has. */
export const ALL_ROWS = 2_147_483_647;

/** Returns a plan that reads the rows of a condition in the order of their keys. */
export const scanOf = (grant: Grant, where: Condition): ReadPlan => ({
  by: 'scan',
  grant,
  where,
  sortName: null,
  asc: true,
  page: 1,
  pageSize: ALL_ROWS,
});

/**
 * Validates rights, products, filters, sorting and paging of a list, and adds the actor's visibility
 * conditions.
 * Lists, single reads and exports all start here.
 */
export async function planRead(
  db: Database,
  list: ListDefinition,
  actor: Actor,
  args: ListArgs,
): Promise<ReadPlan> {
  const grant = requireRead(actor, list);
  const products = productsOf(args);
  for (const productId of products ?? []) requireProduct(actor, productId);
  const { page, pageSize } = pageOf(args);
  const sortName = orderOf(list, products ?? actor.productIds, args);
  if (sortName !== null && !sortable(list).includes(sortName)) throw unsortable(list, sortName);
  if (sortName !== null) requireSortable(list, grant, sortName);
  const filters = await filterConditions(db, list, actor, grant, args);
  const times = timeConditions(list, args);
  const conditions = [...list.guard(actor, grant, products), ...times, ...filters];
  const keywords = await keywordConditions(
    db,
    list,
    actor,
    grant,
    { keyword: args.keyword ?? '', products },
    conditions,
  );
  const where = allOf([...conditions, ...keywords]);
  const asc = args.sortAsc ?? (args.sortName == null ? (list.defaultSort?.asc ?? true) : true);
  const annotate = filters.flatMap((filter) => filter.annotate ?? []);
  const plan = { grant, where, sortName, asc, page, pageSize, annotate };
  const of = keywords.length === 0 ? await countedPart(db, list, actor, grant, filters) : undefined;
  if (of !== undefined) {
    const [from, to] = [args.timeFrom?.getTime() ?? null, args.timeTo?.getTime() ?? null];
    const span = { products: products ?? actor.productIds, from, to, of };
    return { ...plan, by: 'days', span, where: of === null ? where : rowsOfPart(list, span, times) };
  }
  if (grant.scope !== 'own') {
    const range = await planRangeRead(db, list, actor, args, times);
    if (range) return { ...plan, by: 'range', range };
    const index = valueIndexOf(list, products ?? actor.productIds, args);
    if (index) return { ...plan, by: 'value', index };
  }
  if (list.dayCount && list.time && isSearch(list, sortName, args, filters)) {
    const log = { ...list.dayCount, time: list.time };
    return { ...plan, by: 'search', times: await timesOf(db, log, products ?? actor.productIds, args) };
  }
  const [filter] = filters;
  return filter?.countable && filters.length === 1 && keywords.length + times.length === 0
    ? { ...plan, by: 'lookup', countable: filter.countable }
    : { ...plan, by: 'scan' };
}
