import { createConnection } from 'mysql2/promise';
import type { Database } from '../../server/db/database';
import { shapeOf, type Recorded } from './recorder';

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
export interface WideStep {
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
