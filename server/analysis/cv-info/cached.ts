import { listPeriods } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { readAds } from '../facts/ads';
import { NO_FILTERS } from '../report/filters';
import { figureVersion } from '../rollups';
import type { Counted } from './credited';

/** Cached answers by database; the latest ones stay. */
export interface Shelf {
  readonly most: number;
  readonly answers: WeakMap<Database, Map<string, Promise<unknown>>>;
}

export const shelf = (most: number): Shelf => ({ most, answers: new WeakMap() });

/** Enough for a few people on a few screens. */
const ANSWERS = shelf(100);

/** Computes an answer once per request and dependencies; later callers share it. */
export type Keep = <T>(dependsOn: unknown, make: () => Promise<T>) => Promise<T>;

/**
 * Caches answers that need all conversions of the days, until their metrics version or the ads in the filters
 * change. Callers with the same request share a pending answer.
 */
export async function keeper(
  db: Database,
  { productId, range, evaluation, filters }: Counted,
  version: number,
  { most, answers }: Shelf = ANSWERS,
): Promise<Keep> {
  const ads = filters.onAds ? [...(await readAds(db, productId, filters.ads, [])).keys()] : null;
  const mine = answers.get(db) ?? new Map<string, Promise<unknown>>();
  answers.set(db, mine);
  return <T>(dependsOn: unknown, make: () => Promise<T>): Promise<T> => {
    const question = JSON.stringify([dependsOn, productId, range, evaluation, filters, ads, version]);
    const before = mine.get(question);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- made by the same function under this name
    if (before) return before as Promise<T>;
    const [oldest] = mine.keys();
    if (oldest !== undefined && mine.size >= most) mine.delete(oldest);
    const made = make();
    mine.set(question, made);
    // Failures are not cached.
    made.catch(() => mine.delete(question));
    return made;
  };
}

/** Caches an answer about all conversions of the days, independent of report filters. */
export async function keptOfAll<T>(
  db: Database,
  all: Omit<Counted, 'filters'>,
  dependsOn: unknown,
  make: () => Promise<T>,
): Promise<T> {
  const keep = await keeper(
    db,
    { ...all, filters: NO_FILTERS },
    await figureVersion(db, all.productId, all.range),
  );
  return keep(dependsOn, make);
}

/** Computes an answer per month of the days (or part of it). Unchanged months are cached. */
export async function byMonth<T>(
  db: Database,
  request: Counted,
  shelf: Shelf,
  make: (month: Counted) => Promise<T>,
): Promise<T[]> {
  const all: T[] = [];
  for (const { days } of listPeriods(request.range, 'month', 0)) {
    const month = { ...request, range: days };
    const keep = await keeper(db, month, await figureVersion(db, request.productId, days), shelf);
    all.push(await keep('month', () => make(month)));
  }
  return all;
}
