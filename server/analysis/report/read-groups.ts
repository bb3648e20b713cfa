import {
  addSums,
  axisOf,
  baseKeysOf,
  emptySums,
  measureKeys,
  type AxisKey,
  type BaseKey,
  type BaseSums,
} from '../../../shared/catalog';
import type { Database } from '../../db/database';
import { readAds, type AdAttributes } from '../facts/ads';
import type { FactColumn } from '../facts/fact-query';
import { readFees } from '../facts/fees';
import { readFacts, type Fact } from '../facts/read-facts';
import { groupFacts, type Group } from './grouping';
import type { AnalysisRequest } from './request';

/** What a report reads: its rows, their total, and the ads behind them. */
export interface ReadGroups {
  readonly groups: Group[];
  readonly total: BaseSums;
  readonly ads: ReadonlyMap<number, AdAttributes>;
}

const FINER: readonly FactColumn[] = ['device', 'redirect_id', 'lpo_entry_id'];
/** Up to so many ads are named in the statement; more are sorted out after reading. */
const MAX_NAMED_ADS = 500;

/** The base sums of every measure under the asked model. */
export const requestedKeys = ({ model }: AnalysisRequest, more: readonly BaseKey[] = []): BaseKey[] => [
  ...new Set([...baseKeysOf(measureKeys, model), ...more]),
];

/** Columns that facts must be told apart by: those of the axes, and the ad where ads decide. */
function groupColumns(axes: readonly AxisKey[], onAds: boolean): FactColumn[] {
  const columns = new Set<FactColumn>(axes.map((axis) => axisOf(axis).factColumn));
  if (onAds || axes.some((axis) => axisOf(axis).adDerived)) columns.add('ad_id');
  return [...columns];
}

/**
 * Reads a report's rows from the rollups and registered fees: filters choose facts, today's attributes of the
 * ads decide the rows, rows without a fact among `keys` are left out, and the total is over all that passes.
 */
export async function readGroups(db: Database, request: AnalysisRequest, keys: readonly BaseKey[]): Promise<ReadGroups> {
  const { productId, range, axes, filters, evaluation } = request;
  const columns = groupColumns(axes, filters.onAds);
  const reading = readAds(db, productId, filters.ads);
  const named = filters.onAds ? await namedAds(reading) : null;
  const only = { ad_id: named, device: filters.devices, redirect_id: filters.redirectIds };
  const finer = FINER.filter((column) => columns.includes(column) || (column !== 'lpo_entry_id' && only[column as 'device'] !== null));
  const [ads, facts, fees] = await Promise.all([
    reading,
    readFacts(db, { productId, range, groupBy: columns, keys, evaluation, cvSettingIds: filters.cvSettingIds, only }),
    reading.then((mine) => readFees(db, { productId, range, finer, mode: request.allocationMode }, mine)),
  ]);
  const passing = (fact: Fact): boolean => !filters.onAds || ads.has(fact.key.ad_id ?? 0);
  const chosen = [...facts.filter(passing), ...fees.filter((fee) => passesFiner(fee, only))];
  const groups = groupFacts(chosen, axes, ads).filter(({ sums }) => keys.some((key) => sums[key] !== 0));
  const total = groups.reduce((sum, group) => addSums(sum, group.sums), emptySums());
  return { groups, total, ads };
}

async function namedAds(reading: Promise<ReadonlyMap<number, AdAttributes>>): Promise<number[] | null> {
  const ids = [...(await reading).keys()];
  return ids.length <= MAX_NAMED_ADS ? ids : null;
}

function passesFiner({ key }: Fact, only: { device: readonly number[] | null; redirect_id: readonly number[] | null }): boolean {
  return (
    (only.device === null || only.device.includes(key.device ?? 0)) &&
    (only.redirect_id === null || only.redirect_id.includes(key.redirect_id ?? 0))
  );
}
