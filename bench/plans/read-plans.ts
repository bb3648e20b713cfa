import { createConnection } from 'mysql2/promise';
import type { Database, Tx } from '../../server/db/database';

type Params = readonly (string | number | boolean | null | undefined)[];

/** One statement as the product ran it. */
export interface Recorded {
  sql: string;
  params: Params;
}

/** Normalizes a statement: the length of its lists doesn't affect the planner's choice. */
const shapeOf = (sql: string): string =>
  sql
    .replace(/\?(\s*,\s*\?)+/g, '?...')
    .replace(/(\(\?\.\.\.\)\s*,\s*)+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/**
 * Wraps a database and records its statements. Of statements with the same shape it stores the one with the
 * most values.
 */
export const recording = (db: Database): { db: Database; statements: Map<string, Recorded> } => {
  const statements = new Map<string, Recorded>();
  const note = (sql: string, params: Params = []): void => {
    const shape = shapeOf(sql);
    if ((statements.get(shape)?.params.length ?? -1) < params.length) statements.set(shape, { sql, params });
  };
  const noting = (tx: Tx): Tx => ({
    ...tx,
    query: (sql, params) => (note(sql, params), tx.query(sql, params)),
    execute: (sql, params) => (note(sql, params), tx.execute(sql, params)),
  });
  const read: Database['read'] = (sql, params) => (note(sql, params), db.read(sql, params));
  const write: Database['write'] = (work) => db.write((tx) => work(noting(tx)));
  const noted = new Proxy(db, {
    get: (target, name) =>
      name === 'read' ? read : name === 'write' ? write : (Reflect.get(target, name) as unknown),
  });
  return { db: noted, statements };
};

const TABLES = [
  'interaction',
  'access',
  'access_ref',
  'conversion',
  'conversion_touch',
  'later_conversion',
  'stale_visitor',
];

/**
 * Statistics that the planner has on the event tables.
 * - `none`: no statistics.
 * - `fresh`: correct ones.
 * - `skewed`: one (empty) value fills a column, so the planner estimates half the table for each further
 * value of an index.
 * - `old`: from when the tables were empty.
 */
export type PlannerStatistics = 'none' | 'fresh' | 'skewed' | 'old';

/** Gives the planner these statistics. */
export const setStatistics = async (db: Database, variant: PlannerStatistics): Promise<void> => {
  if (variant === 'none') {
    const tables = await db.read("SELECT name FROM sqlite_master WHERE name LIKE 'sqlite_stat%'");
    if (tables.length > 0) throw new Error('the database has statistics');
    return;
  }
  for (const table of TABLES) await db.read(`ANALYZE TABLE ${table}`);
  if (variant === 'fresh') return;
  const own = `database_name = DATABASE() AND table_name IN (${TABLES.map((table) => `'${table}'`).join(', ')})`;
  await db.write(async (tx) => {
    if (variant === 'skewed')
      await tx.execute(
        `UPDATE mysql.innodb_index_stats SET stat_value = 2 WHERE ${own} AND stat_name LIKE 'n_diff%' AND index_name <> 'PRIMARY'`,
      );
    else {
      await tx.execute(
        `UPDATE mysql.innodb_table_stats SET n_rows = 1, clustered_index_size = 1, sum_of_other_index_sizes = 1 WHERE ${own}`,
      );
      await tx.execute(`UPDATE mysql.innodb_index_stats SET stat_value = 1 WHERE ${own}`);
    }
  });
  for (const table of TABLES) await db.read(`FLUSH TABLE ${table}`);
};

/** Tables that grow with traffic. */
const EVENT_TABLES = [
  'interaction',
  'access',
  'access_ref',
  'conversion',
  'conversion_touch',
  'later_conversion',
  'stale_visitor',
];

/** A statement's step that reads far more of an event table than its result needs. */
interface WideStep {
  sql: string;
  table: string;
  /** The database's description of the step. */
  how: string;
}

const EXPLAINED = /^\s*(SELECT|UPDATE|DELETE)/i;
/** For an INSERT of a SELECT, the SELECT counts. */
const INSERTED = /^\s*INSERT INTO \w+ \([^)]*\)\s*(?=SELECT)/i;

