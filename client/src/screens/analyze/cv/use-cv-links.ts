import { useMemo } from 'react';
import {
  ALL_CV_SETTINGS,
  isEnumValue,
  NewAndExistingEvaluation,
  type PathFilter,
  type MetricCell,
} from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { drillDownLogPath } from '../../../kit/drill-down-path';
import { conditionsOfRow } from '../../../kit/report/drill-down-links';
import type { ReportQuery } from '../../../kit/report/types';
import { useProductId } from '../../../session/session-context';
import { useRight } from '../../../session/use-right';
import type { FrequentPath } from './query-state';

/** Links from the screen's metric values to the conversions behind them. */
export interface CvLinks {
  readonly all: string | undefined;
  readonly direct: string | undefined;
  along(along: PathFilter): string | undefined;
  /** Conversions of a path; undefined if an agency user may not see an ad on it. */
  path(path: FrequentPath): string | undefined;
  sales(path: FrequentPath): string | undefined;
}

interface CvLinksParams {
  readonly range: DayRange;
  readonly filters: ReportQuery['filters'];
  readonly cvSettingIds: readonly number[];
  /** Evaluation used for the metric values. */
  readonly evaluation: number | undefined;
  /** True if repeated contacts with an ad count as one step. */
  readonly compressed: boolean;
}

/** Returns drill-down links for all kinds of conversions. Returns undefined without access to logs. */
export function useCvLinks({
  range,
  filters,
  cvSettingIds,
  evaluation,
  compressed,
}: CvLinksParams): CvLinks | undefined {
  const logs = useRight('logs');
  const productId = useProductId();
  const { from, to } = range;
  const settings = cvSettingIds.join();
  return useMemo(() => {
    if (logs === 'none' || !isEnumValue(NewAndExistingEvaluation, evaluation)) return undefined;
    const chosen = settings === '' ? [] : settings.split(',').map(Number);
    const drillDown: MetricCell = {
      ...conditionsOfRow({}, [], filters),
      key: 'cvChosen',
      from,
      to,
      noAd: false,
      evaluation,
      cvSettingIds: chosen.length > 0 ? chosen : ALL_CV_SETTINGS,
    };
    const open = (of: Partial<MetricCell>): string | undefined =>
      drillDownLogPath(productId, { ...drillDown, ...of });
    const alongPath = ({ steps }: FrequentPath): Partial<MetricCell> | null => {
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
        // Sales cover final conversions of all CV settings.
        return by && chosen.length === 0 ? open({ ...by, key: 'amountSen', cvSettingIds: [] }) : undefined;
      },
    };
  }, [logs, productId, from, to, filters, settings, evaluation, compressed]);
}
