import {
  axisOf,
  baseKeys,
  emptyValues,
  hasFacts,
  MAX_LIVE_DAYS,
  NewAndExistingEvaluation,
  presenceKeys,
  type AxisKey,
  type BaseKey,
  type BaseValues,
} from '../../../shared/catalog';
import { countDays, type DayRange } from '../../../shared/domain/calendar';
import { formatDay } from '../../../shared/format';
import { entriesOf } from '../../../shared/records';
import { badInput } from '../../auth/failure';
import type { Database } from '../../db/database';
import { compileAdder } from '../compile-measures';
import { readAds, attributeOf, type KnownAd } from '../../facts/labels';
import type { AdGroups, FactColumn } from '../../facts/fact-query';
import { readFacts, type Fact, type FactTable } from '../../facts/read-facts';
import { readWholeCosts } from '../../facts/whole-costs';
import { contactsFrom } from '../../rollups';
import type { RollupPeriod } from '../../rollups/tables';
import { groupFacts, type Group } from './rows';
import type { ReportRequest } from './request';

type AdMap = ReadonlyMap<number, KnownAd>;

/** Groups of a report's facts, and their total. */
interface ReadGroups {
  readonly groups: Group[];
  readonly total: BaseValues;
}

const FINER_COLUMNS = [
  'device',
  'redirect_id',
  'lpo_entry_id',
  'os',
  'browser',
] as const satisfies readonly FactColumn[];
/** Up to this many ads are listed in the statement; more are filtered after reading. */
const MAX_LISTED_ADS = 500;

/** Returns the ad attributes that a report needs: for names and ids of rows, and the asp for fees. */
const adAttributes = (nameAxes: readonly AxisKey[]): (keyof KnownAd)[] => [
  'asp_id',
  ...nameAxes.flatMap((axis) => attributeOf(axis) ?? []),
];

/** Returns the columns to group facts by: those of the axes, and the ad if ads are needed. */
function groupColumns(axes: readonly AxisKey[], hasAdFilter: boolean): FactColumn[] {
  const columns = new Set<FactColumn>(axes.map((axis) => axisOf(axis).factColumn));
  if (hasAdFilter || axes.some((axis) => axisOf(axis).adDerived)) columns.add('ad_id');
  return [...columns];
}

/** Days and sums to read. */
export interface FactSelection {
  readonly range: DayRange;
  readonly keys: readonly BaseKey[];
  /** Ads to merge; null or absent: each ad is a group. */
  readonly adGroups?: AdGroups | null;
}

/** Fact columns that separate a report's rows, and its fact filters. */
export interface Scope {
  readonly columns: readonly FactColumn[];
  readonly only: {
    readonly ad_id: readonly number[] | null;
    readonly device: readonly number[] | null;
    readonly redirect_id: readonly number[] | null;
  };
  /** Columns finer than the ad that rows or filters use. */
  readonly finer: readonly FactColumn[];
}

/** @param pendingAds pending ads of the report; long lists are filtered after reading */
export async function scopeOf({ axes, filters }: ReportRequest, pendingAds: Promise<AdMap>): Promise<Scope> {
  const columns = groupColumns(axes, filters.hasAdFilter);
  const adIds = filters.hasAdFilter ? await adIdsToList(pendingAds) : null;
  const only = { ad_id: adIds, device: filters.devices, redirect_id: filters.redirectIds };
  const limited: readonly string[] = entriesOf(only).flatMap(([column, values]) => (values ? [column] : []));
  const finer = FINER_COLUMNS.filter((column) => columns.includes(column) || limited.includes(column));
  return { columns, only, finer };
}

/** Reads the ads of a report with the attributes it needs. */
export const readReportAds = (
  db: Database,
  { productId, nameAxes, filters }: ReportRequest,
): Promise<AdMap> => readAds(db, productId, filters.ads, adAttributes(nameAxes));

/** Facts of a report from rollups and fees, filtered but not grouped. */
interface ReadTables {
  readonly tables: readonly FactTable[];
  readonly ads: AdMap;
  /** All sums that were read, and those that show whether a group has any fact. */
  readonly keys: readonly BaseKey[];
  readonly presence: readonly BaseKey[];
}

/** Most contacts and views that one read of a live axis sums; some seconds. */
const MAX_LIVE_ROWS = 500_000;

