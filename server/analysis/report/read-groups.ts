import {
  axisOf,
  baseKeys,
  emptySums,
  hasFacts,
  presenceKeys,
  type AxisKey,
  type BaseKey,
  type BaseSums,
} from '../../../shared/catalog';
import type { DayRange } from '../../../shared/domain/calendar';
import type { Database } from '../../db/database';
import { adder } from '../compiled';
import { readAds, type KnownAd } from '../facts/ads';
import type { AdLists, FactColumn } from '../facts/fact-query';
import { readFacts, type Fact, type FactTable } from '../facts/read-facts';
import { readWholeCosts } from '../facts/whole-costs';
import type { RollupPeriod } from '../rollups/tables';
import { groupFacts, type Group } from './grouping';
import type { ReportRequest } from './request';
import { attributeOf } from './rows';

type AdMap = ReadonlyMap<number, KnownAd>;

/** What a report reads: its rows and their total. */
export interface ReadGroups {
  readonly groups: Group[];
  readonly total: BaseSums;
}

const FINER = ['device', 'redirect_id', 'lpo_entry_id'] as const satisfies readonly FactColumn[];
/** Up to so many ads are named in the statement; more are sorted out after reading. */
const MAX_NAMED_ADS = 500;

/** What the report has to know of its ads: where rows get their names and ids from, and whose fees they pay. */
function adAttributes(named: readonly AxisKey[]): (keyof KnownAd)[] {
  return ['asp_id', ...named.flatMap((axis) => attributeOf(axis) ?? [])];
}

/** Columns that facts must be told apart by: those of the axes, and the ad where ads decide. */
function groupColumns(axes: readonly AxisKey[], onAds: boolean): FactColumn[] {
  const columns = new Set<FactColumn>(axes.map((axis) => axisOf(axis).factColumn));
  if (onAds || axes.some((axis) => axisOf(axis).adDerived)) columns.add('ad_id');
  return [...columns];
}

/** Which days to read, and which sums of them. */
export interface Reading {
  readonly range: DayRange;
  readonly keys: readonly BaseKey[];
  /** Which ads' facts are kept apart; null or absent: all. */
  readonly adLists?: AdLists | null;
}

/** By which columns of the facts a report tells its rows apart, and which facts it takes. */
export interface Scope {
  readonly columns: readonly FactColumn[];
  readonly only: {
    readonly ad_id: readonly number[] | null;
    readonly device: readonly number[] | null;
    readonly redirect_id: readonly number[] | null;
  };
  /** Columns finer than the ad that rows or filters tell facts apart by. */
  readonly finer: readonly FactColumn[];
}

/** @param reading the report's ads: many of them are not named, but sorted out after reading. */
export async function scopeOf({ axes, filters }: ReportRequest, reading: Promise<AdMap>): Promise<Scope> {
  const columns = groupColumns(axes, filters.onAds);
  const named = filters.onAds ? await namedAds(reading) : null;
  const only = { ad_id: named, device: filters.devices, redirect_id: filters.redirectIds };
  const finer = FINER.filter(
    (column) => columns.includes(column) || (column !== 'lpo_entry_id' && only[column] !== null),
  );
  return { columns, only, finer };
}

/** The ads that a report is about, with what it has to know of them. */
export const readReportAds = (db: Database, { productId, named, filters }: ReportRequest): Promise<AdMap> =>
  readAds(db, productId, filters.ads, adAttributes(named));

/** What the rollups and fees hold for a report, filtered, not yet grouped. */
export interface ReadTables {
  readonly tables: readonly FactTable[];
  readonly ads: AdMap;
  /** All sums that were read, and those that tell whether a group has any fact. */
  readonly keys: readonly BaseKey[];
  readonly presence: readonly BaseKey[];
}

/**
 * Reads the facts of a report from the rollups, period fees and reports of media: filters choose facts.
 *
 * @param reading the report's ads, on their way
 * @param apart keeps the days or months of facts apart
 */
export async function readTables(
  db: Database,
  request: ReportRequest,
  { range, keys: asked, adLists = null }: Reading,
  reading: Promise<AdMap>,
  apart: RollupPeriod | null = null,
): Promise<ReadTables> {
  const { productId, filters, evaluation, model } = request;
  const { columns, only, finer } = await scopeOf(request, reading);
  const presence = presenceKeys(finer.length > 0, model);
  const needed = new Set<BaseKey>([...asked, ...presence]);
  const keys = baseKeys.filter((key) => needed.has(key));
  const groupBy = apart ? [apart, ...columns] : columns;
  const [ads, facts, wholes] = await Promise.all([
    reading,
    readFacts(db, {
      productId,
      range,
      groupBy,
      keys,
      evaluation,
      cvSettingIds: filters.cvSettingIds,
      only,
      adLists,
    }),
    reading.then((mine) =>
      readWholeCosts(db, { productId, range, finer, mode: request.allocationMode, apart }, mine),
    ),
  ]);
  const chosen =
    filters.onAds && only.ad_id === null
      ? facts.map((table) => factsWhere(table, ({ ad_id }) => ads.has(ad_id ?? 0)))
      : facts;
  return { tables: [...chosen, ...wholes.map((table) => partsWhere(table, only))], ads, keys, presence };
}

/**
 * Reads a report's rows: today's attributes of the ads decide the rows, rows without any fact are left out, and the
 * total is over all that passes.
 *
 * @param reading the report's ads, on their way
 */
export async function readGroups(
  db: Database,
  request: ReportRequest,
  asked: Reading,
  reading: Promise<AdMap>,
): Promise<ReadGroups> {
  const { tables, ads, keys, presence } = await readTables(db, request, asked, reading);
  const groups = groupFacts(tables, request.axes, ads).filter(({ sums }) => hasFacts(sums, presence));
  const total = emptySums();
  const add = adder(keys);
  for (const { sums } of groups) add(total, sums);
  return { groups, total };
}

/** The ads that a statement names; null: too many, they are sorted out after reading. */
export async function namedAds(reading: Promise<AdMap>): Promise<number[] | null> {
  const ids = [...(await reading).keys()];
  return ids.length <= MAX_NAMED_ADS ? ids : null;
}

export const factsWhere = ({ keys, facts }: FactTable, passes: (fact: Fact) => boolean): FactTable => ({
  keys,
  facts: facts.filter(passes),
});

/** What is of whole ads is split over all their devices and links; the filters take of it what is theirs. */
export const partsWhere = (wholes: FactTable, only: Scope['only']): FactTable =>
  factsWhere(
    wholes,
    ({ device, redirect_id }) =>
      (only.device?.includes(device ?? 0) ?? true) && (only.redirect_id?.includes(redirect_id ?? 0) ?? true),
  );
