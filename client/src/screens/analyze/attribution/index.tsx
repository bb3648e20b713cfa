import { AttributionAnalyzeItem, defaultAxes } from '../../../../../shared/catalog';
import { AttributionDocument, useAttributionQuery } from '../../../generated/graphql';
import type { ReportData } from '../../../kit/report/answer';
import { reportVariables } from '../../../kit/report/query';
import { useRowTrends } from '../../../kit/report/use-row-trends';
import { reportScreen } from '../../../kit/report/report-screen';
import { useReportData } from '../../../kit/report/use-report-data';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { useTopFirst } from '../../../kit/report/use-top-first';
import type { ReportQuery } from '../../../kit/report/types';
import { ALL_ITEM, useAttributionParts } from './parts';

const useData = (query: ReportQuery, { state }: ReportControls): ReportData => {
  const variables = reportVariables(query);
  return useReportData(useTopFirst(useAttributionQuery, variables, state), AttributionDocument, variables);
};

/** Attribution: last-contact metrics beside credit distributed over all contacts of a path. */
export const Attribution = reportScreen((t) => ({
  page: 'attribution',
  title: t('menu.attribution'),
  lead: t('report.attributionLead'),
  restPath: '/api/v1/analyses/attributions',
  defaults: {
    axes: defaultAxes,
    sort: { key: 'attr_cv', ascending: false },
    item: String(AttributionAnalyzeItem.CV_TOTAL),
    items: { ...AttributionAnalyzeItem, ALL: ALL_ITEM },
  },
  useData,
  useRowTrend: useRowTrends,
  useParts: useAttributionParts,
}));
