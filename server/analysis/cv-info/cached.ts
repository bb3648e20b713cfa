import { listPeriods } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { readAds } from '../facts/ads';
import { NO_FILTERS } from '../report/filters';
import { figureVersion } from '../rollups';
import type { Counted } from './credited';

/** Answers that are kept for each database, the latest ones. */
export interface Shelf {
  readonly most: number;
  readonly answers: WeakMap<Database, Map<string, Promise<unknown>>>;
}

export const shelf = (most: number): Shelf => ({ most, answers: new WeakMap() });

/** What a few people look at on a few screens. */
const ANSWERS = shelf(100);

/** Makes an answer once for a question and what it depends on beside; others get the same. */
export type Keep = <T>(dependsOn: unknown, make: () => Promise<T>) => Promise<T>;

/**
 * Keeps what costs a look at every conversion of the days until their figures change, as their version tells, or
 * other ads pass the filters. Who asks for the same while it is on its way waits for the same.
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
    // A failure is no answer.
    made.catch(() => mine.delete(question));
    return made;
  };
}

/** Keeps what is made of all conversions of the days, whatever filters a report has, in the same way. */
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

/** What is put together of each month of the days, or of their part of it: of one that nothing changes it is made once. */
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
