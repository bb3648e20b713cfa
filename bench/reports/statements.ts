import type { Database } from '../../server/db/database';

type Read = Parameters<Database['read']>;

/**
 * The statements that a report sends, found by watching it, as something to run again: its cost in the database,
 * without what the product makes of the rows.
 */
export const statementsOf = async (db: Database, report: (db: Database) => Promise<unknown>): Promise<{ count: number; run: () => Promise<unknown> }> => {
  const seen: Read[] = [];
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'read') return Reflect.get(target, name) as unknown;
      return (...read: Read) => {
        seen.push(read);
        return target.read(...read);
      };
    },
  });
  await report(watched);
  return { count: seen.length, run: () => Promise.all(seen.map((read) => db.read(...read))) };
};
