import { defaultAxes } from '../../../../../shared/catalog';
import { AllocationDocument, useAllocationQuery } from '../../../generated/graphql';
import type { ReportData } from '../../../kit/report/answer';
import { REPORT_OPTIONS, reportVariables } from '../../../kit/report/query';
import { reportScreen } from '../../../kit/report/report-screen';
import type { ReportQuery } from '../../../kit/report/types';
import { useReportData } from '../../../kit/report/use-report-data';
import { allocationItems, SIMULATION_ITEM, useAllocationParts } from './parts';

const useData = (query: ReportQuery): ReportData => {
  const variables = reportVariables(query);
  return useReportData(useAllocationQuery({ variables, ...REPORT_OPTIONS }), AllocationDocument, variables);
};

/** Allocation: distribution of cost and results over the rows, with a simulation of other costs. */
export const Allocation = reportScreen((t) => ({
  page: 'allocation',
  title: t('menu.allocation'),
  lead: t('allocation.lead'),
  restPath: '/api/v1/analyses/allocations',
  defaults: {
    axes: defaultAxes,
    sort: { key: 'ad_cost', ascending: false },
    item: SIMULATION_ITEM,
    items: allocationItems,
  },
  useData,
  useParts: useAllocationParts,
}));
