import { randomBytes } from 'node:crypto';
import type { Actor } from '../../server/auth/actor';
import { customerCodes } from '../../server/logs/customer-code';
import type { LogDefinition } from '../../server/logs/log-definition';
import { logs, logServices, type LogName } from '../../server/logs/logs';
import type { ListArgs } from '../../server/records/list-args';
import { startOfDay } from '../../shared/domain/calendar';
import type { Database } from '../../server/db/database';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate, timed } from '../measure';

const PAGE_SIZE = 100;
const WARM_UP_MS = 500;

type Read = Parameters<Database['read']>;

/** Returns the statements of a page. The page requests no count. */
const pageStatements = async (db: Database, page: (db: Database) => Promise<unknown>): Promise<Read[]> => {
  const seen: Read[] = [];
  const read: Database['read'] = (...args) => (seen.push(args), db.read(...args));
  await page(
    new Proxy(db, {
      get: (target, name) => (name === 'read' ? read : (Reflect.get(target, name) as unknown)),
    }),
  );
  return seen;
};

/** A log and the start of a page. */
export type LogPage = readonly [log: LogName, place: Pick<ListArgs, 'at' | 'before'>];

interface Reader {
  db: Database;
  actor: Actor;
  productId: number;
  where: string;
}

const placeName = ({ at, before }: LogPage[1]): string =>
  at ? 'from the middle on' : before ? 'the last page' : 'the first page';

/** Measures a page of a log against reading the same rows by primary key. */
export const measureLogPage = async (
  { db, actor, productId, where }: Reader,
  [log, position]: LogPage,
  rounds: number,
): Promise<Measurement> => {
  const code = customerCodes(randomBytes(32).toString('hex'));
  const args: ListArgs = { productId, pageSize: PAGE_SIZE, count: 'none', ...position };
  const statements = await pageStatements(db, (on) => logServices(on, code)[log].list(actor, args));
  const { table, keyWithin } = logs[log] as LogDefinition;
  const { results } = await logServices(db, code)[log].list(actor, args);
  const key = log === 'conversions' ? 'rowId' : 'id';
  const ids = results.map((row) => row[key] as string | number);
  const product = keyWithin ? 'product_id = ? AND ' : '';
  const byKey: Read = [
    `SELECT * FROM ${table} WHERE ${product}id IN (${ids.map(() => '?').join(', ')})`,
    [...(keyWithin ? [productId] : []), ...ids],
  ];
  const run = (reads: readonly Read[]) => () =>
    timed(async () => {
      for (const read of reads) await db.read(...read);
    });
  const pair = await alternate(rounds, run(statements), run([byKey]), WARM_UP_MS);
  return {
    goal: 'logPage',
    where,
    value: pair.ratio,
    detail: `${log}, ${placeName(position)}: ${pair.ours.median.toFixed(2)} ms / ${pair.base.median.toFixed(2)} ms, ${ids.length} rows`,
  };
};

/**
 * Measures pages of a log of the large history: the first one, and one from a time in the middle. It compares
 * them with reading the same rows by primary key. The total count is a separate measurement.
 */
export const measureLogPages = async (
  data: BenchData,
  where: string,
  rounds: number,
): Promise<Measurement[]> => {
  const { db, actor, large, year } = data;
  const middle = new Date(startOfDay(year.from) + (startOfDay(year.to) - startOfDay(year.from)) / 2);
  const measurements: Measurement[] = [];
  for (const log of ['interactions', 'accesses'] as const) {
    for (const position of [{}, { at: middle }])
      measurements.push(
        await measureLogPage({ db, actor, productId: large, where }, [log, position], rounds),
      );
  }
  // The slowest page counts.
  return [measurements.reduce((worst, each) => (each.value.median > worst.value.median ? each : worst))];
};
