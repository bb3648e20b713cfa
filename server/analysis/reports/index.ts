import { isKeyOf, keysOf } from '../../../shared/records';
import type { Report } from '../report/report';
import { adSummaries } from './ad-summaries';
import { allocations } from './allocations';
import { attributions } from './attributions';

/** Every report, by the name of its GraphQL query. Nothing else lists them. */
export const reports = { adSummaries, attributions, allocations } as const satisfies Record<string, Report>;

export type ReportKey = keyof typeof reports;

/** All report keys in the order of declaration. */
export const reportKeys = keysOf(reports);

/** Whether `name` is that of a report. */
export const isReportKey = (name: string): name is ReportKey => isKeyOf(reports, name);
