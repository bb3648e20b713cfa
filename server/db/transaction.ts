import type { QueryRunner } from 'typeorm';
import type { Tx } from './database';
import type { Ending, Engine, Value } from './engines/sqlite-driver';
import { isDatabaseAway } from './transient-error';
import { OutdatedWriterError } from './writer-gate';

/** Runs functions one after another, in the order of the calls. */
export class Mutex {
  private tail: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.tail.then(work, work);
    this.tail = result.catch(() => undefined);
    return result;
  }
}

/** Attempt to run a transaction. */
export interface Attempt {
  readonly previousError: unknown;
  /** Set before the COMMIT: if it fails, it can have succeeded. */
  commits?: boolean;
}

/**
 * Runs `work` between BEGIN and COMMIT; resolves only if the COMMIT is known to have succeeded.
 * @throws errors of `work` and of its statements
 */
export async function inTransaction<T>(
  { dialect, archive }: Pick<Tx, 'dialect' | 'archive'>,
  engine: Engine,
  work: (tx: Tx) => Promise<T>,
  attempt: Attempt,
): Promise<T> {
  const { previousError } = attempt;
  const runner = await engine.begin();
  let ending: Ending = 'doubtful';
  try {
    await runner.startTransaction();
    const result = await guardStatements(runner, (query) =>
      work(createTx({ dialect, archive, manager: runner.manager, previousError }, query)),
    );
    attempt.commits = true;
    await runner.commitTransaction();
    if (engine.isOpen(runner)) throw new Error('The transaction is still open after its COMMIT');
    ending = 'committed';
    return result;
  } catch (error) {
    // A failed COMMIT can have succeeded, and an unresponsive connection gets no further statements.
    const responds = !isDatabaseAway(error) || error instanceof OutdatedWriterError;
    if (!attempt.commits && responds) ending = await rollBack(engine, runner);
    throw error;
  } finally {
    await engine.end(runner, ending);
  }
}

async function rollBack(engine: Engine, runner: QueryRunner): Promise<Ending> {
  // The engine rolled back by itself, or the transaction never began.
  if (engine.isOpen(runner) === false) return 'rolledBack';
  try {
    await runner.rollbackTransaction();
    return engine.isOpen(runner) ? 'doubtful' : 'rolledBack';
  } catch {
    return 'doubtful';
  }
}

type Query = QueryRunner['query'];

/**
 * Rejects all further statements after a failed one, even if `work` catches the error: both databases roll
 * back by themselves on some errors, and later statements would be stored outside the transaction.
 */
async function guardStatements<T>(runner: QueryRunner, work: (query: Query) => Promise<T>): Promise<T> {
  const original = runner.query.bind(runner);
  let stopped: { readonly error: unknown } | undefined;
  const query = new Proxy(original, {
    async apply(target, self, given) {
      if (stopped) throw stopped.error;
      try {
        return await Reflect.apply(target, self, given);
      } catch (error) {
        stopped ??= { error };
        throw error;
      }
    },
  });
  // The entity manager uses the runner, so this guards it too.
  runner.query = query;
  try {
    const result = await work(query);
    if (stopped) throw stopped.error;
    return result;
  } finally {
    stopped ??= { error: new Error('The transaction is over') };
    runner.query = original;
  }
}

const createTx = (
  given: Pick<Tx, 'dialect' | 'archive' | 'manager' | 'previousError'>,
  query: Query,
): Tx => ({
  ...given,
  needsLocks: given.dialect === 'mysql',
  query: (sql: string, params: readonly Value[] = []) => query(sql, [...params]),
  execute: async (sql, params = []) => (await query(sql, [...params], true)).affected ?? 0,
  insert: async (sql, params = []) => {
    const { raw } = await query(sql, [...params], true);
    // The id itself (SQLite), or the server's result with it.
    return Number(typeof raw === 'object' ? raw.insertId : raw);
  },
});
