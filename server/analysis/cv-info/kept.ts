import type { Database } from '../../db/database';
import { readAds } from '../facts/ads';
import type { ReportRequest } from '../report/request';

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
export async function keeper(db: Database, { productId, range, evaluation, filters }: ReportRequest, version: number, { most, answers }: Shelf = ANSWERS): Promise<Keep> {
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
