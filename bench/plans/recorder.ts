import type { Database, Tx } from '../../server/db/database';

type Params = readonly (string | number | boolean | null | undefined)[];

/** One statement as the product ran it. */
export interface Recorded {
  sql: string;
  params: Params;
}

/** Normalizes a statement: the length of its lists doesn't affect the planner's choice. */
export const shapeOf = (sql: string): string =>
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
