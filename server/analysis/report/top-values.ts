import { axisOf, emptyValues, hasFacts, type AxisKey, type BaseValues } from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { compileAdder, compileMetrics } from '../compile-measures';
import type { KnownAd } from '../../facts/ads';
import type { AdGroups } from '../../facts/fact-query';
import { grouping } from './grouping';
import type { RowKey } from '../../facts/row-key';
import { readTables, scopeOf, type FactSelection } from './read-groups';
import type { ReportRequest } from './request';
import { compareKeys } from './series';
import { rankingKeys, type TrendRequest } from './trend-request';

/** Top values of the axes; the others are merged. */
export interface TopValues {
  /** Group names of the top values. */
  readonly names: ReadonlySet<RowKey['name']>;
  /** Number of values in the range and the comparison days. */
  readonly values: number;
  /** Ads to merge when reading; null: each ad is a group. */
  readonly adGroups: AdGroups | null;
}

/** Maximum ads that a statement separates; beyond it, all ads are read. */
const MAX_LISTED_ADS = 900;

interface Value extends RowKey {
  readonly sums: BaseValues;
  readonly adIds: Set<number>;
}

/** Sums the facts of each value over a whole range, from month rows and the days at its edges. */
async function readValues(
  db: Database,
  request: ReportRequest,
  selection: FactSelection,
  pendingAds: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<Value[]> {
  const { tables, ads, presence } = await readTables(db, request, selection, pendingAds);
  const values = grouping<Value>(request.axes, ads, (key) => ({
    ...key,
    sums: emptyValues(),
    adIds: new Set(),
  }));
  for (const { keys: summed, facts } of tables) {
    const add = compileAdder(summed);
    for (const fact of facts) {
      const { sums, adIds } = values.of(fact);
      add(sums, fact);
      if (fact.ad_id != null) adIds.add(fact.ad_id);
    }
  }
  return values.all().filter(({ sums }) => hasFacts(sums, presence));
}

const adGroupOf = ([first, ...others]: readonly number[]): AdGroups =>
  first === undefined ? [] : [[first, ...others]];

/** Returns the ads of the values. Ads of one value are merged unless an axis is finer than the ad. */
function adGroupsOf(chosen: readonly Value[], axes: readonly AxisKey[]): AdGroups | null {
  const all = new Set(chosen.flatMap(({ adIds }) => [...adIds]));
  if (all.size === 0 || all.size > MAX_LISTED_ADS) return null;
  return axes.some((axis) => axisOf(axis).finerThanAd)
    ? [...all].map((id) => [id])
    : chosen.flatMap(({ adIds }) => adGroupOf([...adIds]));
}

/** Merges the values of both ranges by name, with the sums of the first. */
function valuesOf(now: readonly Value[], before: readonly Value[]): Value[] {
  const values = new Map(now.map((value) => [value.name, value]));
  for (const value of before) {
    const known = values.get(value.name);
    if (known) value.adIds.forEach((id) => known.adIds.add(id));
    else values.set(value.name, { ...value, sums: emptyValues() });
  }
  return [...values.values()].sort(compareKeys);
}

/**
 * Ranks the values of the axes by a measure over the whole range, before they are read by period. Month rows
 * are thirty times fewer than day rows. A value without the measure ranks last; ties rank by ids.
 *
 * @param comparisonRange comparison days; their values count too
 * @returns null if there are no others to merge
 */
export async function readTop(
  db: Database,
  request: ReportRequest,
  trend: TrendRequest,
  comparisonRange: DayRange,
  pendingAds: Promise<ReadonlyMap<number, KnownAd>>,
): Promise<TopValues | null> {
  const { top, topBy } = trend;
  const { axes, range, model, filters } = request;
  if (top === null || axes.length === 0) return null;
  const [now, before, { only }] = await Promise.all([
    readValues(db, request, { range, keys: rankingKeys(trend, request) }, pendingAds),
    readValues(db, request, { range: comparisonRange, keys: [] }, pendingAds),
    scopeOf(request, pendingAds),
  ]);
  const values = valuesOf(now, before);
  if (values.length <= top) return null;
  const rank = compileMetrics([topBy], model);
  const ranked = values.map((value) => ({ value, place: rank(value.sums)[topBy] ?? -Infinity }));
  ranked.sort((a, b) => (a.place === b.place ? 0 : b.place - a.place));
  const chosen = ranked.slice(0, top).map(({ value }) => value);
  // Long ad lists are not in the statement, so their facts are filtered one by one.
  const isNamed = !filters.hasAdFilter || only.ad_id !== null;
  return {
    names: new Set(chosen.map(({ name }) => name)),
    values: values.length,
    adGroups: isNamed ? adGroupsOf(chosen, axes) : null,
  };
}
