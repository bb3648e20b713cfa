import { isReportName, reportNames, snakeCase, type ReportName } from '../../../shared/catalog';
import { CUSTOM_MEASURE_VALUES } from '../report/custom-measures';
import { plainReport } from '../report/read-report';
import type { Report } from '../report/report';
import { TARGET_FIELDS, targetColumns, targetExtension, targetFileColumns } from '../report/targets';
import { allocations } from './allocations';
import { attributions } from './attributions';
import { cvInfo } from './cv-info';
import { lpoAnalysis } from './lpo-analysis';
import { timeSeries } from './time-series';
import { transitions } from './transitions';

/** Ad statistics: every metric of the catalogue by any axes. */
export const adSummaries: Report = {
  ...plainReport,
  row: 'AdSummaryRow',
  comparison: true,
  args: { targets: 'bool' },
  fields: { customFigures: CUSTOM_MEASURE_VALUES, ...TARGET_FIELDS },
  argumentColumns: targetColumns,
  extraColumns: targetFileColumns,
  extension: targetExtension,
};

/** All reports, by the name of their GraphQL query. */
export const reports = {
  adSummaries,
  attributions,
  timeSeries,
  lpoAnalysis,
  cvInfo,
  transitions,
  allocations,
} as const satisfies Record<ReportName, Report>;

export type ReportKey = ReportName;

/** Returns the REST path of a report below `/analyses`. */
export const reportPath = (key: ReportKey): string => snakeCase(key);

/** All report keys in order of declaration. */
export const reportKeys = reportNames;

/** Whether `name` is a report key. */
export const isReportKey = isReportName;
