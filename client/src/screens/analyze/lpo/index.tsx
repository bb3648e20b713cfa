import { LpoDocument, useLpoQuery, useLpoTestsQuery, type LpoQuery } from '../../../generated/graphql';
import type { ReportData } from '../../../kit/report/answer';
import { REPORT_OPTIONS, reportVariables } from '../../../kit/report/query';
import { ReportScreen, type ReportDefinition, type ReportParts } from '../../../kit/report/report-screen';
import type { ReportQuery } from '../../../kit/report/types';
import { useReportData } from '../../../kit/report/use-report-data';
import { useMemo } from 'react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../../shared/catalog';
import { EvaluationChoice, ModelChoice } from '../../../kit/report/report-filters';
import { measureColumn } from '../../../kit/report/measure-columns';
import { useCvNames, withCvNames } from '../../../kit/report/use-row-names';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { lpoColumns, lpoPresets } from './lpo-columns';
import { parseDay } from '../../../kit/tokyo-date';
import { NoTests, TestsBlock, WaitingTests } from './tests-block';
import { useProductId, useSession } from '../../../session/session-context';
import { BarField } from '../../../kit/filter/filter-bar';
import { MultiSelect } from '../../../kit/multi-select';
import { ErrorNote } from '../../../kit/error-note';
import { Page } from '../../../kit/page';

/** Selects the CV settings that the CVR counts; all final conversions by default. */
function CvChoice({ controls, label, all }: { controls: ReportControls; label: string; all: string }) {
  const { t } = useTranslation();
  const { selections } = useSession();
  return (
    <BarField label={label}>
      <MultiSelect<number[]>
        value={[...controls.state.cvSettingIds]}
        aria-label={label}
        placeholder={all}
        maxTagCount={1}
        allowClear={{ clearIcon: <span aria-label={t('report.clearFilters')}>×</span> }}
        popupMatchSelectWidth={false}
        options={selections.cvSetting.map(({ id, label: name }) => ({ value: id, label: name }))}
        style={{ minWidth: 168 }}
        onChange={(ids) => controls.set({ cv: ids.join(',') })}
      />
    </BarField>
  );
}

const KEY_METRICS: readonly MeasureKey[] = [
  'adClickCount',
  'cvTotalFinal',
  'cvr',
  'attrCv',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
];

type Report = LpoQuery['report'];

/** Columns, presets and panels of the LPO report. */
function useLpoParts(controls: ReportControls, data: ReportData): ReportParts {
  const { t } = useTranslation();
  const cvNames = useCvNames();
  // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- shape of this screen's own document
  const report = data.beside as Report | undefined;
  const tests = report?.tests;
  const parts = useMemo(
    () => ({
      columns: withCvNames(lpoColumns(t), cvNames),
      presets: lpoPresets(t),
      keyMetrics: KEY_METRICS.map((key) => measureColumn(key, t)),
    }),
    [t, cvNames],
  );
  const range = useMemo(
    () => report && { from: parseDay(report.dateFrom) ?? 0, to: parseDay(report.dateTo) ?? 0 },
    [report],
  );
  const isJudged = controls.state.figures.length > 0;
  return {
    ...parts,
    // A verdict needs every variant of a test, also those that miss the conditions.
    blocks: isJudged
      ? []
      : [{ kind: 'own', render: (props) => <TestsBlock {...props} tests={tests} range={range} /> }],
    panel: () => isJudged && <p className="ic-hint">{t('lpo.noVerdict')}</p>,
    bar: (
      <>
        <ModelChoice controls={controls} used={data.model} />
        <EvaluationChoice controls={controls} used={data.evaluation} />
        <CvChoice controls={controls} label={t('lpo.cvSetting')} all={t('lpo.allFinal')} />
      </>
    ),
  };
}

const useData = (query: ReportQuery): ReportData => {
  const variables = { ...reportVariables(query), cvSettingIds: [...query.cvSettingIds] };
  return useReportData(useLpoQuery({ variables, ...REPORT_OPTIONS }), LpoDocument, variables);
};

const definition = (t: TFunction, redirects: readonly string[]): ReportDefinition => ({
  page: 'lpo',
  title: t('menu.lpo'),
  lead: t('lpo.lead'),
  restPath: '/api/v1/analyses/lpo_analysis',
  defaults: {
    axes: ['redirect', 'lpoTitle'],
    sort: { key: 'best_probability', ascending: false },
    item: 'test',
    items: { TEST: 'test', MONEY: 'money', ALL: 'all' },
  },
  scope: { redirect: redirects },
  useData,
  useParts: useLpoParts,
});

/** LPO: compares the landing pages of each split test. */
export function Lpo() {
  const { t } = useTranslation();
  const { data, error, refetch } = useLpoTestsQuery({ variables: { productId: useProductId() } });
  const report = useMemo(
    () =>
      data &&
      definition(
        t,
        data.report.tests.map(({ redirectId }) => String(redirectId)),
      ),
    [t, data],
  );
  if (report && data?.report.tests.length) return <ReportScreen report={report} />;
  return (
    <Page title={t('menu.lpo')} lead={t('lpo.lead')}>
      {data ? (
        <NoTests />
      ) : error ? (
        <div className="ic-card">
          <ErrorNote of="report" error={error} retry={() => void refetch()} />
        </div>
      ) : (
        <WaitingTests height={480} />
      )}
    </Page>
  );
}
