import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { parseFigure, type AxisValue, type Figure } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { useNames } from '../../session/use-names';
import { FIGURE } from '../drill-down-path';
import type { ListFilter } from '../list/types';
import { useCvNames } from '../report/use-cv-names';
import { drillDownPlace, metricName } from './drill-down-text';

/** Metric value whose rows a log shows, as a condition among the others. */
export interface ActiveDrillDown {
  figure: Figure;
  place: string;
  filter: ListFilter;
}

const NO_ADS: readonly AxisValue[] = [];

/** Ads named in its description. */
const adsOf = ({ at, except, along }: Figure): readonly AxisValue[] => [
  ...(at.ad ?? []),
  ...(except?.axis === 'ad' ? except.values : []),
  ...(along?.through ?? []),
  ...(along?.path?.ads ?? []),
];

/** Returns the metric value in the address; undefined if there is none or it is invalid. */
export function useFigure(): ActiveDrillDown | undefined {
  const { t } = useTranslation();
  const session = useSession();
  const text = useSearchParams()[0].get(FIGURE) ?? '';
  const metric = useMemo(() => parseFigure(text), [text]);
  useNames('ad', metric ? adsOf(metric) : NO_ADS);
  useNames('redirect', metric?.at.redirect ?? []);
  const cvNames = useCvNames(metric !== null);
  return useMemo(() => {
    if (!metric) return undefined;
    const place = drillDownPlace(metric, session, t);
    return {
      figure: metric,
      place,
      filter: {
        name: FIGURE,
        label: t('logs.figure.label'),
        kind: 'text',
        choices: [{ value: text, label: `${metricName(metric, t, cvNames)}　${place}` }],
      },
    };
  }, [metric, text, session, t, cvNames]);
}
