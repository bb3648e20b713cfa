import type { DayRange } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { readMetricsVersion } from '../../rollups';
import type { Report } from './report';
import { resolveRequest } from './request';

/**
 * Reads at most this often while metrics change. The last result then carries an older version, so clients
 * request it again.
 */
const MAX_ATTEMPTS = 3;

/** Days that were read, and the metrics version before the first statement. */
interface VersionedRead {
  readonly version: number;
  readonly days: DayRange;
}

/**
 * Repeats a read until all of its metrics come from one data version. A read takes several statements, and a
 * rollup may change between them: a conversion could appear without its click.
 *
 * @throws Failure as the read does
 */
export async function readConsistently<R extends VersionedRead>(
  db: Database,
  productId: number,
  read: () => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const reading = await read();
    if (
      attempt === MAX_ATTEMPTS ||
      (await readMetricsVersion(db, productId, reading.days)) === reading.version
    )
      return reading;
  }
}

/**
 * Reads a report with all metrics from one data version.
 * @throws Failure as the report does
 */
export async function readConsistentReport(
  db: Database,
  report: Report,
  actor: Actor,
  input: ReportInput,
  now: number,
  customerCode?: CustomerCode,
): Promise<ReportResult> {
  const { result } = await readConsistently(db, input.productId, async () => {
    const read = await report.read(db, actor, input, now, customerCode);
    return {
      result: read,
      version: read.version,
      days: report.versionDays ?? { from: read.dateFrom, to: read.dateTo },
    };
  });
  return result;
}

/**
 * Checks right, product, days, axes and filters of a request without reading the report.
 * @throws Failure as the report does
 */
export async function validateReportRequest(
  db: Database,
  report: Report,
  actor: Actor,
  input: ReportInput,
  now: number,
): Promise<void> {
  await resolveRequest(db, actor, report, input, now);
}

/** A report with streamed rows; `result` does not hold all of them. */
export interface OpenReport {
  readonly result: ReportResult;
  readonly rows: readonly ReportRow[] | AsyncIterable<ReportRow>;
}

/**
 * Opens a report for a file. Its metrics come from one data version. Rows that don't fit in memory are read
 * while they are written, each with its own metrics. Right and filters are checked before the first row.
 *
 * @throws Failure as the report does
 */
export async function openReport(
  db: Database,
  report: Report,
  actor: Actor,
  input: ReportInput,
  now: number,
  customerCode: CustomerCode,
): Promise<OpenReport> {
  const rows = await report.rows?.(db, actor, input, now, customerCode);
  const result = await readConsistentReport(
    db,
    report,
    actor,
    rows ? { ...input, page: 1, pageSize: 1 } : input,
    now,
    customerCode,
  );
  return { result, rows: rows ?? result.results };
}
