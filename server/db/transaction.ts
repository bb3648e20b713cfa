import type { EntityManager, QueryRunner } from 'typeorm';
import type { Dialect, Tx } from './database';
import type { Ending, Engine, Value } from './engines/engine';
import { isDatabaseAway } from './transient-error';

/**
 * Runs `work` between BEGIN and COMMIT; resolves only when the COMMIT is known to have happened.
 *
 * @param again whether it was tried before
 * @throws what `work` throws, or what a statement failed with
 */
export async function inTransaction<T>(
  dialect: Dialect,
  engine: Engine,
  work: (tx: Tx) => Promise<T>,
  again: boolean,
): Promise<T> {
  const runner = await engine.begin();
  let ending: Ending = 'doubtful';
  let ends = false;
  try {
    await runner.startTransaction();
    const result = await guarded(runner, (query) =>
      work(transaction({ dialect, manager: runner.manager, again }, query)),
    );
    ends = true;
    await runner.commitTransaction();
    if (engine.isOpen(runner)) throw new Error('The transaction is open after its COMMIT');
    ending = 'committed';
    return result;
  } catch (error) {
    // A COMMIT that failed may have happened, and a connection that does not answer is not asked for more.
    if (!ends && !isDatabaseAway(error)) ending = await rollBack(engine, runner);
    throw error;
  } finally {
    await engine.end(runner, ending);
  }
}

async function rollBack(engine: Engine, runner: QueryRunner): Promise<Ending> {
  // Rolled back by the engine itself, or never begun.
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
 * Once a statement failed nothing else of the transaction runs, whatever `work` makes of the error: both databases
 * roll back by themselves on some errors, and what came after would be stored on its own.
 */
async function guarded<T>(runner: QueryRunner, work: (query: Query) => Promise<T>): Promise<T> {
  const ask = runner.query.bind(runner);
  let over: { readonly error: unknown } | undefined;
  const query = new Proxy(ask, {
    async apply(asked, self, given) {
      if (over) throw over.error;
      try {
        return await Reflect.apply(asked, self, given);
      } catch (error) {
        over ??= { error };
        throw error;
      }
    },
  });
  // The entity manager asks the runner, so it is guarded there.
  runner.query = query;
  try {
    const result = await work(query);
    if (over) throw over.error;
    return result;
  } finally {
    over ??= { error: new Error('The transaction is over') };
    runner.query = ask;
  }
}

const transaction = (
  its: { dialect: Dialect; manager: EntityManager; again: boolean },
  query: Query,
): Tx => ({
  ...its,
  locks: its.dialect === 'mysql',
  query: (sql: string, params: readonly Value[] = []) => query(sql, [...params]),
  execute: async (sql, params = []) => (await query(sql, [...params], true)).affected ?? 0,
  insert: async (sql, params = []) => {
    const { raw } = await query(sql, [...params], true);
    // The id itself, or the server's answer with it.
    return Number(typeof raw === 'object' ? raw.insertId : raw);
  },
});
