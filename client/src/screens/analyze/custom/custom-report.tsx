import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { defaultAxes } from '../../../../../shared/catalog';
import {
  AdStatisticsDocument,
  useAdStatisticsQuery,
  type AnalyzeSettingFieldsFragment,
} from '../../../generated/graphql';
import { useAspColours } from '../../../kit/report/asp-colours';
import type { ReportData } from '../../../kit/report/answer';
import { customAxes, SAVED_ITEM } from '../../../kit/report/custom/custom-view';
import { SaveView } from '../../../kit/report/custom/save-view';
import { EvaluationChoice } from '../../../kit/report/evaluation-choice';
import { allMeasureColumns } from '../../../kit/report/measure-columns';
import { ModelChoice } from '../../../kit/report/model-choice';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import { reportVariables } from '../../../kit/report/query';
import { useRowTrends } from '../../../kit/report/use-row-trends';
import {
  ReportScreen,
  type ReportDefinition,
  type ReportParts,
  type SavedViewProps,
} from '../../../kit/report/report-screen';
import type { ReportQuery } from '../../../kit/report/types';
import { useCvNames, withCvNames } from '../../../kit/report/use-cv-names';
import { useReportData } from '../../../kit/report/use-report-data';
import { useTopFirst } from '../../../kit/report/use-top-first';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { customBlocks } from './custom-blocks';

/** Key metrics that fit on one line. */
const MAX_KEY_METRICS = 8;

const useData = (query: ReportQuery, { state }: ReportControls): ReportData => {
  const variables = reportVariables(query);
  return useReportData(useTopFirst(useAdStatisticsQuery, variables, state), AdStatisticsDocument, variables);
};

/** Report of a configured custom item. */
export function CustomReport({ setting, title }: { setting: AnalyzeSettingFieldsFragment; title: string }) {
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
      Save: (props: SavedViewProps) => (
        <>
          <Link to={`/ad-analyze-setting?item=${setting.item}`} aria-label={t('settings.custom.edit')}>
            <Button icon={<SettingOutlined />} tabIndex={-1} title={t('settings.custom.edit')} />
          </Link>
          <SaveView {...props} chart={setting.chart ?? undefined} />
        </>
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
