import { listPeriods } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { readAds } from '../../facts/ads';
import { NO_FILTERS } from '../report/filters';
import { readMetricsVersion } from '../../rollups';
import type { ConversionScope } from './credited';

/** Cached answers by database; the latest ones stay. */
export interface AnswerStore {
  readonly limit: number;
  readonly answers: WeakMap<Database, Map<string, Promise<unknown>>>;
}

export const createStore = (limit: number): AnswerStore => ({ limit, answers: new WeakMap() });

/** Enough for a few people on a few screens. */
const DEFAULT_STORE = createStore(100);

/** Computes an answer once per request and dependencies; later callers share it. */
export type AnswerCache = <T>(dependsOn: unknown, make: () => Promise<T>) => Promise<T>;

/**
 * Caches answers that need all conversions of the days, until their metrics version or the ads in the filters
 * change. Callers with the same request share a pending answer.
 */
export async function answerCache(
  db: Database,
  { productId, range, evaluation, filters }: ConversionScope,
  version: number,
  { limit, answers }: AnswerStore = DEFAULT_STORE,
): Promise<AnswerCache> {
  const ads = filters.hasAdFilter ? [...(await readAds(db, productId, filters.ads, [])).keys()] : null;
  const entries = answers.get(db) ?? new Map<string, Promise<unknown>>();
  answers.set(db, entries);
  return <T>(dependsOn: unknown, make: () => Promise<T>): Promise<T> => {
    const key = JSON.stringify([dependsOn, productId, range, evaluation, filters, ads, version]);
    const cached = entries.get(key);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- made by the same function under this name
    if (cached) return cached as Promise<T>;
    const [oldest] = entries.keys();
    if (oldest !== undefined && entries.size >= limit) entries.delete(oldest);
    const answer = make();
    entries.set(key, answer);
    // Failures are not cached.
    answer.catch(() => entries.delete(key));
    return answer;
  };
}

/** Caches an answer about all conversions of the days, independent of report filters. */
export async function cacheUnfiltered<T>(
  db: Database,
  all: Omit<ConversionScope, 'filters'>,
  dependsOn: unknown,
  make: () => Promise<T>,
): Promise<T> {
  const cache = await answerCache(
    db,
    { ...all, filters: NO_FILTERS },
    await readMetricsVersion(db, all.productId, all.range),
  );
  return cache(dependsOn, make);
}

/** Computes an answer per month of the days (or part of it). Unchanged months are cached. */
export async function cacheByMonth<T>(
  db: Database,
  request: ConversionScope,
  store: AnswerStore,
  make: (month: ConversionScope) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  for (const { days } of listPeriods(request.range, 'month', 0)) {
    const month = { ...request, range: days };
    const cache = await answerCache(db, month, await readMetricsVersion(db, request.productId, days), store);
    all.push(await cache('month', () => make(month)));
  }
  return all;
}
