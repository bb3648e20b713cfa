import type { DayRange } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import type { CustomerCode } from '../../logs/customer-code';
import type { ReportInput, ReportResult } from '../input';
import { figureVersion } from '../rollups';
import type { Report } from './report';

/** How often a report is read whose figures change meanwhile; after that it says an older version, and is asked for again. */
const ATTEMPTS = 3;

const daysOf = ({ dateFrom, dateTo }: ReportResult): DayRange => ({ from: dateFrom, to: dateTo });

/**
 * Reads a report so that all of its figures are of one state. It takes several statements, and a day may be rolled up
 * between two of them: a conversion would stand there without its click. What changed while it was read is read again.
 *
 * @throws Failure as the report does
 */
export async function readUnchanged(db: Database, report: Report, actor: Actor, input: ReportInput, now: number, customerCode: CustomerCode): Promise<ReportResult> {
  for (let attempt = 1; ; attempt += 1) {
    const result = await report.read(db, actor, input, now, customerCode);
    if (attempt === ATTEMPTS) return result;
    const version = await figureVersion(db, input.productId, report.versionDays ?? daysOf(result));
    if (version === result.version) return result;
  }
}
