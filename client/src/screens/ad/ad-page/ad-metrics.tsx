import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../../shared/catalog';
import type { AdPageQuery } from '../../../generated/graphql';
import { comparisonKey } from '../../../kit/period/comparison';
import { KeyMetrics } from '../../../kit/report/key-metrics';
import { measureColumn } from '../../../kit/report/measure-columns';
import { AdTrend } from './ad-trend';
import { type PageState, useAdLinks } from './page-state';

/** Measures of the ad page, in order. */
const METRIC_KEYS = [
  'adClickCount',
  'cvTotalFinal',
  'indirectTotal',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
  'profit',
] as const satisfies readonly MeasureKey[];

interface AdMetricsProps {
  id: number;
  data: AdPageQuery | undefined;
  state: PageState;
}

/** Key metrics with their comparison period, and a trend of the selected one. */
export function AdMetrics({ id, data, state }: AdMetricsProps) {
  const { t } = useTranslation();
  const { range, previous } = state.days;
  const columns = useMemo(() => METRIC_KEYS.map((key) => measureColumn(key, t)), [t]);
  const opens = useAdLinks(id, range, data?.summary);
  const opensPrevious = useAdLinks(id, previous ?? range, data?.summary);
  const measure = METRIC_KEYS.find((key) => key === state.parameters.get('trend')) ?? 'cvTotalFinal';
  return (
    <>
      <KeyMetrics
        columns={columns}
        total={data?.summary.total}
        previousTotal={data?.summary.total.previous ? { figures: data.summary.total.previous } : undefined}
        compared={previous !== undefined}
        previousLabel={t(comparisonKey(state.period, state.comparison))}
        opens={opens}
        opensPrevious={opensPrevious}
      />
      <AdTrend id={id} data={data} state={state} measure={measure} measures={METRIC_KEYS} />
    </>
  );
}
