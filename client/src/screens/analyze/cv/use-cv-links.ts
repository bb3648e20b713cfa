import { useMemo } from 'react';
import {
  EVERY_SETTING,
  isEnumValue,
  NewAndExistingEvaluation,
  type Along,
  type Figure,
} from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { figureLogPath } from '../../../kit/drill-down-path';
import { placeOf } from '../../../kit/report/drill-down-links';
import type { ReportQuery } from '../../../kit/report/types';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';
import type { FrequentPath } from './question';

/** Where the conversions behind the screen's figures are. */
export interface CvLinks {
  readonly all: string | undefined;
  readonly direct: string | undefined;
  along(along: Along): string | undefined;
  /** Of a path; undefined where an agency's reader may not see an ad on it. */
  path(path: FrequentPath): string | undefined;
  sales(path: FrequentPath): string | undefined;
}

interface Asked {
  readonly range: DayRange;
  readonly filters: ReportQuery['filters'];
  readonly cvSettingIds: readonly number[];
  /** What the figures were computed with. */
  readonly evaluation: number | undefined;
  /** Whether paths have repeats of an ad as one step. */
  readonly compressed: boolean;
}

/** Opens the figures of conversions of all kinds; undefined for those who may not see logs. */
export function useCvLinks({
  range,
  filters,
  cvSettingIds,
  evaluation,
  compressed,
}: Asked): CvLinks | undefined {
  const logs = useRight('logs');
  const productId = useProductId();
  const { from, to } = range;
  const settings = cvSettingIds.join();
  return useMemo(() => {
    if (logs === 'none' || !isEnumValue(NewAndExistingEvaluation, evaluation)) return undefined;
    const chosen = settings === '' ? [] : settings.split(',').map(Number);
    const figure: Figure = {
      ...placeOf({}, [], filters),
      key: 'cvChosen',
      from,
      to,
      noAd: false,
      evaluation,
      cvSettingIds: chosen.length > 0 ? chosen : EVERY_SETTING,
    };
    const open = (of: Partial<Figure>): string | undefined => figureLogPath(productId, { ...figure, ...of });
    const alongPath = ({ steps }: FrequentPath): Partial<Figure> | null => {
      const ads = steps.flatMap(({ adId }) => adId ?? []);
      if (ads.length < steps.length) return null;
      return ads.length === 0 ? { noAd: true } : { along: { path: { ads, repeats: !compressed } } };
    };
    return {
      all: open({}),
      direct: open({ noAd: true }),
      along: (along) => open({ along }),
      path(path) {
        const by = alongPath(path);
        return by ? open(by) : undefined;
      },
      sales(path) {
        const by = alongPath(path);
        // Sales are of final conversions, whichever settings these are of.
        return by && chosen.length === 0 ? open({ ...by, key: 'amountSen', cvSettingIds: [] }) : undefined;
      },
    };
  }, [logs, productId, from, to, filters, settings, evaluation, compressed]);
}
