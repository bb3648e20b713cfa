import { formatDay } from '../../shared/domain/calendar';
import { measureKeys } from '../../shared/catalog';
import { loadFrom, startLoader } from '../children';
import type { Measurement, GoalKey } from '../goals';
import { summarize } from '../measure';
import type { LoadResult } from '../redirects/load';
import { holdWork, releaseWork } from './backlog';
import { importBeside } from './import-beside';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';

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
