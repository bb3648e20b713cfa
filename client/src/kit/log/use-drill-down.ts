import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { parseMetricCell, type AxisValue, type MetricCell } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { useNames } from '../../session/use-names';
import { DRILL_DOWN } from '../drill-down-path';
import type { ListFilter } from '../list/types';
import { useCvNames } from '../report/use-cv-names';
import { drillDownPlace, metricName } from './drill-down-text';

/** Metric value whose rows a log shows, as a condition among the others. */
export interface ActiveDrillDown {
  metric: MetricCell;
  place: string;
  filter: ListFilter;
}

const NO_ADS: readonly AxisValue[] = [];

/** Ads named in its description. */
const adsOf = ({ at, except, along }: MetricCell): readonly AxisValue[] => [
  ...(at.ad ?? []),
  ...(except?.axis === 'ad' ? except.values : []),
  ...(along?.through ?? []),
  ...(along?.path?.ads ?? []),
];

/** Returns the metric value in the address; undefined if there is none or it is invalid. */
export function useDrillDown(): ActiveDrillDown | undefined {
  const { t } = useTranslation();
  const session = useSession();
  const text = useSearchParams()[0].get(DRILL_DOWN) ?? '';
  const metric = useMemo(() => parseMetricCell(text), [text]);
  useNames('ad', metric ? adsOf(metric) : NO_ADS);
  useNames('redirect', metric?.at.redirect ?? []);
  const cvNames = useCvNames(metric !== null);
  return useMemo(() => {
    if (!metric) return undefined;
    const place = drillDownPlace(metric, session, t);
    return {
      metric,
      place,
      filter: {
        name: DRILL_DOWN,
        label: t('logs.figure.label'),
        kind: 'text',
        choices: [{ value: text, label: `${metricName(metric, t, cvNames)}　${place}` }],
      },
    };
  }, [metric, text, session, t, cvNames]);
}
