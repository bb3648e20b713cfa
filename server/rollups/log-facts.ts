import { addDays, dayOf, endOfDay, type Day } from '../../shared/domain/calendar';
import { recordOf } from '../../shared/records';
import { baseColumns, factRows, type BaseColumn, type FactKind, type FactRows } from '../../shared/catalog';
import { SLOT_MS } from '../records/count-by-days';
import type { DayCount } from '../records/list-definition';
import { insertRows, placeholders, type Database, type Tx } from '../db/database';
import { withArchive } from '../db/archive/with-archive';
import { OPEN_FOR_MS } from '../journeys';
import { chunksOf, execute, select, sql } from '../db/statements';
import { rollupTable, sumOf } from './tables';

const AD = { column: 'e.ad_id', index: 'ix_interaction_ad' } as const;

/**
 * The logs with stored counts per day, which avoid counting all rows.
 * Each entry names the column of the counts and the listed rows of its table as mutually exclusive conditions.
 * The day index alone answers each condition, or nearly.
 */
export const dayCounts = {
  interactions: {
    table: 'interaction',
    byTime: 'ix_interaction_time',
    column: 'interaction_count',
    slots: true,
    // A landing repeated within its visit is stored for derivation only and is not an interaction.
    rows: ['e.counted = 1', 'e.counted = 0 AND (e.access_id IS NULL OR e.excluded_reason IS NOT NULL)'],
    ad: AD,
    ips: true,
    ownAds: true,
  },
  accesses: {
    table: 'access',
    byTime: 'ix_access_time',
    column: 'access_count',
    slots: true,
    rows: ['1 = 1'],
    // Excluded views belong to no ad.
    ad: { column: 'e.ad_id', index: 'ix_access_excluded', where: 'e.excluded_reason IS NULL' },
    ips: true,
    ownAds: true,
  },
  references: {
    table: 'interaction',
    byTime: 'ix_interaction_time',
    column: 'reference_count',
    slots: true,
    rows: ['e.first_touch = 1'],
    ad: AD,
    ownAds: true,
  },
  conversions: {
    table: 'conversion',
    byTime: 'ix_conversion_time',
    column: 'conversion_count',
    rows: ['1 = 1'],
    ad: { column: 'e.last_ad_id', index: 'ix_conversion_ad' },
    // Agencies see conversions with one of their ads anywhere in the path.
    ownAds: false,
  },
  results: {
    table: 'result',
    byTime: 'ix_result_time',
    column: 'result_count',
    rows: ['1 = 1'],
    ad: { column: 'e.ad_id', index: 'ix_result_ad' },
    asp: { column: 'e.asp_id', index: 'ix_result_asp' },
    ownAds: true,
  },
} as const satisfies Record<string, DayCount>;

const LOGS: readonly DayCount[] = Object.values(dayCounts);
const COLUMNS = LOGS.map(({ column }) => column);
const VISIT_COLUMNS = LOGS.flatMap(({ column, slots }) => (slots ? [column] : []));
/** Tables of row counts by log and day, which the lists of the logs use. */
const BY_DAY = { name: 'rollup_log_day', period: 'day', key: [], facts: COLUMNS } as const;
const BY_AD = { name: 'rollup_log_ad_day', period: 'day', key: ['ad_id'], facts: COLUMNS } as const;
const BY_ASP = {
  name: 'rollup_log_asp_day',
  period: 'day',
  key: ['asp_id'],
  facts: LOGS.flatMap(({ column, asp }) => (asp ? [column] : [])),
} as const;
const BY_IP = {
  name: 'rollup_log_ip_day',
  period: 'day',
  key: ['ip'],
  facts: LOGS.flatMap(({ column, ips }) => (ips ? [column] : [])),
} as const;
/** The index counts fewer rows of an address and a day as fast. */
const MIN_PER_IP = 20;
/** Pages find their place in a day with fewer rows as fast without slots. */
const MIN_IN_SLOTS = 600;
const BY_SLOT = { name: 'rollup_log_slot', period: 'day', key: ['slot'], facts: VISIT_COLUMNS } as const;
const TABLES = [BY_DAY, BY_AD, BY_ASP, BY_IP, BY_SLOT] as const;
/** Days to look back for closed days that were not marked since. */
const LOOK_BACK = 40;
/** Days without counts by ad and slot to recount in one transaction. */
const DAYS_TO_SPLIT = 4;
/** For more days, MariaDB would read the whole log of the product. */
const DAYS_PER_SCAN = 12;
type Reader = Pick<Tx, 'query'>;
type CountRow = Record<string, number | string> & { readonly day: Day };
type CountTable = (typeof TABLES)[number];
/** Rows of a day by ad, network, address or slot; null: without one. */
type Counted = Record<'day' | 'n', number> & { readonly place: number | string | null };

