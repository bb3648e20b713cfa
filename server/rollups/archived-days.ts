import { endOfDay, startOfDay, type Day, type DayRange } from '../../shared/domain/calendar';
import { withArchive } from '../db/archive/with-archive';
import type { Database } from '../db/database';
import { select } from '../db/statements';
import { logFacts } from './log-facts';

/** Fine row of a rollup. */
export type FactRow = Readonly<Record<string, number>> & { readonly ad_id: number };

/** Returns the days of a range whose contacts and views are all in files. */
export async function archivedDays(
  db: Pick<Database, 'read'>,
  productId: number,
  { from, to }: DayRange,
): Promise<Day[]> {
  const rows = await select<Record<'day' | 'interactions' | 'views', number | string>>(db)`SELECT day,
    interaction_until AS interactions, access_until AS views FROM archived_day
    WHERE product_id = ${productId} AND day >= ${from} AND day <= ${to} ORDER BY day`;
  return rows.flatMap(({ day, interactions, views }) => {
    const until = Math.min(Number(interactions), Number(views));
    return until < endOfDay(Number(day)) - 1 ? [] : [Number(day)];
  });
}

/** Returns the expected fine rows of the touches of archived days, from their files. */
export async function archivedTouches(
  db: Database,
  productId: number,
  days: readonly Day[],
): Promise<FactRow[]> {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const union = await withArchive(db, [productId], startOfDay(first), endOfDay(last));
  const { sql, params } = logFacts('touch', productId, days);
  return union.read<FactRow>(sql, params);
}
