import type { Database, Tx } from '../../server/db/database';

type Params = readonly (string | number | boolean | null | undefined)[];

/** One statement as the product ran it. */
export interface Recorded {
  sql: string;
  params: Params;
}

/** The statement without the length of its lists: those alike differ in nothing that a planner chooses by. */
export const shapeOf = (sql: string): string =>
  sql
    .replace(/\?(\s*,\s*\?)+/g, '?...')
    .replace(/(\(\?\.\.\.\)\s*,\s*)+/g, '')
    .replace(/\s+/g, ' ')
    .trim();

/** A database that notes what is run on it: of statements alike the one with the most values. */
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
