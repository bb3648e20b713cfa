import { deviceCode, deviceNames } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { requireVisible, type VisibleKind } from '../../crud/visibility';
import type { Database } from '../../db/database';
import type { AdCondition } from '../facts/ads';
import type { AnalysisFilters, AnalysisInput } from '../input';

/** Filters with every value checked; null: no filter. */
export interface ResolvedFilters {
  /** Conditions on the ads; any of them leaves "(no ad)" out. */
  readonly ads: AdCondition;
  readonly onAds: boolean;
  readonly redirectIds: readonly number[] | null;
  /** Device codes. */
  readonly devices: readonly number[] | null;
  readonly cvSettingIds: readonly number[] | null;
}

type IdFilter = Exclude<keyof AnalysisFilters, 'device'> | 'cvSettingIds';

/** A list without repeats; an empty or absent one is no filter. */
const listOf = <T>(values: readonly T[] | null | undefined): readonly T[] | null =>
  values && values.length > 0 ? [...new Set(values)] : null;

/** What the ids of each filter refer to. */
const kinds: Readonly<Record<IdFilter, VisibleKind>> = {
  adIds: 'ad',
  aspIds: 'asp',
  agencyIds: 'agency',
  adCategoryIds: 'adCategory',
  adType1Ids: 'adType1',
  adType2Ids: 'adType2',
  adType3Ids: 'adType3',
  redirectIds: 'redirect',
  cvSettingIds: 'cvSetting',
};

function devicesOf(names: readonly string[] | null | undefined): number[] | null {
  const asked = listOf(names);
  if (!asked) return null;
  return asked.map((name) => {
    const code = deviceCode(name);
    if (code === null) {
      throw badInput({ device: { key: 'mustBeOneOf', params: { values: Object.values(deviceNames).join(', ') } } });
    }
    return code;
  });
}

/**
 * Checks the filters of a report. An agency's actor gets its own ads as a filter in any case.
 *
 * @throws Failure FORBIDDEN when a value is outside what the actor may see, existing or not
 */
export async function resolveFilters(db: Database, actor: Actor, ownAgencyId: number | null, input: AnalysisInput): Promise<ResolvedFilters> {
  const asked = { ...input.filters, cvSettingIds: input.cvSettingIds };
  const devices = devicesOf(asked.device);
  await Promise.all(
    Object.entries(kinds).map(async ([filter, kind]) => {
      const ids = listOf(asked[filter as IdFilter]);
      if (!ids) return;
      if (!ids.every(Number.isSafeInteger)) throw badInput({ [filter]: { key: 'mustBeInteger' } });
      await requireVisible(db, actor, kind, ids, input.productId);
    }),
  );
  const agencyIds = listOf(asked.agencyIds);
  const ads: AdCondition = {
    id: listOf(asked.adIds),
    agency_id: agencyIds ?? (ownAgencyId === null ? null : [ownAgencyId]),
    asp_id: listOf(asked.aspIds),
    ad_category_id: listOf(asked.adCategoryIds),
    ad_type1_id: listOf(asked.adType1Ids),
    ad_type2_id: listOf(asked.adType2Ids),
    ad_type3_id: listOf(asked.adType3Ids),
  };
  return {
    ads,
    onAds: Object.values(ads).some((values) => values !== null),
    redirectIds: listOf(asked.redirectIds),
    devices,
    cvSettingIds: listOf(asked.cvSettingIds),
  };
}
