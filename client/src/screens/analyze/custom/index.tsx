import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useSearchParams } from 'react-router-dom';
import {
  useAnalyzeSettingsQuery,
  AdStatisticsDocument,
  type AnalyzeSettingFieldsFragment,
  useAdStatisticsQuery,
} from '../../../generated/graphql';
import { Page } from '../../../kit/page';
import { customParameters, customAxes, SAVED_ITEM } from '../../../kit/report/custom/custom-view';
import { withParameters } from '../../../kit/address';
import { LoadState } from '../../../kit/setting/load-state';
import { StateNote } from '../../../kit/states';
import { SettingOutlined } from '@ant-design/icons';
import { useMemo } from 'react';
import { defaultAxes, isAdditive } from '../../../../../shared/catalog';
import { useAspColours } from '../../../kit/report/asp-colours';
import type { ReportData, ReportRow } from '../../../kit/report/answer';
import { useCustomItemChoices } from '../../../kit/report/custom/save-view';
import { EvaluationChoice, ModelChoice } from '../../../kit/report/report-filters';
import { allMeasureColumns } from '../../../kit/report/measure-columns';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import { reportVariables } from '../../../kit/report/query';
import { useRowTrends } from '../../../kit/report/use-row-trends';
import { type ReportDefinition, type ReportParts, ReportScreen } from '../../../kit/report/report-screen';
import type { ReportBlock, ReportChart, ReportColumn, ReportQuery } from '../../../kit/report/types';
import { useCvNames, withCvNames } from '../../../kit/report/use-row-names';
import { useReportData } from '../../../kit/report/use-report-data';
import { useTopFirst } from '../../../kit/report/use-top-first';
import type { ReportControls } from '../../../kit/report/use-report-state';
import type { TFunction } from 'i18next';
import type { CompositionPart } from '../../../kit/report/composition';
import { measureCharts } from '../../../kit/report/report-blocks';

/** Maximum number of bars in a composition. */
const MAX_PARTS = 6;

/**
 * Views of a custom item for its chart type. Falls back to bars if the columns don't allow the chart (shares
 * without a whole, points without two measures) or it is from an earlier version.
 * @param ratios charts of custom measures
 */
function customBlocks(
  chart: string | null,
  columns: readonly ReportColumn[],
  ratios: readonly ReportChart[],
  t: TFunction,
): ReportBlock[] {
  const [x, y, size] = columns;
  const parts = columns.flatMap(({ key, title, measure, value }): CompositionPart<ReportRow>[] =>
    measure && isAdditive(measure) ? [{ key, label: title, value }] : [],
  );
  const negative = t('settings.custom.notComposable');
  if (chart === 'none' || !x) return [];
  if (chart === 'scatter' && y) {
    return [
      {
        kind: 'scatter',
        title: t('settings.custom.scatterOf', { x: x.title, y: y.title }),
        hint: size ? t('settings.custom.scatterHint', { size: size.title }) : '',
        x,
        y,
        size: size ?? y,
      },
    ];
  }
  if (chart === 'stacked' && parts.length > 0)
    return [
      {
        kind: 'composition',
        title: t('settings.custom.compositions'),
        hint: '',
        negative,
        parts: parts.slice(0, MAX_PARTS),
      },
    ];
  if (chart === 'pie' && parts.length > 0)
    return [
      { kind: 'donut', title: (measure) => t('settings.custom.compositionOf', { measure }), negative, parts },
    ];
  const charts = columns.flatMap(({ key, measure }) =>
    measure ? measureCharts([measure], t) : ratios.filter((one) => one.key === key),
  );
  return [{ kind: 'bar', charts }];
}

/** Key metrics that fit on one line. */
const MAX_KEY_METRICS = 8;

const useData = (query: ReportQuery, { state }: ReportControls): ReportData => {
  const variables = reportVariables(query);
  return useReportData(useTopFirst(useAdStatisticsQuery, variables, state), AdStatisticsDocument, variables);
};

