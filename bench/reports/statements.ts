import type { Database } from '../../server/db/database';

type Read = Parameters<Database['read']>;

/** Statements of an operation, to run them again without the product's work on the rows. */
export interface Statements {
  readonly count: number;
  /** Runs all at once. */
  run(): Promise<unknown>;
  /** Runs them in their original sequence: a statement that waited for others waits for them. */
  runInSequence(): Promise<void>;
}

/** Records the statements of an operation. */
export const statementsOf = async (
  db: Database,
  work: (db: Database) => Promise<unknown>,
): Promise<Statements> => {
  const batches: Read[][] = [];
  let open = 0;
  const watched = new Proxy(db, {
    get: (target, name) => {
      if (name !== 'read') return Reflect.get(target, name) as unknown;
      return async (...read: Read) => {
        if (open === 0) batches.push([]);
        batches.at(-1)!.push(read);
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
    count: batches.flat().length,
    run: () => runAll(batches.flat()),
    async runInSequence() {
      for (const batch of batches) await runAll(batch);
    },
  };
};
