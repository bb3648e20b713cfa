import { CUSTOM_MEASURE_VALUES } from '../report/custom-measures';
import { plainReport } from '../report/read-report';
import type { Report } from '../report/report';

/** Ad statistics: every metric of the catalogue by any axes. */
export const adSummaries: Report = {
  ...plainReport,
  row: 'AdSummaryRow',
  comparison: true,
  fields: { customFigures: CUSTOM_MEASURE_VALUES },
};
