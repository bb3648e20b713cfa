import { axes, axisKeys, deviceCode, deviceNames } from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { badInput } from '../../auth/failure';
import { requireVisible, type VisibleKind } from '../../records/visibility';
import type { Database } from '../../db/database';
import type { AdCondition } from '../../facts/labels';
import type { ReportInput } from '../input';

/** Validated filters; null: no filter. */
export interface ResolvedFilters {
  /** Conditions on the ads; any of them excludes "(no ad)". */
  readonly ads: AdCondition;
  readonly hasAdFilter: boolean;
  readonly redirectIds: readonly number[] | null;
  /** Device codes. */
  readonly devices: readonly number[] | null;
  readonly cvSettingIds: readonly number[] | null;
}

/** No filters, as for a user who sees every ad of a product. */
export const NO_FILTERS: ResolvedFilters = {
  ads: Object.fromEntries(
    axisKeys.flatMap((key) => (axes[key].filterDropsNoAd ? [[axes[key].adColumn ?? 'id', null]] : [])),
  ),
  hasAdFilter: false,
  redirectIds: null,
  devices: null,
  cvSettingIds: null,
};

/** Returns the values without duplicates; null (no filter) for an empty or absent list. */
const listOf = <T>(values: readonly T[] | null | undefined): readonly T[] | null =>
  values && values.length > 0 ? [...new Set(values)] : null;

/** Filters by ids, and the kinds of records they refer to. */
const idFilters = axisKeys.flatMap((key) => {
  const axis = axes[key];
  return axis.kind === null ? [] : [{ filter: axis.filter, kind: axis.kind satisfies VisibleKind }];
});

function devicesOf(names: readonly string[] | null | undefined): number[] | null {
  const requested = listOf(names);
  if (!requested) return null;
  return requested.map((name) => {
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
 * Validates the filters of a report. An agency user is always filtered to the agency's ads.
 *
 * @throws Failure FORBIDDEN if a value is outside the actor's data, existing or not
 */
export async function resolveFilters(
  db: Database,
  actor: Actor,
  ownAgencyId: number | null,
  input: ReportInput,
): Promise<ResolvedFilters> {
  const requested = input.filters ?? {};
  const devices = devicesOf(requested.device);
  const idLists = [
    ...idFilters.map(({ filter, kind }) => [filter, kind, listOf(requested[filter])] as const),
    ['cvSettingIds', 'cvSetting', listOf(input.cvSettingIds)] as const,
  ];
  await Promise.all(
    idLists.map(async ([filter, kind, ids]) => {
      if (!ids) return;
      if (!ids.every(Number.isSafeInteger)) throw badInput({ [filter]: { key: 'mustBeInteger' } });
      await requireVisible(db, actor, kind, ids, input.productId, filter);
    }),
  );
  const ads: AdCondition = Object.fromEntries(
    axisKeys.flatMap((key) => {
      const axis = axes[key];
      return axis.filterDropsNoAd ? [[axis.adColumn ?? 'id', listOf(requested[axis.filter])]] : [];
    }),
  );
  if (ownAgencyId !== null) ads.agency_id ??= [ownAgencyId];
  return {
    ads,
    hasAdFilter: Object.values(ads).some((values) => values !== null),
    redirectIds: listOf(requested.redirectIds),
    devices,
    cvSettingIds: listOf(input.cvSettingIds),
  };
}
