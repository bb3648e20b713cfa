import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  AdAnalyzeItem,
  defaultAxes,
  measureName,
  presetMeasures,
  type MeasureKey,
} from '../../../../../shared/catalog';
import { formatPercent } from '../../../../../shared/format';
import { AdStatisticsDocument, useAdStatisticsQuery } from '../../../generated/graphql';
import { useAspColours } from '../../../kit/report/asp-colours';
import { useCustomItemChoices } from '../../../kit/report/custom/save-view';
import { EvaluationChoice } from '../../../kit/report/report-filters';
import { measureCharts } from '../../../kit/report/report-blocks';
import { allMeasureColumns, measureColumn } from '../../../kit/report/measure-columns';
import type { ReportData } from '../../../kit/report/answer';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import { reportVariables } from '../../../kit/report/query';
import { useRowTrends } from '../../../kit/report/use-row-trends';
import { reportScreen, type ReportParts } from '../../../kit/report/report-screen';
import { useReportData } from '../../../kit/report/use-report-data';
import { hasTargets, TARGET_ITEM, targetColumns, targetPreset } from '../../../kit/report/target-columns';
import { TargetStrip } from '../../../kit/report/target-table';
import { useTopFirst } from '../../../kit/report/use-top-first';
import type { ColumnPreset, ReportBlock, ReportQuery } from '../../../kit/report/types';
import { useCvNames, withCvNames } from '../../../kit/report/use-row-names';
import type { ReportControls } from '../../../kit/report/use-report-state';

const KEY_METRICS: readonly MeasureKey[] = [
  'adClickCount',
  'cvTotalFinal',
  'cvr',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
];
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

const WHOLE = { decimals: 0 };

/** The tabs above the table, money first. */
const PRESETS = [
  'AMOUNT_EFFECT',
  'AD_COST_EFFECT',
  'CV_CPA',
  'CV_ROAS',
  'INDIRECT_EFFECT',
  'ADD',
  'CUSTOM',
] as const;
const MONEY: readonly MeasureKey[] = [
  'cvTotalFinal',
  'adCost',
  'cpa',
  'amountSum',
  'adClickCount',
  'cvr',
  'roas',
  'profit',
  'roi',
];

/** Moves costs, sales and what explains them to the front: these are seen without scrolling. */
const moneyFirst = (keys: readonly MeasureKey[]): MeasureKey[] => [
  ...MONEY.filter((key) => keys.includes(key)),
  ...keys.filter((key) => !MONEY.includes(key)),
];

const useData = (query: ReportQuery, { state }: ReportControls): ReportData => {
  const variables = reportVariables(query);
  return useReportData(useTopFirst(useAdStatisticsQuery, variables, state), AdStatisticsDocument, variables);
};

function useParts(controls: ReportControls, data: ReportData): ReportParts {
  const { t } = useTranslation();
  const colourOf = useAspColours(controls.state.axes);
  const cvNames = useCvNames();
  const ratios = useCustomMeasures();
  const withTargets = hasTargets([data.total, ...(data.rows ?? [])]);
  const parts = useMemo(() => {
    const presets = PRESETS.map((name): ColumnPreset => ({
      value: String(AdAnalyzeItem[name]),
      label: t(`enums.AdAnalyzeItem.${name}`),
      columns: moneyFirst(presetMeasures[AdAnalyzeItem[name]]).map(measureName),
    }));
    if (withTargets) presets.splice(-1, 0, targetPreset(t));
    const blocks: ReportBlock[] = [
      { kind: 'bar', charts: [...measureCharts(CHARTS, t), ...ratios.charts] },
      {
        kind: 'scatter',
        title: t('report.costMap'),
        hint: t('report.costMapHint'),
        x: measureColumn('adCost', t),
        y: measureColumn('amountSum', t),
        size: measureColumn('cvTotalFinal', t),
        targetLines: [
          { label: t('report.evenLine', { roas: formatPercent(1, WHOLE) }), ratio: 1, even: true },
        ],
        quadrants: {
          littleHigh: t('report.quadrants.grow'),
          muchHigh: t('report.quadrants.lead'),
          littleLow: t('report.quadrants.watch'),
          muchLow: t('report.quadrants.review'),
        },
      },
    ];
    return {
      columns: [
        ...withCvNames(allMeasureColumns(t), cvNames),
        ...(withTargets ? targetColumns(t) : []),
        ...ratios.columns,
      ],
      presets,
      keyMetrics: KEY_METRICS.map((key) => measureColumn(key, t)),
      blocks,
    };
  }, [t, cvNames, ratios, withTargets]);
  return {
    ...parts,
    panel: (folded) => <TargetStrip total={data.total} folded={folded} />,
    colourOf,
    bar: <EvaluationChoice controls={controls} used={data.evaluation} />,
  };
}

/** Ad statistics: results and costs by ad. */
export const AdStatistics = reportScreen((t) => ({
  page: 'ad-statistics',
  title: t('menu.ad_statistics'),
  lead: t('report.adStatisticsLead'),
  restPath: '/api/v1/analyses/ad_summaries',
  defaults: {
    axes: defaultAxes,
    sort: { key: 'cv_total_final', ascending: false },
    item: String(AdAnalyzeItem.AMOUNT_EFFECT),
    items: { ...AdAnalyzeItem, TARGET: TARGET_ITEM },
  },
  useData,
  useRowTrend: useRowTrends,
  approvable: true,
  useParts,
  useSaveChoices: useCustomItemChoices,
}));
