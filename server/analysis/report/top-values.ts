import { axisOf, emptySums, hasFacts, type AxisKey, type BaseSums } from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { adder, figuresMaker } from '../compiled';
import type { KnownAd } from '../facts/ads';
import type { AdLists } from '../facts/fact-query';
import { grouping, type GroupKey } from './grouping';
import { compareKeys } from './lines';
import { readTables, scopeOf, type Reading } from './read-groups';
import type { ReportRequest } from './request';
import { rankedKeys, type TrendRequest } from './trend-request';

/** Which values of the axes stand apart from the rest. */
export interface TopValues {
  /** By the name of their group. */
  readonly apart: ReadonlySet<GroupKey['name']>;
  /** How many values there are, of the days asked for and of those compared with. */
  readonly values: number;
  /** The ads whose facts have to be told apart for it; null: all of them. */
  readonly adLists: AdLists | null;
}

/** Ads that a statement tells apart, at most; with more it tells all of them. */
const MOST_LISTED = 900;

interface Value extends GroupKey {
  readonly sums: BaseSums;
  readonly adIds: Set<number>;
}

/** The facts of each value over a range as a whole: month rows and the days at its edges. */
async function readValues(
  db: Database,
  request: ReportRequest,
  asked: Reading,
  reading: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<Value[]> {
  const { tables, ads, presence } = await readTables(db, request, asked, reading);
  const values = grouping<Value>(request.axes, ads, (key) => ({
    ...key,
    sums: emptySums(),
    adIds: new Set(),
  }));
  for (const { keys: summed, facts } of tables) {
    const add = adder(summed);
    for (const fact of facts) {
      const { sums, adIds } = values.of(fact);
      add(sums, fact);
      if (fact.ad_id != null) adIds.add(fact.ad_id);
    }
  }
  return values.all().filter(({ sums }) => hasFacts(sums, presence));
}

const listOf = ([first, ...others]: readonly number[]): AdLists =>
  first === undefined ? [] : [[first, ...others]];

/** The ads of the values; those of one value together, where nothing finer tells its rows apart. */
function adListsOf(chosen: readonly Value[], axes: readonly AxisKey[]): AdLists | null {
  const all = new Set(chosen.flatMap(({ adIds }) => [...adIds]));
  if (all.size === 0 || all.size > MOST_LISTED) return null;
  return axes.some((axis) => axisOf(axis).finerThanAd)
    ? [...all].map((id) => [id])
    : chosen.flatMap(({ adIds }) => listOf([...adIds]));
}

/** The values of both ranges, those of one name once, with the sums of the first. */
function valuesOf(now: readonly Value[], before: readonly Value[]): Value[] {
  const values = new Map(now.map((value) => [value.name, value]));
  for (const value of before) {
    const known = values.get(value.name);
    if (known) value.adIds.forEach((id) => known.adIds.add(id));
    else values.set(value.name, { ...value, sums: emptySums() });
  }
  return [...values.values()].sort(compareKeys);
}

/**
 * Ranks the values of the axes by their figure over the whole range, before anything is read by its periods: month rows
 * are thirty times fewer than those of days. A value without the figure ranks last, those that rank alike by their ids.
 *
 * @param against the days compared with: values that only these know are values too
 * @returns null where all values stand apart
 */
export async function readTop(
  db: Database,
  request: ReportRequest,
  trend: TrendRequest,
  against: DayRange,
  reading: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<TopValues | null> {
  const { top, topBy } = trend;
  const { axes, range, model, filters } = request;
  if (top === null || axes.length === 0) return null;
  const [now, before, { only }] = await Promise.all([
    readValues(db, request, { range, keys: rankedKeys(trend, request) }, reading),
    readValues(db, request, { range: against, keys: [] }, reading),
    scopeOf(request, reading),
  ]);
  const values = valuesOf(now, before);
  if (values.length <= top) return null;
  const rank = figuresMaker([topBy], model);
  const ranked = values.map((value) => ({ value, place: rank(value.sums)[topBy] ?? -Infinity }));
  ranked.sort((a, b) => (a.place === b.place ? 0 : b.place - a.place));
  const chosen = ranked.slice(0, top).map(({ value }) => value);
  // Ads that no statement names are sorted out one by one.
  const isNamed = !filters.onAds || only.ad_id !== null;
  return {
    apart: new Set(chosen.map(({ name }) => name)),
    values: values.length,
    adLists: isNamed ? adListsOf(chosen, axes) : null,
  };
}
