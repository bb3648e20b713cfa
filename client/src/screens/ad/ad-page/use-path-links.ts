import { useMemo } from 'react';
import { RoleType, type PathFilter, type BaseKey } from '../../../../../shared/catalog';
import type { AdPathsQueryVariables } from '../../../generated/graphql';
import { drillDownLogPath } from '../../../kit/drill-down-path';
import { parseDay } from '../../../kit/tokyo-date';
import { useSession } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';

/** An ad on a path. Agency users don't receive the id of another agency's ad. */
export interface OnPath {
  readonly adId?: number | null;
  readonly ad?: string | null;
}

/** Links from path counts to the conversions behind them. */
export interface PathLinks {
  path(steps: readonly OnPath[], key: BaseKey): string | undefined;
  /** Conversions whose paths contain both this ad and the partner. */
  together(partner: OnPath): string | undefined;
}

/**
 * Returns links from an ad's paths to their conversions. Returns undefined without access to logs. Agencies
 * get no links either: their logs only contain conversions that their own ads closed.
 * @param whole whether the counts cover all conversions, not just the newest
 */
export function usePathLinks(
  { productId, adId, dateFrom, dateTo }: AdPathsQueryVariables,
  whole: boolean,
): PathLinks | undefined {
  const logs = useRight('logs');
  const { roleType } = useSession().profile;
  return useMemo(() => {
    const [from, to] = [parseDay(dateFrom), parseDay(dateTo)];
    if (logs === 'none' || roleType === RoleType.AGENCY || !whole || from === null || to === null)
      return undefined;
    const open = (key: BaseKey, along: PathFilter): string | undefined =>
      drillDownLogPath(productId, {
        key,
        from,
        to,
        at: {},
        noAd: false,
        evaluation: null,
        cvSettingIds: [],
        along,
      });
    return {
      path(steps, key) {
        const ads = steps.flatMap((step) => step.adId ?? []);
        return ads.length < steps.length ? undefined : open(key, { path: { ads, repeats: false } });
      },
      together: (partner) =>
        partner.adId == null ? undefined : open('cvFinal', { through: [adId, partner.adId] }),
    };
  }, [logs, roleType, whole, productId, adId, dateFrom, dateTo]);
}
