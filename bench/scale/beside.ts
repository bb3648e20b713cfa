import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formatDay } from '../../shared/domain/calendar';
import { measureKeys } from '../../shared/catalog';
import { loadFrom, startLoader } from '../children';
import type { Measurement, GoalKey } from '../goals';
import { summarize } from '../measure';
import type { LoadResult } from '../redirects/load';
import type { ScaleData } from './scale';
import { holdWork, releaseWork } from './backlog';
import type { ProductProcess } from './product-process';

const ROOT = resolve(__dirname, '../..');
const PEOPLE = 40_000;

/** Generates people with one click and two views each. `name` makes their ids unique to this file. */
function* lines(data: ScaleData, name: string): Generator<string> {
  const begin = Date.now() - 86_400_000;
  for (let n = 0; n < PEOPLE; n += 1) {
    const event = (type: string, id: string, more: object): string =>
      `${JSON.stringify({ type, id: `${name}-${id}${n}`, time: new Date(begin + n * 1000).toISOString(), visitor_id: `${name}-v${n}`, ...more })}\n`;
    yield (
      event('click', 'c', { ad_id: data.adId }) +
      event('view', 'p', { url: 'https://shop.example/' }) +
      event('view', 'q', { url: 'https://shop.example/items' })
    );
  }
}

let files = 0;

/** Starts a command that loads events, and ends it with a signal, as a terminal does. */
const startLoad = async (
  { url }: ScaleData,
  command: string,
  args: string[],
): Promise<() => Promise<void>> => {
  const child = spawn(
    process.execPath,
    ['--import', 'tsx', join(ROOT, `server/cli/${command}.ts`), ...args],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: url },
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  let output = '';
  child.stderr.on('data', (text: Buffer) => (output += text.toString()));
  // It reports its progress once it has stored something.
  await Promise.race([once(child.stderr, 'data'), once(child, 'exit')]);
  return async () => {
    if (child.exitCode !== null)
      throw new Error(`the ${command} ended (${child.exitCode}) before the signal: ${output.slice(-500)}`);
    child.kill('SIGTERM');
    await once(child, 'exit');
  };
};

/** Starts `npm run import` with a large file. */
export const importBeside = (data: ScaleData) => async (): Promise<() => Promise<void>> => {
  files += 1;
  const file = join(data.dir, `events-${files}.ndjson`);
  await pipeline(Readable.from(lines(data, `import${files}`)), createWriteStream(file));
  return startLoad(data, 'import', [file, '--product', String(data.redirectProduct)]);
};

/** Starts `npm run seed` with a history that takes longer than any measurement beside it. */
export const seedBeside = (data: ScaleData) => (): Promise<() => Promise<void>> =>
  startLoad(data, 'seed', ['--product', String(data.redirectProduct), '--clicks', '500000']);

const BURST_MS = 1000;
const ROUNDS = 3;
/** Time until the heavy work runs at full load. */
const SETTLE_MS = 1000;

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Starts something and returns a function that ends it. */
type Begin = () => Promise<() => Promise<void>>;

/** Heavy work beside the redirects. */
interface HeavyWork {
  rate: GoalKey;
  tail: GoalKey;
  begin: Begin;
}

/** Repeats the work until it is ended. */
const repeat =
  (work: (signal: AbortSignal) => Promise<unknown>): Begin =>
  async () => {
    const ending = new AbortController();
    let failure: unknown;
    const loop = (async () => {
      while (!ending.signal.aborted) await work(ending.signal);
    })().catch((error: unknown) => {
      if (!ending.signal.aborted) failure = error;
    });
    return async () => {
      ending.abort();
      await loop;
      if (failure !== undefined) throw failure;
    };
  };

const YEAR = `query ($p: Int!, $from: Date!, $to: Date!) {
  adSummaries(productId: $p, dateFrom: $from, dateTo: $to) { results { adId ad figures { ${measureKeys.join(' ')} } } } }`;

const heavyWork = (data: ScaleData, product: ProductProcess): HeavyWork[] => {
  const { reader } = product;
  const days = { from: formatDay(data.year.from), to: formatDay(data.year.to) };
  const ofDays = `date_from=${days.from}&date_to=${days.to}`;
  return [
    {
      rate: 'besideBacklogRate',
      tail: 'besideBacklogTail',
      async begin() {
        await releaseWork(data.db);
        return () => holdWork(data.db);
      },
    },
    {
      rate: 'besideReportRate',
      tail: 'besideReportTail',
      begin: repeat(() => reader.ask(YEAR, { p: data.large, ...days })),
    },
    {
      rate: 'besideCsvRate',
      tail: 'besideCsvTail',
      begin: repeat((signal) =>
        reader.download(`/logs/accesses/download/csv/?product_id=${data.large}&${ofDays}`, signal),
      ),
    },
    { rate: 'besideImportRate', tail: 'besideImportTail', begin: importBeside(data) },
  ];
};

/**
 * Measures redirects of the whole product under 64 connections, alternately with and without heavy work
 * beside them. Both sides start with an empty spool.
 */
const measureRedirectsBeside = async (
  data: ScaleData,
  product: ProductProcess,
  loader: ReturnType<typeof startLoader>,
  work: HeavyWork,
): Promise<Measurement[]> => {
  const burst = async (): Promise<LoadResult> => {
    await product.drained();
    const result = await loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
    if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
    return result;
  };
  const burstBesideWork = async (): Promise<LoadResult> => {
    await product.drained();
    const end = await work.begin();
    try {
      await pause(SETTLE_MS);
      return await loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
    } finally {
      await end();
    }
  };
  const pairs: { ours: LoadResult; base: LoadResult }[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const first = round % 2 === 1 ? await burst() : undefined;
    const ours = await burstBesideWork();
    const base = first ?? (await burst());
    if (round > 0) pairs.push({ ours, base });
  }
  const median = (of: (pair: (typeof pairs)[number]) => number): number => summarize(pairs.map(of)).median;
  return [
    {
      goal: work.rate,
      where: data.where,
      value: summarize(pairs.map(({ ours, base }) => ours.perSecond / base.perSecond)),
      detail: `${median(({ ours }) => ours.perSecond).toFixed(0)}/s / ${median(({ base }) => base.perSecond).toFixed(0)}/s`,
    },
    {
      goal: work.tail,
      where: data.where,
      value: summarize(pairs.map(({ ours, base }) => ours.p99 / base.p99)),
      detail: `${median(({ ours }) => ours.p99).toFixed(1)} ms / ${median(({ base }) => base.p99).toFixed(1)} ms`,
    },
  ];
};

/** Measures redirects beside a backlog, a long report, a large file and an import. */
export const measureBeside = async (data: ScaleData, product: ProductProcess): Promise<Measurement[]> => {
  const loader = startLoader();
  const measurements: Measurement[] = [];
  try {
    await holdWork(data.db);
    for (const work of heavyWork(data, product)) {
      data.log(`  ${work.rate} ...`);
      measurements.push(...(await measureRedirectsBeside(data, product, loader, work)));
    }
    return measurements;
  } finally {
    await releaseWork(data.db);
    await loader.stop();
  }
};
