import { deviceName, measureKeys, type AxisKey, type MetricValues } from '../../../shared/catalog';
import type { ReportFilters, ReportRow } from '../input';
import type { OracleFact } from './oracle';

/** An ad as stored. */
export interface AdRow {
  id: number;
  agency_id: number | null;
  asp_id: number | null;
  ad_category_id: number | null;
  ad_type1_id: number | null;
  ad_type2_id: number | null;
  ad_type3_id: number | null;
}

/** Returns the axis value of a fact: an id, a device or null. */
export function valueOn(axis: AxisKey, fact: OracleFact, ads: Map<number, AdRow>): string | number | null {
  const ad = ads.get(fact.adId);
  const values: Record<AxisKey, string | number | null | undefined> = {
    agency: ad?.agency_id,
    asp: ad?.asp_id,
    category: ad?.ad_category_id,
    type1: ad?.ad_type1_id,
    type2: ad?.ad_type2_id,
    type3: ad?.ad_type3_id,
    ad: ad?.id,
    // A media report on a day without other facts has no device.
    device: fact.device === 0 ? null : deviceName(fact.device),
    redirect: fact.redirectId || null,
    lpoTitle: fact.lpoEntryId || null,
    // Not stored by the events of these tests.
    os: null,
    browser: null,
  };
  return values[axis] ?? null;
}

/** Whether a fact passes the filters. */
export const passes = (filters: ReportFilters, fact: OracleFact, ads: Map<number, AdRow>): boolean => {
  const ad = ads.get(fact.adId);
  const ofAd = (ids: readonly number[] | null | undefined, value: number | null | undefined): boolean =>
    !ids || (value != null && ids.includes(value));
  return (
    ofAd(filters.adIds, ad?.id) &&
    ofAd(filters.aspIds, ad?.asp_id) &&
    ofAd(filters.agencyIds, ad?.agency_id) &&
    ofAd(filters.adCategoryIds, ad?.ad_category_id) &&
    ofAd(filters.adType1Ids, ad?.ad_type1_id) &&
    (!filters.redirectIds || filters.redirectIds.includes(fact.redirectId)) &&
    (!filters.device || (fact.device !== 0 && filters.device.includes(deviceName(fact.device))))
  );
};

/** Returns the axis value of a row. */
export const axisValue = (row: ReportRow, axis: AxisKey): string | number | null =>
  (row as unknown as Record<string, string | number | null>)[axis === 'device' ? axis : `${axis}Id`] ?? null;

/** @throws if metric values differ from the definitions */
export function expectMetrics(
  rowMetrics: MetricValues | null | undefined,
  metrics: Record<string, number | null>,
): void {
  for (const key of measureKeys) {
    const [actual, expected] = [rowMetrics?.[key] ?? null, metrics[key] ?? null];
    const near =
      actual === expected ||
      (actual !== null &&
        expected !== null &&
        Math.abs(actual - expected) <= 1e-9 * Math.max(1, Math.abs(expected)));
    if (!near) throw new Error(`${key}: report says ${actual}, the definition ${expected}`);
  }
}
