import { useMemo } from 'react';
import { RoleType, type Along, type BaseKey } from '../../../../../shared/catalog';
import type { AdPathsQueryVariables } from '../../../generated/graphql';
import { figureLogPath } from '../../../kit/drill-down-path';
import { parseDay } from '../../../kit/tokyo-date';
import { useSession } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';

/** An ad on a path; one of another agency has no id for an agency's reader. */
export interface OnPath {
  readonly adId?: number | null;
  readonly ad?: string | null;
}

/** Where the conversions behind the counts of paths are. */
export interface PathLinks {
  path(steps: readonly OnPath[], key: BaseKey): string | undefined;
  /** Conversions on whose paths the ad and another one are. */
  together(partner: OnPath): string | undefined;
}

/**
 * Opens the paths of an ad; undefined for those who may not see logs, and for agencies, whose logs hold the
 * conversions that their own ads ended and not all that these were on.
 * @param whole whether the counts are of all conversions, and not of the newest alone
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
    const open = (key: BaseKey, along: Along): string | undefined =>
      figureLogPath(productId, {
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
