import { OneTimeTickets } from '../../auth/one-time-tickets';
import type { Actor } from '../../auth/actor';
import type { Database } from '../../db/database';
import { numberOrNull } from '../../records/row-values';
import { readShared, type ShareSubject } from './share.service';

/** Lifetime of a document's URL in seconds. */
const LIFE_SECONDS = 10 * 60;

/** URLs of a document, relative to the console. */
export interface ReportDocument {
  readonly url: string;
  /** Null if the server has no browser that prints PDF files. */
  readonly pdfUrl: string | null;
}

/** Lets users open their views and client reports as documents outside the console's session. */
export class DocumentService {
  private readonly tickets: OneTimeTickets;

  /** @param hasPdf whether the server prints PDF files */
  constructor(
    private readonly db: Database,
    secret: string,
    private readonly hasPdf: boolean,
    now: () => number,
  ) {
    // Never used up: a reload shows the page again.
    this.tickets = new OneTimeTickets({ secret, purpose: 'report-document', lifeSeconds: LIFE_SECONDS, now });
  }

  /** Returns the URLs of a document. @throws NOT_FOUND, FORBIDDEN */
  async open(actor: Actor, subject: ShareSubject): Promise<ReportDocument> {
    await readShared(this.db, actor, subject);
    const ticket = await this.tickets.issue(actor.userId, {
      view: subject.viewId,
      report: subject.clientReportId,
    });
    const url = `/share/document/${ticket}`;
    return { url, pdfUrl: this.hasPdf ? `${url}/report.pdf` : null };
  }

  /** Returns the user and the subject of a document's URL; null if it has ended or was never issued. */
  async read(ticket: string): Promise<{ userId: number; subject: ShareSubject } | null> {
    const read = await this.tickets.read(ticket);
    if (read?.userId == null) return null;
    const { view, report } = read.claims;
    return {
      userId: read.userId,
      subject: { viewId: numberOrNull(view), clientReportId: numberOrNull(report) },
    };
  }
}
