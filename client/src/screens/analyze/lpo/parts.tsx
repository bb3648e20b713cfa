import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { MeasureKey } from '../../../../../shared/catalog';
import type { LpoQuery } from '../../../generated/graphql';
import type { ReportData } from '../../../kit/report/answer';
import { CvChoice } from '../../../kit/report/cv-choice';
import { EvaluationChoice } from '../../../kit/report/evaluation-choice';
import { measureColumn } from '../../../kit/report/measure-columns';
import { ModelChoice } from '../../../kit/report/model-choice';
import type { ReportParts } from '../../../kit/report/report-screen';
import { useCvNames, withCvNames } from '../../../kit/report/use-cv-names';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { lpoColumns, lpoPresets } from './lpo-columns';
import { parseDay } from '../../../kit/tokyo-date';
import { NoTests, TestsBlock } from './tests-block';

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
export function useLpoParts(controls: ReportControls, data: ReportData): ReportParts {
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
  return {
    ...parts,
    blocks: [{ kind: 'own', render: (props) => <TestsBlock {...props} tests={tests} range={range} /> }],
    empty: tests?.length === 0 ? <NoTests /> : undefined,
    bar: (
      <>
        <ModelChoice controls={controls} used={data.model} />
        <EvaluationChoice controls={controls} used={data.evaluation} />
        <CvChoice controls={controls} label={t('lpo.cvSetting')} all={t('lpo.allFinal')} />
      </>
    ),
  };
}
