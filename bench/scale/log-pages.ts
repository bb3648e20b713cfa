import { randomBytes } from 'node:crypto';
import type { Actor } from '../../server/auth/actor';
import { customerCodes } from '../../server/logs/customer-code';
import type { LogDefinition } from '../../server/logs/log-definition';
import { logs, logServices, type LogName } from '../../server/logs/logs';
import type { ListArgs } from '../../server/records/list-args';
import { startOfDay } from '../../shared/domain/calendar';
import { keysOf } from '../../shared/records';
import type { Database } from '../../server/db/database';
import type { Measurement } from '../goals';
import type { BenchData } from '../history';
import { alternate, summarize, timed } from '../measure';
import { reports } from '../../server/analysis';

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

/** Returns the measurement that counts. */
const slowest = (measurements: readonly Measurement[]): Measurement =>
  measurements.reduce((worst, each) => (each.value.median > worst.value.median ? each : worst));

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
  return [slowest(measurements)];
};

const LOGS = ['interactions', 'accesses', 'references', 'conversions', 'results'] as const;
const BRIEF_MS = 100;

/** Returns the filters of a log with the values that most of a product's rows have. */
const filtersOf = async (db: Database, productId: number, log: (typeof LOGS)[number]) => {
  const most = async (sql: string): Promise<(string | number)[]> => {
    const rows = await db.read<{ value: string | number }>(
      `SELECT value FROM (${sql}) v GROUP BY value ORDER BY COUNT(*) DESC LIMIT 1`,
      [productId],
    );
    return rows.map(({ value }) => value);
  };
  const ads = 'FROM interaction i JOIN ad a ON a.id = i.ad_id WHERE i.product_id = ?';
  const some = 'FROM (SELECT visitor_id, ip FROM access WHERE product_id = ? LIMIT 10000) a';
  return {
    time: {},
    ad: { [log === 'conversions' ? 'lastCvAdId' : 'adId']: await most(`SELECT a.id AS value ${ads}`) },
    network: { aspId: await most(`SELECT a.asp_id AS value ${ads}`) },
    visitor: { visitorId: await most(`SELECT visitor_id AS value ${some}`) },
    // The journey log has no addresses.
    ...(log !== 'references' && { address: { ipAddress: await most(`SELECT ip AS value ${some}`) } }),
  };
};

/**
 * Measures pages of the logs with their counts: against page 1 of the small history, and against the same page
 * of the small history.
 */
export const measureLogPlaces = async (
  { db, actor, large, small }: BenchData,
  where: string,
  rounds: number,
): Promise<Measurement[]> => {
  const services = logServices(db, customerCodes(randomBytes(32).toString('hex')));
  const list = (log: LogName, args: ListArgs) => services[log].list(actor, { pageSize: PAGE_SIZE, ...args });
  const any: Measurement[] = [];
  const growth: Measurement[] = [];
  for (const log of LOGS) {
    const [ofLarge, ofSmall] = [await filtersOf(db, large, log), await filtersOf(db, small, log)];
    for (const by of keysOf(ofLarge)) {
      for (const part of [0, 0.5, 1]) {
        /** Returns a read of the full page after this part of the rows. */
        const reader = async (args: ListArgs) => {
          const { count } = await list(log, args);
          const page = Math.max(1, Math.floor(Math.floor(count / PAGE_SIZE) * part));
          return { isFull: count >= PAGE_SIZE, read: () => timed(() => list(log, { ...args, page })) };
        };
        const { read } = await reader({ productId: large, filter: ofLarge[by] ?? {} });
        const first = () => timed(() => list(log, { productId: small }));
        const same = await reader({ productId: small, filter: ofSmall[by] ?? {} });
        for (const [all, goal, base] of [
          [any, 'logAnyPage', first],
          // A page that isn't full has fewer rows to read.
          ...(same.isFull ? [[growth, 'logGrowth', same.read] as const] : []),
        ] as const) {
          const pair = await alternate(rounds, read, base, BRIEF_MS);
          const detail = `${log} by ${by}, at ${part * 100} %: ${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms`;
          all.push({ goal, where, value: pair.ratio, detail });
        }
      }
    }
  }
  const search = { productId: large, filter: { accessUrlContains: ['no such page'] } };
  const seconds: number[] = [];
  for (let round = 0; round < rounds; round += 1)
    seconds.push((await timed(() => list('accesses', { ...search, count: 'capped' }))) / 1000);
  const { searchedTo } = await list('accesses', { ...search, count: 'capped' });
  const detail = `accesses by a text that no URL has, searched to ${searchedTo?.toISOString() ?? 'the end'}`;
  return [slowest(any), slowest(growth), { goal: 'logSearch', where, value: summarize(seconds), detail }];
};

/** Measures a page far behind in the rows of CV information against the first. */
export const measureCvInfoPage = async (
  { db, actor, large, year }: BenchData,
  where: string,
  rounds: number,
): Promise<Measurement> => {
  const range = { productId: large, dateFrom: year.from, dateTo: year.to, pageSize: 30, resultFields: [] };
  const read = (page: number) => reports.cvInfo.read(db, actor, { ...range, page });
  const { count = 0 } = await read(1);
  const page = Math.min(3000, Math.ceil(count / 30));
  const [far, first] = [page, 1].map((one) => () => timed(() => read(one)));
  const pair = await alternate(rounds, far!, first!, WARM_UP_MS);
  const detail = `page ${page}: ${pair.ours.median.toFixed(1)} ms / ${pair.base.median.toFixed(1)} ms`;
  return { goal: 'cvInfoPage', where, value: pair.ratio, detail };
};
