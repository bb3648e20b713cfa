import { axisKeys, defaultAxes } from '../../../shared/catalog';
import { CUSTOM_MEASURE_VALUES } from '../report/custom-measures';
import { readReport } from '../report/read-report';
import { plainReport, type Report } from '../report/report';

/** Ad statistics: every metric of the catalogue by any axes. */
export const adSummaries: Report = {
  ...plainReport,
  path: 'ad_summaries',
  type: 'AdSummaries',
  row: 'AdSummaryRow',
  axes: axisKeys,
  defaultAxes,
  comparison: true,
  fields: { customFigures: CUSTOM_MEASURE_VALUES },
  read: (db, actor, input, now = Date.now()) => readReport(db, actor, adSummaries, input, now),
};