/** Returns the last closed day. Events stored for it from now on mark it as stale. */
const lastClosed = (now: number): Day => {
  const day = dayOf(now - OPEN_FOR_MS);
  return endOfDay(day) <= now - OPEN_FOR_MS ? day : addDays(day, -1);
};

const SINCE_DAY = '((e.time + 32400000) % 86400000 + 86400000) % 86400000';
/** SQL of the milliseconds from the start of a row's Tokyo day to the start of its slot. */
const SLOT = `${SINCE_DAY} - ${SINCE_DAY} % ${SLOT_MS}`;

/** Sums counts of the same place, without rows that have none. */
function mergePlaces(counts: readonly Counted[]): Counted[] {
  const sums = new Map<string, Counted>();
  for (const counted of counts) {
    const key = `${counted.day}/${counted.place}`;
    if (counted.place !== null) sums.set(key, { ...counted, n: (sums.get(key)?.n ?? 0) + Number(counted.n) });
  }
  return [...sums.values()];
}

/**
 * Returns the expected rows of these days in each table of counts. Days without log rows are left out.
 * @param keepsArchived whether archived rows count as stored, instead of those that `tx` reads
 */
async function countDays(
  tx: Reader,
  productId: number,
  days: readonly Day[],
  keepsArchived: boolean,
): Promise<{ table: CountTable; rows: CountRow[] }[]> {
  const read = select<Counted>(tx, DAYS_PER_SCAN);
  const counts = new Map(TABLES.map((table) => [table, new Map<string, CountRow>()] as const));
  const keyOf = ({ key: [part] }: CountTable, { day, place }: Pick<Counted, 'day' | 'place'>) =>
    part ? `${day}/${place}` : String(day);
  const isCounted = (table: CountTable, column: string, counted: Counted) =>
    Boolean(counts.get(table)?.get(keyOf(table, counted))?.[column]);
  const add = (table: CountTable, column: string, { day, place, n }: Counted) => {
    const [part] = table.key;
    const rows = counts.get(table);
    const key = keyOf(table, { day, place });
    const row = rows?.get(key) ?? {
      day,
      ...(part && { [part]: place ?? 0 }),
      ...recordOf(table.facts, () => 0),
    };
    rows?.set(key, row);
    row[column] = Number(row[column] ?? 0) + Number(n);
  };
  for (const { table, column, rows, ad, asp, ips, slots } of LOGS) {
    const count = (row: string, place: string, some = days, least = 1) => read`SELECT e.day,
        ${sql(place)} AS place, COUNT(*) AS n
      FROM ${sql(table)} e WHERE e.product_id = ${productId} AND e.day IN ${some} AND ${sql(row)}
      GROUP BY e.day, place HAVING COUNT(*) >= ${least}`;
    for (const row of rows) {
      for (const counted of await count(row, ad.column))
        for (const by of [BY_DAY, BY_AD]) add(by, column, counted);
      for (const counted of asp ? await count(row, asp.column) : [])
        if (counted.place !== null) add(BY_ASP, column, counted);
    }
    // The first condition decides which addresses have many rows: the address index alone answers it. A day that is
    // being archived has rows in two places.
    for (const [index, row] of ips ? rows.entries() : []) {
      const least = index === 0 && keepsArchived ? MIN_PER_IP : 1;
      for (const counted of mergePlaces(await count(row, 'e.ip', days, least)))
        if (index === 0 ? counted.n >= MIN_PER_IP : isCounted(BY_IP, column, counted))
          add(BY_IP, column, counted);
    }
    const rowsOf = (day: Day) => Number(counts.get(BY_DAY)?.get(String(day))?.[column] ?? 0);
    const longDays = slots ? days.filter((day) => rowsOf(day) >= MIN_IN_SLOTS) : [];
    for (const row of rows)
      for (const counted of await count(row, SLOT, longDays)) add(BY_SLOT, column, counted);
  }
  // The files of archived days no longer change, so their counts stay.
  const archived = keepsArchived
    ? await select<{ day: Day }>(tx)`SELECT day FROM archived_day
        WHERE product_id = ${productId} AND day IN ${days}`
    : [];
  for (const table of TABLES) {
    const [part = 'day'] = table.key;
    const stored = await select<CountRow>(tx)`SELECT * FROM ${sql(table.name)}
      WHERE product_id = ${productId} AND day IN ${archived.map(({ day }) => day)}`;
    const rows = counts.get(table);
    for (const row of stored) {
      const { day, [part]: place = 0 } = row;
      for (const column of VISIT_COLUMNS) {
        const known = rows?.get(keyOf(table, { day, place }))?.[column] ?? 0;
        const n = Number(row[column] ?? 0) - Number(known);
        if (n > 0) add(table, column, { day, place, n });
      }
    }
  }
  return TABLES.map((table) => ({ table, rows: [...(counts.get(table)?.values() ?? [])] }));
}

