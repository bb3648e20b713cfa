import { RoleType } from '../../../shared/catalog';
import { dayOf } from '../../../shared/domain/calendar';
import { shareLimits, shareRules } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { newShareToken } from '../../auth/machine-tokens';
import { hashPassword } from '../../auth/passwords';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { parseDateTime } from '../../records/date-time';
import { textOrNull } from '../../records/row-values';
import { AuditedRecords } from '../../records/write/audited-records';
import { validInput } from '../../records/write/valid-input';
import type { ClientReport } from '../client-report/client-report.entity';
import { isSharingAllowed } from '../sharing';
import { findClientReport, readParts } from '../client-report/client-report.service';
import { findReportView, findView, type ReportView } from '../saved-view/saved-view.service';
import { ReportShare } from './report-share.entity';

/** Subject of a link: a saved view or a client report. */
export interface ShareSubject {
  readonly viewId?: number | null;
  readonly clientReportId?: number | null;
}

/** A view of a document, with the sender's comment. */
export interface SharedPart {
  readonly view: ReportView;
  readonly comment: string | null;
}

/** Content of a link. */
export interface SharedContent {
  readonly title: string;
  readonly productId: number;
  /** Null for a single view. */
  readonly clientReport: ClientReport | null;
  readonly parts: readonly SharedPart[];
}

/** A link as lists show it, without its secret. */
export interface ShareDetails extends Omit<ReportShare, 'embedHosts' | 'tokenHash' | 'passwordHash'> {
  readonly embedHosts: readonly string[];
  readonly hasPassword: boolean;
  readonly own: boolean;
  readonly userName: string | null;
}

/** Returns the hosts whose pages may embed a link. */
const embedHostsOf = ({ embedHosts }: Pick<ReportShare, 'embedHosts'>): string[] =>
  (embedHosts ?? '').split(',').filter(Boolean);

/**
 * Returns the content of an actor's link. Views that were deleted, or that the actor may no longer open, are left
 * out of a client report.
 * @throws FORBIDDEN, NOT_FOUND
 */
export async function readShared(
  db: Database,
  actor: Actor,
  { viewId = null, clientReportId = null }: ShareSubject,
): Promise<SharedContent> {
  requireRight(actor, 'analyze', 'view');
  if ((viewId === null) === (clientReportId === null)) throw badInput({ viewId: { key: 'required' } });
  if (viewId !== null) {
    const view = await findReportView(db.readOnlyTx, actor, viewId);
    if (!view) {
      if (await findView(db, actor, viewId)) throw badInput({ viewId: { key: 'noReportView' } });
      throw notFound();
    }
    requireProduct(actor, view.productId);
    return {
      title: view.title,
      productId: view.productId,
      clientReport: null,
      parts: [{ view, comment: null }],
    };
  }
  const clientReport = await findClientReport(db, actor, clientReportId ?? 0);
  if (!clientReport) throw notFound();
  const { title, productId } = clientReport;
  requireProduct(actor, productId);
  const parts: SharedPart[] = [];
  for (const { viewId: id, comment } of readParts(clientReport.parts)) {
    const view = await findReportView(db.readOnlyTx, actor, id);
    if (view?.productId === productId) parts.push({ view, comment });
  }
  return { title, productId, clientReport, parts };
}

/** Reads a time: GraphQL parses it, REST passes its text. @throws BAD_USER_INPUT */
function readTime(given: unknown): Date {
  if (given === undefined || given === null) throw badInput({ expiresAt: { key: 'required' } });
  const time = given instanceof Date ? given : parseDateTime(String(given));
  if (!time) throw badInput({ expiresAt: { key: 'mustBeDateTime' } });
  return time;
}

/** Whether an actor manages a link: their own, or as ADMIN any of the company. */
const manages = (actor: Actor, { companyId, userId }: ReportShare): boolean =>
  companyId === actor.companyId && (userId === actor.userId || actor.role === RoleType.ADMIN);

/**
 * Manages links that show a view or a client report to people without an account, with the rights of their
 * creator and all masks.
 */
export class ShareService {
  private readonly records: AuditedRecords<ReportShare>;

