import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { readMetricsVersion } from '../../rollups';
import type { Report } from './report';

/**
 * Reads at most this often while metrics change. The last result then carries an older version, so clients
 * request it again.
 */
const MAX_ATTEMPTS = 3;

/** Days of a read, and the metrics version before its first statement. */
type VersionedRead = Pick<ReportResult, 'version' | 'dateFrom' | 'dateTo'>;

/** Something that reads metrics: a report, or days. */
interface Reading<I, R> extends Pick<Report, 'versionDays'> {
  read(db: Database, actor: Actor, input: I, now: number, customerCode?: CustomerCode): Promise<R>;
}

/**
 * Reads a report, and again until all of its metrics come from one data version. A read takes several
 * statements, and a rollup may change between them: a conversion could appear without its click.
 *
 * @throws Failure as the report does
 */
export async function readConsistentReport<I extends Pick<ReportInput, 'productId'>, R extends VersionedRead>(
  db: Database,
  report: Reading<I, R>,
  actor: Actor,
  input: I,
  now: number,
  customerCode?: CustomerCode,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await report.read(db, actor, input, now, customerCode);
    const days = report.versionDays ?? { from: result.dateFrom, to: result.dateTo };
    if (attempt === MAX_ATTEMPTS || (await readMetricsVersion(db, input.productId, days)) === result.version)
      return result;
  }
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
