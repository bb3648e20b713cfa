import { SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { defaultAxes, findMeasure, measureName, type MeasureKey } from '../../../../../shared/catalog';
import { AdStatisticsDocument, useAdStatisticsQuery, type AnalyzeSettingFieldsFragment } from '../../../generated/graphql';
import { useAspColours } from '../../../kit/report/asp-colours';
import type { ReportData } from '../../../kit/report/answer';
import { customAxes, SAVED_ITEM } from '../../../kit/report/custom/custom-view';
import { SaveView } from '../../../kit/report/custom/save-view';
import { EvaluationChoice } from '../../../kit/report/evaluation-choice';
import { allMeasureColumns, measureColumn } from '../../../kit/report/measure-columns';
import { ModelChoice } from '../../../kit/report/model-choice';
import { REPORT_OPTIONS, reportVariables } from '../../../kit/report/query';
import { useRowTrends } from '../../../kit/report/use-row-trends';
import { ReportScreen, type ReportDefinition, type ReportParts, type SavedViewProps } from '../../../kit/report/report-screen';
import type { ReportQuery } from '../../../kit/report/types';
import { useCvNames, withCvNames } from '../../../kit/report/use-cv-names';
import { useReportData } from '../../../kit/report/use-report-data';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { customBlocks } from './custom-blocks';

/** Key figures that fit one line. */
const MOST_FIGURES = 8;

const useData = (query: ReportQuery): ReportData => {
  const variables = reportVariables(query);
  return useReportData(useAdStatisticsQuery({ variables, ...REPORT_OPTIONS }), AdStatisticsDocument, variables);
};

/** The report of a custom item that is set up. */
export function CustomReport({ setting, title }: { setting: AnalyzeSettingFieldsFragment; title: string }) {
  const { t } = useTranslation();
  const report = useMemo<ReportDefinition>(() => {
    const keys = setting.columns.flatMap((name) => findMeasure(name) ?? []);
    const axes = customAxes(setting);
    return {
      page: `custom-${setting.item}`,
      title,
      lead: t('settings.custom.itemLead'),
      restPath: '/api/v1/analyses/ad_summaries',
      defaults: {
        axes: axes.length > 0 ? axes : defaultAxes,
        sort: { key: keys[0] ? measureName(keys[0]) : 'cv_total_final', ascending: false },
        item: SAVED_ITEM,
      },
      useData,
      useRowTrend: useRowTrends,
      useParts: (controls, data) => useParts(controls, data, { keys, title, chart: setting.chart ?? null }),
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
  keys: readonly MeasureKey[];
  title: string;
  chart: string | null;
}

function useParts(controls: ReportControls, data: ReportData, { keys, title, chart }: Custom): ReportParts {
  const { t } = useTranslation();
  const colourOf = useAspColours(controls.state.axes);
  const cvNames = useCvNames();
  const parts = useMemo(
    () => ({
      columns: withCvNames(allMeasureColumns(t), cvNames),
      presets: [{ value: SAVED_ITEM, label: title, columns: keys.map(measureName) }],
      keyFigures: withCvNames(keys.slice(0, MOST_FIGURES).map((key) => measureColumn(key, t)), cvNames),
      blocks: customBlocks(chart, keys, t),
    }),
    [keys, title, chart, t, cvNames],
  );
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
