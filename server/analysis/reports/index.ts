import { isReportName, reportNames, snakeCase, type ReportName } from '../../../shared/catalog';
import type { Report } from '../report/report';
import { adSummaries } from './ad-summaries';
import { allocations } from './allocations';
import { attributions } from './attributions';
import { cvInfo } from './cv-info';
import { lpoAnalysis } from './lpo-analysis';
import { timeSeries } from './time-series';
import { transitions } from './transitions';

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
