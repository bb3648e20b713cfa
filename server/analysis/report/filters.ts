import { axes, axisKeys, deviceCode, deviceNames } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { requireVisible, type VisibleKind } from '../../records/visibility';
import type { Database } from '../../db/database';
import type { AdCondition } from '../facts/ads';
import type { ReportInput } from '../input';

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

/** No filter at all, as who sees every ad of a product asks. */
export const NO_FILTERS: ResolvedFilters = {
  ads: Object.fromEntries(
    axisKeys.flatMap((key) => (axes[key].filterDropsNoAd ? [[axes[key].adColumn ?? 'id', null]] : [])),
  ),
  onAds: false,
  redirectIds: null,
  devices: null,
  cvSettingIds: null,
};

/** A list without repeats; an empty or absent one is no filter. */
const listOf = <T>(values: readonly T[] | null | undefined): readonly T[] | null =>
  values && values.length > 0 ? [...new Set(values)] : null;

/** The filters by ids, and what these refer to. */
const idFilters = axisKeys.flatMap((key) => {
  const axis = axes[key];
  return axis.kind === null ? [] : [{ filter: axis.filter, kind: axis.kind satisfies VisibleKind }];
});

function devicesOf(names: readonly string[] | null | undefined): number[] | null {
  const asked = listOf(names);
  if (!asked) return null;
  return asked.map((name) => {
    const code = deviceCode(name);
    if (code === null) {
      throw badInput({
        device: { key: 'mustBeOneOf', params: { values: Object.values(deviceNames).join(', ') } },
      });
    }
    return code;
  });
}

/**
 * Checks the filters of a report. An agency's actor gets its own ads as a filter in any case.
 *
 * @throws Failure FORBIDDEN when a value is outside what the actor may see, existing or not
 */
export async function resolveFilters(
  db: Database,
  actor: Actor,
  ownAgencyId: number | null,
  input: ReportInput,
): Promise<ResolvedFilters> {
  const asked = input.filters ?? {};
  const devices = devicesOf(asked.device);
  const named = [
    ...idFilters.map(({ filter, kind }) => [filter, kind, listOf(asked[filter])] as const),
    ['cvSettingIds', 'cvSetting', listOf(input.cvSettingIds)] as const,
  ];
  await Promise.all(
    named.map(async ([filter, kind, ids]) => {
      if (!ids) return;
      if (!ids.every(Number.isSafeInteger)) throw badInput({ [filter]: { key: 'mustBeInteger' } });
      await requireVisible(db, actor, kind, ids, input.productId);
    }),
  );
  const ads: AdCondition = Object.fromEntries(
    axisKeys.flatMap((key) => {
      const axis = axes[key];
      return axis.filterDropsNoAd ? [[axis.adColumn ?? 'id', listOf(asked[axis.filter])]] : [];
    }),
  );
  if (ownAgencyId !== null) ads.agency_id ??= [ownAgencyId];
  return {
    ads,
    onAds: Object.values(ads).some((values) => values !== null),
    redirectIds: listOf(asked.redirectIds),
    devices,
    cvSettingIds: listOf(input.cvSettingIds),
  };
}
