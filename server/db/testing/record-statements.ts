import type { Database, Tx } from '../database';

/** Records all statements of a database; `stop` restores it. */
export function recordStatements(db: Database): { statements: string[]; stop(): void } {
  const statements: string[] = [];
  const { read, write } = db;
  const record = (tx: Tx): Tx => ({
    ...tx,
    query: (sql, params) => (statements.push(sql), tx.query(sql, params)),
    execute: (sql, params) => (statements.push(sql), tx.execute(sql, params)),
  });
  db.read = (sql, params) => (statements.push(sql), read.call(db, sql, params) as Promise<never>);
  db.write = (work) => write.call(db, (tx: Tx) => work(record(tx))) as Promise<never>;
  return { statements, stop: () => void Object.assign(db, { read, write }) };
}
