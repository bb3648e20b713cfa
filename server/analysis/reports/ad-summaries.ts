import { axisKeys } from '../../../shared/catalog';
import { readReport } from '../report/read-report';
import type { Report } from '../report/report';

/** Ad statistics: every metric of the catalogue by any axes. */
export const adSummaries: Report = {
  path: 'ad_summaries',
  type: 'AdSummaries',
  row: 'AdSummaryRow',
  axes: axisKeys,
  period: true,
  comparison: true,
  parts: {},
  columns: [],
  furtherColumns: [],
  read: (db, actor, input, now = Date.now()) => readReport(db, actor, adSummaries, input, now),
};