/** Rows that a step may read in vain. So few cost less than a better plan. */
const FREE_ROWS = 2000;
/** Minimum share of matching rows among the rows read. */
const MIN_MATCH_PERCENT = 10;

interface TableNode {
  table_name: string;
  access_type: string;
  key?: string;
  r_rows?: number | null;
  r_loops?: number;
  r_filtered?: number | null;
}

/** Lists every table that a plan reads, at any depth. */
function* tablesOf(plan: unknown): Generator<TableNode> {
  if (typeof plan !== 'object' || plan === null) return;
  for (const value of Object.values(plan)) yield* tablesOf(value);
  if ('table_name' in plan && 'access_type' in plan) yield plan as TableNode;
}

const isWide = ({ access_type, r_rows, r_loops, r_filtered }: TableNode): boolean => {
  const read = (r_rows ?? 0) * (r_loops ?? 0);
  if (read <= FREE_ROWS) return false;
  return access_type === 'ALL' || access_type === 'index' || (r_filtered ?? 100) < MIN_MATCH_PERCENT;
};

/** Runs each statement in a transaction, reads the actual row counts, and rolls back. */
const onMySql = async (db: Database, statements: Iterable<Recorded>): Promise<WideStep[]> => {
  if (db.target.kind !== 'mysql') throw new Error('not a MySQL server');
  const { hosts, user, password, database } = db.target;
  const connection = await createConnection({
    ...hosts[0]!,
    user,
    password,
    database,
    charset: 'utf8mb4_bin',
  });
  const wide: WideStep[] = [];
  try {
    for (const { sql, params } of statements) {
      await connection.beginTransaction();
      const [rows] = await connection.query(`ANALYZE FORMAT=JSON ${sql}`, params as unknown[]);
      await connection.rollback();
      const [{ ANALYZE: plan }] = rows as unknown as [{ ANALYZE: string }];
      for (const step of tablesOf(JSON.parse(plan))) {
        const table = tableOf(sql, step.table_name);
        if (!EVENT_TABLES.includes(table) || !isWide(step)) continue;
        wide.push({
          sql: shapeOf(sql),
          table,
          how: `${step.access_type} ${step.key ?? ''}: ${step.r_rows} rows x ${step.r_loops} read, ${step.r_filtered} % kept`,
        });
      }
    }
  } finally {
    await connection.end();
  }
  return wide;
};

/** Returns the table behind an alias. */
const tableOf = (sql: string, name: string): string =>
  EVENT_TABLES.find((table) => name === table || new RegExp(`\\b${table} (AS )?${name}\\b`).test(sql)) ??
  name;

/** Matches a full scan, or a search by the product and a condition that nearly all rows meet. */
const WIDE_SEARCH = /^SCAN |\(product_id=\?( AND excluded_reason=\?( AND time[<>]\?)*)?\)$/;

const onSqlite = async (db: Database, statements: Iterable<Recorded>): Promise<WideStep[]> => {
  const wide: WideStep[] = [];
  for (const { sql, params } of statements) {
    for (const { detail } of await db.read<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, params)) {
      const [, name] = /^(?:SCAN|SEARCH) (\w+)/.exec(detail) ?? [];
      // The result of a subquery. Reading it is a separate step.
      if (name === undefined) continue;
      const table = tableOf(sql, name);
      // With an index for the order and a LIMIT, reading stops early.
      const inOrder = /ORDER BY[^)]*LIMIT/i.test(sql) && /USING .*INDEX/.test(detail);
      if (EVENT_TABLES.includes(table) && WIDE_SEARCH.test(detail) && !inOrder)
        wide.push({ sql: shapeOf(sql), table, how: detail });
    }
  }
  return wide;
};

/** Returns the steps that read an event table in full, or a range much wider than their result. */
export const wideSteps = (db: Database, statements: Iterable<Recorded>): Promise<WideStep[]> => {
  const read = [...statements].map(({ sql, params }) => ({ sql: sql.replace(INSERTED, ''), params }));
  const explained = read.filter(({ sql }) => EXPLAINED.test(sql));
  return db.dialect === 'sqlite' ? onSqlite(db, explained) : onMySql(db, explained);
};