  constructor(
    private readonly db: Database,
    private readonly publicUrl: string,
    private readonly now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'reportShare',
      target: ReportShare,
      // The trail never holds a secret, even hashed; it hides the value of the password.
      state: ({ prefix, passwordHash, expiresAt, notes, embedHosts }) => ({
        prefix,
        password: passwordHash,
        expiresAt: dayOf(expiresAt.getTime()),
        notes,
        embedHosts,
      }),
      label: async ({ viewId, clientReportId }, tx) => {
        const table = viewId === null ? 'client_report' : 'saved_view';
        const [row] = await tx.query<{ title: string }>(`SELECT title FROM ${table} WHERE id = ?`, [
          viewId ?? clientReportId ?? 0,
        ]);
        return row?.title ?? '';
      },
      maySee: manages,
    });
  }

  /** Returns the links to a view or report: the actor's own, for an ADMIN all, oldest first. @throws NOT_FOUND */
  async list(actor: Actor, subject: ShareSubject): Promise<ShareDetails[]> {
    await readShared(this.db, actor, subject);
    const { viewId, clientReportId } = subject;
    const rows = await this.db.reader.getRepository(ReportShare).find({
      where: viewId == null ? { clientReportId: clientReportId ?? 0 } : { viewId },
      order: { id: 'ASC' },
    });
    return this.toDetails(
      actor,
      rows.filter((row) => manages(actor, row)),
    );
  }

  /** Creates a link; its URL is never returned again. @throws NOT_FOUND, FORBIDDEN, BAD_USER_INPUT, CONFLICT */
  async create(
    actor: Actor,
    subject: ShareSubject,
    input: UnknownRecord,
    client: Client,
  ): Promise<{ share: ShareDetails; url: string }> {
    const { productId } = await readShared(this.db, actor, subject);
    const expiresAt = readTime(input.expiresAt);
    if (expiresAt.getTime() <= this.now()) throw badInput({ expiresAt: { key: 'mustBeLater' } });
    const { password, notes, embedHosts } = validInput(shareRules, {
      ...input,
      embedHosts: Array.isArray(input.embedHosts) ? input.embedHosts.join(',') : input.embedHosts,
    });
    const { secret, keyHash: tokenHash, prefix } = newShareToken();
    const { companyId, userId } = actor;
    const { viewId = null, clientReportId = null } = subject;
    const passwordHash = typeof password === 'string' ? await hashPassword(password) : null;
    const share = await this.records.create(
      actor,
      client,
      {
        ...{
          companyId,
          userId,
          productId,
          viewId,
          clientReportId,
          tokenHash,
          prefix,
          passwordHash,
          expiresAt,
        },
        notes: notes === true,
        embedHosts: textOrNull(embedHosts),
        lastUsedAt: null,
      },
      async (tx) => {
        if (!(await isSharingAllowed(tx, productId))) throw new Failure('CONFLICT', 'sharingOff');
        const where = viewId === null ? { clientReportId: clientReportId ?? 0 } : { viewId };
        const { links } = shareLimits;
        if ((await tx.manager.countBy(ReportShare, { ...where, userId })) >= links)
          throw badInput({ expiresAt: { key: 'tooMany', params: { count: links } } });
      },
    );
    const [details] = await this.toDetails(actor, [share]);
    if (!details) throw notFound();
    return { share: details, url: `${this.publicUrl}/share/${secret}` };
  }

  /**
   * Revokes a link, effective immediately.
   * @param subject subject of the link, if the path names it
   * @throws NOT_FOUND
   */
  async revoke(
    actor: Actor,
    id: number,
    { viewId, clientReportId }: ShareSubject,
    client: Client,
  ): Promise<true> {
    requireRight(actor, 'analyze', 'view');
    return this.records.remove(actor, client, id, null, (_tx, row) => {
      if (viewId != null && row.viewId !== viewId) throw notFound();
      if (clientReportId != null && row.clientReportId !== clientReportId) throw notFound();
    });
  }

  private async toDetails(actor: Actor, rows: readonly ReportShare[]): Promise<ShareDetails[]> {
    const users = await select<{ id: number; user_name: string }>(this.db)`SELECT id, user_name FROM app_user
      WHERE company_id = ${actor.companyId} AND id IN ${rows.map(({ userId }) => userId)}`;
    const names = new Map(users.map(({ id, user_name: name }) => [id, name]));
    return rows.map(({ embedHosts, passwordHash, tokenHash: _secret, ...row }) => ({
      ...row,
      embedHosts: embedHostsOf({ embedHosts }),
      hasPassword: passwordHash !== null,
      own: row.userId === actor.userId,
      userName: names.get(row.userId) ?? null,
    }));
  }
}
