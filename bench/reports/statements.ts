import type { Database } from '../../server/db/database';

type Read = Parameters<Database['read']>;

/** The statements that something sends, to be run again without what the product makes of the rows. */
export interface Statements {
  readonly count: number;
  /** All at once. */
  run(): Promise<unknown>;
  /** As they were sent: what waited for the rows of others waits for them. */
  runInTurns(): Promise<void>;
}

/** The statements of a piece of work, found by watching it. */
export const statementsOf = async (
  db: Database,
  work: (db: Database) => Promise<unknown>,
): Promise<Statements> => {
  const turns: Read[][] = [];
  let open = 0;
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'read') return Reflect.get(target, name) as unknown;
      return async (...read: Read) => {
        if (open === 0) turns.push([]);
        turns.at(-1)!.push(read);
        open += 1;
        try {
          return await target.read(...read);
        } finally {
          open -= 1;
        }
      };
    },
  });
  await work(watched);
  const runAll = (reads: readonly Read[]) => Promise.all(reads.map((read) => db.read(...read)));
  return {
    count: turns.flat().length,
    run: () => runAll(turns.flat()),
    async runInTurns() {
      for (const turn of turns) await runAll(turn);
    },
  };
};
