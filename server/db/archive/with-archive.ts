import { dayOf, endOfDay, type Day } from '../../../shared/domain/calendar';
import type { UnknownRecord } from '../../../shared/records';
import { groupBy } from '../../platform/group-by';
import type { Database } from '../database';
import { select } from '../statements';
import { ARCHIVED_LOGS, filesSql, isArchivedLog, type ArchivedLog, type ProductDay } from './archive';
import { readRows, rowsOfJson, withDuckdb } from './duckdb';

/** An archived day, with the instants up to which each log is read from its file. */
type ArchivedDay = ProductDay & Record<`${ArchivedLog}_until`, number | string>;

type Value = string | number | null;

/** Time limit of a read that a user waits for. */
const LIMIT_MS = 8_000;
const LAST_DAY = 99_991_231;

/** A table of a statement. */
type Used = Record<'table' | 'alias', string>;

/** Tables with their aliases. */
const TABLE = /\b(?:FROM|JOIN)\s+(\w+)\s+(?:AS\s+)?(\w+)/gi;

/** Returns a table of the database as a subquery with its values as a JSON parameter. */
async function copyTable(db: Database, sql: string, table: string, aliases: readonly string[]) {
  const names = aliases.flatMap((alias) =>
    [...sql.matchAll(new RegExp(`\\b${alias}\\.(\\w+)`, 'g'))].map(([, name = '']) => name),
  );
  const columns = [...new Set(names)];
  // Archived rows hold their user agents.
  const where = table === 'user_agent' ? 'WHERE 1 = 0' : '';
  const rows = await db.read<UnknownRecord>(`SELECT ${columns.join(', ')} FROM ${table} ${where}`);
  const typeOf = (name: string) =>
    name === 'id' || rows.some((row) => typeof row[name] === 'number') ? 'BIGINT' : 'VARCHAR';
  const types = Object.fromEntries(columns.map((name) => [name, typeOf(name)]));
  return { sql: `${table} AS (FROM ${rowsOfJson(types)})`, param: JSON.stringify(rows) };
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|-]/g, '\\$&');

/** Returns the regular expression of a GLOB pattern that starts and ends with `*`. */
const regexpOfGlob = (glob: string): string =>
  glob
    .slice(1, -1)
    .replaceAll(/\[(\]?[^\]]*)\]|[^[]/gu, (sign: string, set?: string) =>
      set === undefined ? escaped(sign) : `[${escaped(set)}]`,
    );

/** Adapts a statement of either database to DuckDB: index hints mean nothing to it, and GLOB compares bytes. */
function adapt(text: string, params: readonly Value[]): { sql: string; values: Value[] } {
  const values = [...params];
  let place = 0;
  const sql = text
    .replaceAll(/ INDEXED BY \w+| FORCE INDEX \(\w+\)/g, '')
    // SQLite takes the sign of a text.
    .replaceAll(/\+(?=e\.)/g, '')
    .replaceAll(/([\w.]+) (GLOB|REGEXP) \?|\?/g, (mark: string, column?: string, kind?: string) => {
      place += 1;
      if (column === undefined) return mark;
      if (kind === 'GLOB') values[place - 1] = regexpOfGlob(String(values[place - 1]));
      return `regexp_matches(${column}, ?)`;
    });
  return { sql, values };
}

/** Returns the SQL of an archived log. Rows of its last day may still be in the database. */
function logSql(db: Database, log: ArchivedLog, days: readonly ArchivedDay[]): string {
  const partial = days.flatMap(({ productId, day, [`${log}_until` as const]: until }) =>
    Number(until) < endOfDay(day) - 1
      ? [` AND NOT (product_id = ${productId} AND day = ${day} AND time > ${until})`]
      : [],
  );
  const files = filesSql(days.map((day) => db.archive.pathOf(log, day)));
  return `${log} AS (SELECT *, NULL::BIGINT AS ua_id FROM ${files} WHERE 1 = 1${partial.join('')})`;
}

/** Databases whose rows come from several places, with a function that leaves archived days out. */
const unions = new WeakMap<object, (has: (day: Day) => boolean) => Database>();

/** Whether a statement's rows come from several places, each in the requested order and number. */
export const isUnion = (db: Database): boolean => unions.has(db);

/** Returns the database with the archived days that pass a test alone: fewer files take less time. */
export const restrictDays = <D extends object>(db: D, has: (day: Day) => boolean): D | Database =>
  unions.get(db)?.(has) ?? db;

/**
 * Returns the database with the archived rows of products and a time range in epoch milliseconds: each statement
 * about the two logs returns the rows of the database and those of the archive. Without any, it is the same one.
 */
export async function withArchive(
  db: Database,
  products: readonly number[],
  from?: number | null,
  to?: number | null,
): Promise<Database> {
  const days = await select<ArchivedDay>(db)`SELECT product_id AS productId, day, interaction_until,
    access_until FROM archived_day
    WHERE day >= ${from == null ? 0 : dayOf(from)} AND day <= ${to == null ? LAST_DAY : dayOf(to)}
    AND product_id IN ${products} ORDER BY product_id, day`;
  return unionOf(db, days);
}

function unionOf(db: Database, days: readonly ArchivedDay[]): Database {
  if (days.length === 0) return db;
  const readArchive = async (text: string, params: readonly Value[], tables: readonly Used[]) => {
    const { sql, values } = adapt(text, params);
    const others = groupBy(
      tables.filter(({ table }) => !isArchivedLog(table)),
      ({ table }) => table,
    );
    const copies = await Promise.all(
      [...others].map(([table, uses]) =>
        copyTable(
          db,
          sql,
          table,
          uses.map(({ alias }) => alias),
        ),
      ),
    );
    const logs = ARCHIVED_LOGS.map((log) => logSql(db, log, days));
    return withDuckdb(async (connection) => {
      const timer = setTimeout(() => connection.interrupt(), LIMIT_MS);
      const all = [...logs, ...copies.map((copy) => copy.sql)].join(', ');
      return readRows(connection, `WITH ${all} ${sql}`, [
        ...copies.map(({ param }) => param),
        ...values,
      ]).finally(() => clearTimeout(timer));
    });
  };
  const read: Database['read'] = async <T>(text: string, params: readonly Value[] = [], options = {}) => {
    const tables = [...text.matchAll(TABLE)].map(([, table = '', alias = '']) => ({ table, alias }));
    const rows = db.read<T>(text, params, options);
    if (!tables.some(({ table }) => isArchivedLog(table))) return rows;
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- as in Database
    return [...(await rows), ...((await readArchive(text, params, tables)) as T[])];
  };
  const union: Database = Object.assign(Object.create(db), { read });
  unions.set(union, (has) =>
    unionOf(
      db,
      days.filter(({ day }) => has(day)),
    ),
  );
  return union;
}