/** Returns the newest day with a stored count; 0 if there is none. */
async function newestCount(tx: Reader, productId: number): Promise<Day> {
  const [row] = await select<{ day: Day | null }>(tx)`SELECT MAX(day) AS day FROM rollup_log_day
    WHERE product_id = ${productId}`;
  return row?.day ?? 0;
}

/** Returns closed days without a count that are not marked: they were still open when last marked. */
async function daysSinceOver(tx: Reader, productId: number, now: number): Promise<Day[]> {
  const last = lastClosed(now);
  const newest = await newestCount(tx, productId);
  const earliest = addDays(last, 1 - LOOK_BACK);
  const days: Day[] = [];
  for (
    let day = Math.max(earliest, newest > 0 ? addDays(newest, 1) : earliest);
    day <= last;
    day = addDays(day, 1)
  )
    days.push(day);
  return days;
}

/** Returns the products with days that an earlier version counted, without counts by ad, network, address and slot. */
export const productsToSplit = async (db: Pick<Database, 'read'>): Promise<number[]> =>
  (
    await select<{ id: number }>(db)`SELECT DISTINCT product_id AS id FROM rollup_log_day WHERE in_parts = 0`
  ).map(({ id }) => id);

/**
 * Recounts the rows of days, of days that closed since, and of some that an earlier version counted. Open days
 * have no stored count; their rows are counted on request. A clock that was ahead can have closed them too early.
 */
export async function refreshLogCounts(
  tx: Tx,
  productId: number,
  days: readonly Day[],
  now: number,
): Promise<void> {
  const last = lastClosed(now);
  const isAhead = (await newestCount(tx, productId)) > last;
  const unsplit = await select<{ day: Day }>(tx)`SELECT day FROM rollup_log_day
    WHERE product_id = ${productId} AND in_parts = 0 ORDER BY day DESC LIMIT ${DAYS_TO_SPLIT}`;
  const closed = [...days, ...unsplit.map(({ day }) => day)].filter((day) => day <= last);
  const all = [...new Set([...closed, ...(await daysSinceOver(tx, productId, now))])];
  for (const { name } of isAhead ? TABLES : [])
    await execute(tx)`DELETE FROM ${sql(name)} WHERE product_id = ${productId} AND day > ${last}`;
  await storeLogCounts(tx, productId, all, await countDays(tx, productId, all, true));
}

/** Rows of the tables of counts. */
type LogCounts = Awaited<ReturnType<typeof countDays>>;

/** Replaces the counts of days. */
export async function storeLogCounts(
  tx: Tx,
  productId: number,
  days: readonly Day[],
  counts: LogCounts,
): Promise<void> {
  for (const { table, rows } of counts) {
    const { name, key, facts } = table;
    await execute(tx)`DELETE FROM ${sql(name)} WHERE product_id = ${productId} AND day IN ${days}`;
    await insertRows(tx, name, ['day', ...key, ...facts], rows, {
      product_id: productId,
      ...(table === BY_DAY && { in_parts: 1 }),
    });
  }
}