/** @throws BAD_USER_INPUT for days that a live axis can't be read on: too many, too busy, or without their logs */
async function requireLogs(
  db: Database,
  { productId, axes, range: requested }: ReportRequest,
  range: DayRange,
  only: Pick<Scope['only'], 'ad_id'>,
): Promise<void> {
  if (!axes.some((axis) => axisOf(axis).live)) return;
  const argument = range === requested ? 'dateFrom' : 'compareFrom';
  if (countDays(range.from, range.to) > MAX_LIVE_DAYS)
    throw badInput({ [argument]: { key: 'liveDays', params: { max: MAX_LIVE_DAYS } } });
  const day = await contactsFrom(db, productId);
  if (range.from < day) throw badInput({ [argument]: { key: 'liveFrom', params: { day: formatDay(day) } } });
  const counts = await readFacts(db, {
    productId,
    range,
    groupBy: [],
    keys: ['clicks', 'pv'],
    evaluation: NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
    cvSettingIds: null,
    only,
  });
  const rows = counts
    .flatMap(({ facts }) => facts)
    .reduce((sum, { clicks, pv }) => sum + (clicks ?? 0) + (pv ?? 0), 0);
  if (rows > MAX_LIVE_ROWS)
    throw badInput({ [argument]: { key: 'liveRows', params: { max: MAX_LIVE_ROWS.toLocaleString('en') } } });
}

/**
 * Reads the facts of a report from the rollups, fee periods and media reports. Filters choose facts.
 *
 * @param pendingAds pending ads of the report
 * @param period keeps facts per day or month
 */
export async function readTables(
  db: Database,
  request: ReportRequest,
  { range, keys: requestedKeys, adGroups = null }: FactSelection,
  pendingAds: Promise<AdMap>,
  period: RollupPeriod | null = null,
): Promise<ReadTables> {
  const { productId, filters, evaluation, model } = request;
  const { columns, only, finer } = await scopeOf(request, pendingAds);
  await requireLogs(db, request, range, { ad_id: only.ad_id });
  const presence = presenceKeys(finer.length > 0, model);
  const needed = new Set<BaseKey>([...requestedKeys, ...presence]);
  const keys = baseKeys.filter((key) => needed.has(key));
  const groupBy = period ? [period, ...columns] : columns;
  const [ads, facts, wholeCosts] = await Promise.all([
    pendingAds,
    readFacts(db, {
      productId,
      range,
      groupBy,
      keys,
      evaluation,
      cvSettingIds: filters.cvSettingIds,
      only,
      adGroups,
    }),
    pendingAds.then((loadedAds) =>
      readWholeCosts(db, { productId, range, finer, mode: request.allocationMode, period }, loadedAds),
    ),
  ]);
  const filteredFacts =
    filters.hasAdFilter && only.ad_id === null
      ? facts.map((table) => factsWhere(table, ({ ad_id }) => ads.has(ad_id ?? 0)))
      : facts;
  return {
    tables: [...filteredFacts, ...wholeCosts.map((table) => partsWhere(table, only))],
    ads,
    keys,
    presence,
  };
}

/**
 * Groups facts into the rows of a report, by current ad attributes. Rows without any fact are left out. The
 * total covers everything that passes the filters.
 */
export function groupsOf({ tables, ads, keys, presence }: ReadTables, axes: readonly AxisKey[]): ReadGroups {
  const groups = groupFacts(tables, axes, ads).filter(({ sums }) => hasFacts(sums, presence));
  const total = emptyValues();
  const add = compileAdder(keys);
  for (const { sums } of groups) add(total, sums);
  return { groups, total };
}

/** Returns the ads to list in a statement; null if they are too many and are filtered after reading. */
export async function adIdsToList(pendingAds: Promise<AdMap>): Promise<number[] | null> {
  const ids = [...(await pendingAds).keys()];
  return ids.length <= MAX_LISTED_ADS ? ids : null;
}

export const factsWhere = ({ keys, facts }: FactTable, passes: (fact: Fact) => boolean): FactTable => ({
  keys,
  facts: facts.filter(passes),
});

/** Applies device and redirect filters to costs that were split from whole ads. */
export const partsWhere = (wholeCosts: FactTable, only: Scope['only']): FactTable =>
  factsWhere(
    wholeCosts,
    ({ device, redirect_id }) =>
      (only.device?.includes(device ?? 0) ?? true) && (only.redirect_id?.includes(redirect_id ?? 0) ?? true),
  );