/** Report of a configured custom item. */
function CustomReport({ setting, title }: { setting: AnalyzeSettingFieldsFragment; title: string }) {
  const { t } = useTranslation();
  const report = useMemo<ReportDefinition>(() => {
    const { columns } = setting;
    const axes = customAxes(setting);
    return {
      page: `custom-${setting.item}`,
      title,
      lead: t('settings.custom.itemLead'),
      restPath: '/api/v1/analyses/ad_summaries',
      defaults: {
        axes: axes.length > 0 ? axes : defaultAxes,
        sort: { key: columns[0] ?? 'cv_total_final', ascending: false },
        item: SAVED_ITEM,
      },
      useData,
      useRowTrend: useRowTrends,
      useParts: (controls, data) =>
        useParts(controls, data, { names: columns, title, chart: setting.chart ?? null }),
      useSaveChoices: (view) => useCustomItemChoices({ ...view, chart: setting.chart ?? undefined }),
      action: (
        <Link to={`/ad-analyze-setting?item=${setting.item}`} aria-label={t('settings.custom.edit')}>
          <Button icon={<SettingOutlined />} tabIndex={-1} title={t('settings.custom.edit')} />
        </Link>
      ),
    };
  }, [setting, title, t]);
  return <ReportScreen report={report} />;
}

interface Custom {
  /** Columns by REST name: catalogue and custom measures. */
  names: readonly string[];
  title: string;
  chart: string | null;
}

function useParts(controls: ReportControls, data: ReportData, { names, title, chart }: Custom): ReportParts {
  const { t } = useTranslation();
  const colourOf = useAspColours(controls.state.axes);
  const cvNames = useCvNames();
  const ratios = useCustomMeasures();
  const parts = useMemo(() => {
    const columns = [...withCvNames(allMeasureColumns(t), cvNames), ...ratios.columns];
    const chosen = names.flatMap((name) => columns.find(({ key }) => key === name) ?? []);
    return {
      columns,
      presets: [{ value: SAVED_ITEM, label: title, columns: names }],
      keyMetrics: chosen.slice(0, MAX_KEY_METRICS),
      blocks: customBlocks(chart, chosen, ratios.charts, t),
      // The title distinguishes the files of custom items from each other and from ad statistics.
      download: { leading: [], parameters: { title } },
    };
  }, [names, title, chart, t, cvNames, ratios]);
  return {
    ...parts,
    colourOf,
    bar: (
      <>
        <ModelChoice controls={controls} used={data.model} />
        <EvaluationChoice controls={controls} used={data.evaluation} />
      </>
    ),
  };
}

type Item = 1 | 2 | 3;

/** Parameters that don't affect the report. */
const BESIDE: ReadonlySet<string> = new Set(['product_id']);

/** Report of a custom item. Shows the saved item unless the address states a report. */
function CustomItem({ item }: { item: Item }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const { data, error, refetch } = useAnalyzeSettingsQuery();
  const setting = data?.analyzeSettings.find((one) => one.item === item);
  const usual = t(`menu.custom_${item}`);
  if (!setting) {
    return (
      <Page title={usual} lead={t('settings.custom.itemLead')}>
        <LoadState error={error} retry={() => void refetch()} />
      </Page>
    );
  }
  const editor = `/ad-analyze-setting?item=${item}`;
  if (setting.origin === 'standard' || setting.columns.length === 0) {
    return (
      <Page title={setting.title || usual} lead={t('settings.custom.itemLead')}>
        <StateNote
          title={t('settings.custom.notSetUp')}
          hint={t('settings.custom.notSetUpHint')}
          action={
            <Link to={editor}>
              <Button type="primary" tabIndex={-1}>
                {t('settings.custom.setUp')}
              </Button>
            </Link>
          }
        />
      </Page>
    );
  }
  if ([...parameters.keys()].every((name) => BESIDE.has(name))) {
    return (
      <Navigate
        replace
        to={`?${withParameters(parameters, Object.fromEntries(customParameters(setting)))}`}
      />
    );
  }
  return (
    <CustomReport
      key={`${item} ${setting.origin} ${setting.version}`}
      setting={setting}
      title={setting.title || usual}
    />
  );
}

export const CustomItem1 = () => <CustomItem item={1} />;
export const CustomItem2 = () => <CustomItem item={2} />;
export const CustomItem3 = () => <CustomItem item={3} />;