/** Deletes the counts by address of days whose rows lost addresses. The address index counts them from then on. */
export async function forgetIpDays(tx: Tx, productId: number, days: readonly Day[]): Promise<void> {
  await execute(tx)`DELETE FROM ${sql(BY_IP.name)} WHERE product_id = ${productId} AND day IN ${days}`;
}

/** Counts the rows of archived days in their files. */
export const countArchived = async (
  db: Database,
  productId: number,
  days: readonly Day[],
): Promise<LogCounts> => countDays((await withArchive(db, [productId])).readOnlyTx, productId, days, false);

/**
 * Returns the expected and the stored counts of days. A day without a count is counted on request and is never
 * wrong.
 */
export async function readLogCounts(
  db: Database,
  productId: number,
  days: readonly Day[],
): Promise<{ table: CountTable; expected: CountRow[]; actual: CountRow[] }[]> {
  const all = [];
  const union = await withArchive(db, [productId]);
  for (const chunk of chunksOf(days)) {
    const stored = new Map<CountTable, CountRow[]>();
    for (const table of TABLES)
      stored.set(
        table,
        await select<CountRow>(db)`SELECT * FROM ${sql(table.name)}
          WHERE product_id = ${productId} AND day IN ${chunk}`,
      );
    const counted = (table: CountTable) => new Set(stored.get(table)?.map(({ day }) => day));
    for (const { table, rows } of await countDays(union.readOnlyTx, productId, chunk, false)) {
      const known = counted(table);
      const expected = rows.filter(({ day }) => known.has(day));
      all.push({ table, expected, actual: stored.get(table) ?? [] });
    }
  }
  return all;
}

/** A SELECT with its parameters. */
export interface Statement {
  readonly sql: string;
  readonly params: readonly number[];
}

/** Returns SQL that sums a column over its rows. On MariaDB, multiplying is a sixth faster than CASE. */
function sumSql({ value, where }: BaseColumn): string {
  if (!where) return value === '1' ? 'COUNT(*)' : `SUM(${value})`;
  return value === '1' ? `SUM(${where})` : `SUM((${where}) * ${value})`;
}

/**
 * Returns SQL of the rows of the logs as they are, with the keys of a fine day table, the month and the values of
 * the columns that match. It stands for the table while the rollups are incomplete.
 */
export function unsummedFacts(kind: FactKind, isColumn: (column: string) => boolean): string {
  const columns = Object.entries<BaseColumn>(baseColumns[kind]).filter(([name]) => isColumn(name));
  const rows = factRows[columns[0]?.[1].rows ?? 'conversion_touch'];
  const key = ['product_id', 'day', ...rollupTable(kind, 'fine', 'day').key];
  const values = columns.map(([name, { value }]) => `${value} AS ${name}`);
  return `(SELECT ${[...key.map((column) => `${rows.alias}.${column}`), ...values].join(', ')},
    FLOOR(${rows.alias}.day / 100) AS month FROM ${rows.from}) unsummed`;
}

/**
 * Returns a statement for the expected fine day rows of these days, in the column order of `rollupColumns`,
 * straight from the rows of each fact column.
 */
export function logFacts(kind: FactKind, productId: number, days: readonly number[]): Statement {
  const table = rollupTable(kind, 'fine', 'day');
  const key = ['product_id', 'day', ...table.key];
  const columns = Object.entries<BaseColumn>(baseColumns[kind]);
  const arms = [...new Set(columns.map(([, { rows }]) => rows))].map((name) => {
    const { from, alias, where }: FactRows = factRows[name];
    const keySql = key.map((column) => `${alias}.${column}`).join(', ');
    const sums = columns.map(([column, fact]) => `${fact.rows === name ? sumSql(fact) : '0'} AS ${column}`);
    return `SELECT ${[keySql, ...sums].join(', ')} FROM ${from}
      WHERE ${alias}.product_id = ? AND ${alias}.day IN (${placeholders(days)})${where ? ` AND ${where}` : ''} GROUP BY ${keySql}`;
  });
  return {
    sql:
      arms.length === 1
        ? arms.join('')
        : `SELECT ${key.join(', ')}, ${sumOf(table.facts)} FROM (${arms.join(' UNION ALL ')}) facts GROUP BY ${key.join(', ')}`,
    params: arms.flatMap(() => [productId, ...days]),
  };
}
