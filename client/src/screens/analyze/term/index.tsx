import { useMemo } from 'react';
import { reportScreen } from '../../../kit/report/report-screen';
import { requestedMeasures, TERM_ITEM, topOf, termUnit } from './periods';
import { termItems, useTermParts } from './parts';
import type { DocumentNode } from '@apollo/client';
import { useQuery } from '@apollo/client/react';
import {
  type TermPeriodUnit as GraphqlUnit,
  TermTrendDocument,
  type TermTrendQuery,
  type TermTrendQueryVariables,
} from '../../../generated/graphql';
import type { ReportData } from '../../../kit/report/answer';
import { narrowDocument } from '../../../kit/report/narrow-document';
import { showsCustomMeasure } from '../../../kit/report/custom-measures';
import { REPORT_OPTIONS, reportVariables } from '../../../kit/report/query';
import type { ReportQuery } from '../../../kit/report/types';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { useReportData } from '../../../kit/report/use-report-data';

type Document = typeof TermTrendDocument & DocumentNode;
/** Loads the trend for the current state. */
function useTermData(query: ReportQuery, controls: ReportControls): ReportData {
  const { state } = controls;
  const document = useMemo(
    () => narrowDocument<Document>(TermTrendDocument, requestedMeasures(state)),
    [state],
  );
  const top = topOf(controls, query.axes);
  const unit = termUnit(controls.parameter('unit'), query);
  const variables = {
    ...reportVariables(query),
    compared: query.previous !== undefined,
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the contract names the units so; server/graphql makes them the same way
    unit: unit.toUpperCase() as GraphqlUnit,
    top: top?.top ?? null,
    topBy: top?.topBy ?? null,
    customMeasures: showsCustomMeasure(state),
  };
  return useReportData(
    useQuery<TermTrendQuery, TermTrendQueryVariables>(document, { variables, ...REPORT_OPTIONS }),
    document,
    variables,
  );
}

/** Term trend: results and costs by day, week or month, compared with earlier periods. */
export const TermTrend = reportScreen((t) => ({
  page: 'term',
  title: t('menu.term'),
  lead: t('term.lead'),
  restPath: '/api/v1/analyses/time_series',
  defaults: { axes: [], sort: { key: 'period', ascending: true }, item: TERM_ITEM, items: termItems },
  noAxis: t('term.noAxis'),
  useData: useTermData,
  useParts: useTermParts,
}));
