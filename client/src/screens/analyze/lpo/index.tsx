import { LpoDocument, useLpoQuery } from '../../../generated/graphql';
import type { ReportData } from '../../../kit/report/answer';
import { REPORT_OPTIONS, reportVariables } from '../../../kit/report/query';
import { reportScreen } from '../../../kit/report/report-screen';
import type { ReportQuery } from '../../../kit/report/types';
import { useReportData } from '../../../kit/report/use-report-data';
import { useLpoParts } from './parts';

const useData = (query: ReportQuery): ReportData => {
  const variables = { ...reportVariables(query), cvSettingIds: [...query.cvSettingIds] };
  return useReportData(useLpoQuery({ variables, ...REPORT_OPTIONS }), LpoDocument, variables);
};

/** LPO: compares the landing pages of each split test. */
export const Lpo = reportScreen((t) => ({
  page: 'lpo',
  title: t('menu.lpo'),
  lead: t('lpo.lead'),
  restPath: '/api/v1/analyses/lpo_analysis',
  defaults: {
    axes: ['redirect', 'lpoTitle'],
    sort: { key: 'best_probability', ascending: false },
    item: 'test',
  },
  useData,
  useParts: useLpoParts,
}));
