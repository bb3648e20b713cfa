import { formatDay } from '../../shared/domain/calendar';
import { measureKeys } from '../../shared/catalog';
import { loadFrom, startLoader } from '../children';
import type { Figure, GoalKey } from '../goals';
import { summarize } from '../measure';
import type { LoadResult } from '../redirects/load';
import { holdWork, letWork } from './backlog';
import { importBeside } from './import-beside';
import type { ProductProcess } from './product-process';
import type { ScaleData } from './scale';

const BURST_MS = 1000;
const ROUNDS = 3;
/** Until what was begun is in full swing. */
const SETTLE_MS = 1000;

const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

/** Begins something and answers how to end it. */
type Begin = () => Promise<() => Promise<void>>;

/** Something heavy that goes on while visitors follow links. */
interface Company {
  rate: GoalKey;
  tail: GoalKey;
  begin: Begin;
}

/** Does it again and again until it is ended. */
const again =
  (work: (signal: AbortSignal) => Promise<unknown>): Begin =>
  async () => {
    const ending = new AbortController();
    let failure: unknown;
    const going = (async () => {
      while (!ending.signal.aborted) await work(ending.signal);
    })().catch((error: unknown) => {
      if (!ending.signal.aborted) failure = error;
    });
    return async () => {
      ending.abort();
      await going;
      if (failure !== undefined) throw failure;
    };
  };

const YEAR = `query ($p: Int!, $from: Date!, $to: Date!) {
  adSummaries(productId: $p, dateFrom: $from, dateTo: $to) { results { adId ad figures { ${measureKeys.join(' ')} } } } }`;

const companies = (data: ScaleData, product: ProductProcess): Company[] => {
  const { reader } = product;
  const days = { from: formatDay(data.year.from), to: formatDay(data.year.to) };
  const ofDays = `date_from=${days.from}&date_to=${days.to}`;
  return [
    {
      rate: 'besideBacklogRate',
      tail: 'besideBacklogTail',
      async begin() {
        await letWork(data.db);
        return () => holdWork(data.db);
      },
    },
    {
      rate: 'besideReportRate',
      tail: 'besideReportTail',
      begin: again(() => reader.ask(YEAR, { p: data.large, ...days })),
    },
    {
      rate: 'besideCsvRate',
      tail: 'besideCsvTail',
      begin: again((signal) =>
        reader.download(`/logs/accesses/download/csv/?product_id=${data.large}&${ofDays}`, signal),
      ),
    },
    { rate: 'besideImportRate', tail: 'besideImportTail', begin: importBeside(data) },
  ];
};

/**
 * Redirects of the whole product under 64 connections with something heavy beside them and without, in turns. What
 * the clicks before left to be stored is stored first, so that both sides begin alike.
 */
const measureCompany = async (
  data: ScaleData,
  product: ProductProcess,
  loader: ReturnType<typeof startLoader>,
  company: Company,
): Promise<Figure[]> => {
  const burst = async (): Promise<LoadResult> => {
    await product.drained();
    const result = await loadFrom(loader.child, product.port, `/r/${data.linkCode}`, BURST_MS);
    if (result.failed > 0) throw new Error(`${result.failed} requests failed`);
    return result;
  };
  const beside = async (): Promise<LoadResult> => {
    await product.drained();
    const end = await company.begin();
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
    const ours = await beside();
    const base = first ?? (await burst());
    if (round > 0) pairs.push({ ours, base });
  }
  const median = (of: (pair: (typeof pairs)[number]) => number): number => summarize(pairs.map(of)).median;
  return [
    {
      goal: company.rate,
      where: data.where,
      value: summarize(pairs.map(({ ours, base }) => ours.perSecond / base.perSecond)),
      detail: `${median(({ ours }) => ours.perSecond).toFixed(0)}/s / ${median(({ base }) => base.perSecond).toFixed(0)}/s`,
    },
    {
      goal: company.tail,
      where: data.where,
      value: summarize(pairs.map(({ ours, base }) => ours.p99 / base.p99)),
      detail: `${median(({ ours }) => ours.p99).toFixed(1)} ms / ${median(({ base }) => base.p99).toFixed(1)} ms`,
    },
  ];
};

/** Redirects beside a backlog, a long report, a large file and an import. */
export const measureBeside = async (data: ScaleData, product: ProductProcess): Promise<Figure[]> => {
  const loader = startLoader();
  const figures: Figure[] = [];
  try {
    await holdWork(data.db);
    for (const company of companies(data, product)) {
      data.log(`  ${company.rate} ...`);
      figures.push(...(await measureCompany(data, product, loader, company)));
    }
    return figures;
  } finally {
    await letWork(data.db);
    await loader.stop();
  }
};
