import type { DayRange } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import type { ReportInput, ReportResult, ReportRow } from '../input';
import { figureVersion } from '../rollups';
import type { Report } from './report';
import { resolveRequest } from './request';

/** How often figures are read that change meanwhile; after that they say an older version, and are asked for again. */
const ATTEMPTS = 3;

/** What was read of some days, and the version of their figures from before the first statement. */
interface Reading {
  readonly version: number;
  readonly days: DayRange;
}

/**
 * Reads figures so that all of them are of one state. It takes several statements, and a day may be rolled up between
 * two of them: a conversion would stand there without its click. What changed while it was read is read again.
 *
 * @throws Failure as the reading does
 */
export async function ofOneState<R extends Reading>(
  db: Database,
  productId: number,
  read: () => Promise<R>,
): Promise<R> {
  for (let attempt = 1; ; attempt += 1) {
    const reading = await read();
    if (attempt === ATTEMPTS || (await figureVersion(db, productId, reading.days)) === reading.version)
      return reading;
  }
}

/** Reads a report so that all of its figures are of one state. @throws Failure as the report does */
export async function readUnchanged(
  db: Database,
  report: Report,
  actor: Actor,
  input: ReportInput,
  now: number,
  customerCode?: CustomerCode,
): Promise<ReportResult> {
  const { result } = await ofOneState(db, input.productId, async () => {
    const read = await report.read(db, actor, input, now, customerCode);
    return {
      result: read,
      version: read.version,
      days: report.versionDays ?? { from: read.dateFrom, to: read.dateTo },
    };
  });
  return result;
}

/** Refuses what reading the report would be refused for: right, product, days, axes and filters. @throws Failure as the report does */
export async function judgeReport(
  db: Database,
  report: Report,
  actor: Actor,
  input: ReportInput,
  now: number,
): Promise<void> {
  await resolveRequest(db, actor, report, input, now);
}

/** A report whose rows come one after the other; those of `result` are not all of them. */
export interface OpenReport {
  readonly result: ReportResult;
  readonly rows: readonly ReportRow[] | AsyncIterable<ReportRow>;
}

/**
 * Reads a report for a file. Its figures are of one state; rows that are too many to be held are read as they are
 * written, each with its own figures. Right and filter are checked before the first of them.
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
  const result = await readUnchanged(
    db,
    report,
    actor,
    rows ? { ...input, page: 1, pageSize: 1 } : input,
    now,
    customerCode,
  );
  return { result, rows: rows ?? result.results };
}
