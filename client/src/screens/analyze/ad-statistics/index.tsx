import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { AdAnalyzeItem, defaultAxes, measureName, presetMeasures, type MeasureKey } from '../../../../../shared/catalog';
import { useAdStatisticsQuery } from '../../../generated/graphql';
import { useAspColours } from '../../../kit/report/asp-colours';
import { EvaluationChoice } from '../../../kit/report/evaluation-choice';
import { measureCharts } from '../../../kit/report/measure-charts';
import { allMeasureColumns, measureColumn } from '../../../kit/report/measure-columns';
import { REPORT_OPTIONS, reportData, reportVariables } from '../../../kit/report/report-query';
import { ReportScreen, type ReportDefinition, type ReportParts } from '../../../kit/report/report-screen';
import type { ColumnPreset, ReportData, ReportQuery } from '../../../kit/report/types';
import type { ReportControls } from '../../../kit/report/use-report-state';

const KEY_FIGURES: readonly MeasureKey[] = ['adClickCount', 'cvTotalFinal', 'cvr', 'adCost', 'cpa', 'amountSum', 'roas'];
const CHARTS: readonly MeasureKey[] = [
  'cvTotalFinal',
  'amountSum',
  'adCost',
  'adClickCount',
  'profit',
  'attrCv',
  'indirectTotal',
  'cpa',
  'roas',
  'cvr',
];

const useData = (query: ReportQuery): ReportData => {
  const variables = reportVariables(query);
  return reportData(useAdStatisticsQuery({ variables, ...REPORT_OPTIONS }));
};

function useParts(controls: ReportControls, data: ReportData): ReportParts {
  const { t } = useTranslation();
  const colourOf = useAspColours(controls.state.axes);
  const parts = useMemo(() => {
    const presets: ColumnPreset[] = Object.entries(AdAnalyzeItem).map(([name, value]) => ({
      value: String(value),
      label: t(`enums.AdAnalyzeItem.${name as keyof typeof AdAnalyzeItem}`),
      columns: presetMeasures[value].map(measureName),
    }));
    return {
      columns: allMeasureColumns(t),
      presets,
      keyFigures: KEY_FIGURES.map((key) => measureColumn(key, t)),
      side: {
        kind: 'scatter' as const,
        title: t('report.costMap'),
        hint: t('report.costMapHint'),
        x: measureColumn('adCost', t),
        y: measureColumn('amountSum', t),
        size: measureColumn('cvTotalFinal', t),
      },
    };
  }, [t]);
  return {
    ...parts,
    charts: measureCharts(CHARTS, t),
    colourOf,
    bar: <EvaluationChoice controls={controls} used={data.evaluation} />,
  };
}

/** Ad statistics: which ads brought which results, and what they cost. */
export function AdStatistics() {
  const { t } = useTranslation();
  const report = useMemo<ReportDefinition>(
    () => ({
      page: 'ad-statistics',
      title: t('menu.ad_statistics'),
      lead: t('report.adStatisticsLead'),
      restPath: '/api/v1/analyses/ad_summaries',
      defaults: {
        axes: defaultAxes,
        sort: { key: 'cv_total_final', ascending: false },
        item: String(AdAnalyzeItem.AMOUNT_EFFECT),
      },
      useData,
      useParts,
    }),
    [t],
  );
  return <ReportScreen report={report} />;
}
