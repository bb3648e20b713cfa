import { addDays, listPeriods, type Day, type DayRange } from '../../../shared/domain/calendar';
import { allOf, oneOf, type Condition } from '../../db/condition';
import type { Countable } from '../../records/list-definition';
import { fromIndex } from '../../records/range-read';
import type { Database } from '../../db/database';
import type { MetricFacts } from './drill-down-facts';
import { adsOfCell } from './metric-cell';

/** Covering indexes over Tokyo days and ads for metric values of contacts and page views. */
const BY_DAY: Partial<Record<MetricFacts['table'], string>> = {
  interaction: 'ix_interaction_day',
  access: 'ix_access_day',
};
/** Maximum of index entries that are looked up one by one. */
const MAX_LOOKUPS = 12_000;

const daysOf = ({ from, to }: DayRange): Day[] => {
  const days: Day[] = [];
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day);
  return days;
};

/**
 * Returns the queries for the rows behind a metric value of contacts or views, by the day index.
 * Among millions of rows this index is the only fast access, and the databases would not choose it. The queries
 * go month by month, which bounds each statement; with few ads they look up each day. Returns null for other
 * metric values.
 */
export async function rowsByDay(
  db: Database,
  productId: number,
  facts: MetricFacts,
): Promise<Countable[] | null> {
  const { metricValue, table, where } = facts;
  const index = BY_DAY[table];
  if (index === undefined) return null;
  const from = fromIndex(db.dialect, table, index);
  const ads = await adsOfCell(db, productId, facts);
  const part = (conditions: readonly Condition[]): Countable => ({
    from,
    where: allOf([...conditions, ...where]),
  });
  const days = daysOf(metricValue);
  if (ads?.length === 0) return [];
  if (ads && ads.length * days.length <= MAX_LOOKUPS)
    return [part([oneOf('e.day', days), oneOf('e.ad_id', ads)])];
  return listPeriods(metricValue, 'month', 0).map(({ days: range }) =>
    part([{ sql: 'e.day BETWEEN ? AND ?', params: [range.from, range.to] }]),
  );
}
