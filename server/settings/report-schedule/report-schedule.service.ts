import { randomBytes } from 'node:crypto';
import { RoleType } from '../../../shared/catalog';
import { nextDue } from '../../../shared/domain/schedule';
import { reportScheduleFields, reportScheduleRule } from '../../../shared/settings';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, notFound } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { numberOrNull, textOrNull } from '../../records/row-values';
import { AuditedRecords } from '../../records/write/audited-records';
import { validInput } from '../../records/write/valid-input';
import type { MayCall } from '../../records/write/validate-change';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { takeTurn } from '../../db/turn';
import { enqueueDeliveries } from '../../mail/delivery-queue';
import { SavedView } from '../saved-view/saved-view.entity';
import { isSharingAllowed } from '../sharing';
import { findReportView, findView } from '../saved-view/saved-view.service';
import {
  deliveriesOf,
  lastRuns,
  oneDelivery,
  testMailsOf,
  countTestMails,
  type ReportDelivery,
} from './deliveries';
import { idsIn, REPORT_TEST, timesOf } from './fire-schedules';
import { recipientsFor } from './preconditions';
import { ReportSchedule } from './report-schedule.entity';

/** Maximum of test mails per hour. */
const TESTS_AN_HOUR = 10;
const HOUR_MS = 3_600_000;

/** A schedule as an actor sees it. */
export interface ScheduleDetails extends Omit<ReportSchedule, 'nextAt' | 'recipients'> {
  readonly viewTitle: string;
  readonly recipients: readonly number[];
  readonly paused: boolean;
  /** Whether the actor owns it. */
  readonly own: boolean;
  readonly userName: string | null;
  readonly nextAt: Date | null;
  readonly lastAt: Date | null;
  readonly lastOutcome: string | null;
}

/** Returns the fields that the audit trail records. */
const stateOf = ({
  every,
  weekday,
  dayOfMonth,
  hour,
  recipients,
  webhookUrl,
  pausedReason,
}: ReportSchedule): UnknownRecord => ({
  every,
  weekday,
  dayOfMonth,
  hour,
  recipients: idsIn(recipients),
  // The rest of the address is a secret.
  webhookUrl: webhookUrl && new URL(webhookUrl).origin,
  paused: pausedReason !== null,
});

/** Returns whether an actor sees a schedule: their own, or as ADMIN any of the company. */
const seesSchedule = (actor: Actor, { companyId, userId }: ReportSchedule): boolean =>
  companyId === actor.companyId && (userId === actor.userId || actor.role === RoleType.ADMIN);

/**
 * Manages mailed reports: each user's own. An ADMIN also sees, pauses and deletes those of others, but can't
 * change them.
 */
export class ReportScheduleService {
  private readonly records: AuditedRecords<ReportSchedule>;

  constructor(
    private readonly db: Database,
    private readonly mayCall: MayCall,
    private readonly now: () => number = Date.now,
  ) {
    this.records = new AuditedRecords(db, now, {
      entity: 'reportSchedule',
      target: ReportSchedule,
      state: stateOf,
      label: async ({ viewId }, tx) => (await tx.manager.findOneBy(SavedView, { id: viewId }))?.title ?? '',
      maySee: seesSchedule,
    });
  }

  /** Returns the actor's own schedules; for an ADMIN all of the company's. */
  async list(actor: Actor): Promise<ScheduleDetails[]> {
    requireRight(actor, 'analyze', 'view');
    const all = actor.role === RoleType.ADMIN ? {} : { userId: actor.userId };
    return this.toDetails(
      actor,
      await this.db.reader
        .getRepository(ReportSchedule)
        .find({ where: { companyId: actor.companyId, ...all }, order: { id: 'ASC' } }),
    );
  }

  /**
   * Returns the users to whom the actor may send reports of a product. @throws FORBIDDEN for a product outside
   * their list
   */
  async recipients(actor: Actor, productId: number): Promise<{ id: number; label: string }[]> {
    requireRight(actor, 'analyze', 'view');
    requireProduct(actor, productId);
    return (await recipientsFor(this.db, actor, productId)).map(({ id, label }) => ({ id, label }));
  }

  /**
   * Schedules a report view. @throws BAD_USER_INPUT, NOT_FOUND for a view that the actor may not open, CONFLICT
   * for a second schedule of the same view
   */
  async create(actor: Actor, input: UnknownRecord, client: Client): Promise<ScheduleDetails> {
    requireRight(actor, 'analyze', 'view');
    if (input.viewId == null) throw badInput({ viewId: { key: 'required' } });
    const viewId = Number(input.viewId);
    if (!Number.isSafeInteger(viewId)) throw badInput({ viewId: { key: 'mustBeInteger' } });
    const { productId } = await this.reportView(actor, viewId);
    const values = await this.parseInput(actor, { productId, viewId }, input, null);
    const { companyId, userId } = actor;
    const row = await this.records.create(
      actor,
      client,
      { companyId, userId, viewId, productId, ...values },
      async (tx) => {
        if (await tx.manager.existsBy(ReportSchedule, { viewId, userId }))
          throw new Failure('CONFLICT', 'scheduledAlready', {
            fields: { viewId: [{ key: 'scheduledAlready' }] },
          });
      },
    );
    return this.one(actor, row);
  }

  /**
   * Changes the given fields; without `paused` the state stays. @throws NOT_FOUND, FORBIDDEN for changing
   * another user's schedule, CONFLICT
   */
  async update(actor: Actor, id: number, input: UnknownRecord, client: Client): Promise<ScheduleDetails> {
    const existing = await this.visible(actor, id);
    const own = existing.userId === actor.userId;
    // Mails have the owner's rights, so only the owner may choose recipients or resume them.
    const pauses =
      Object.keys(input).every((name) => name === 'paused' || name === 'version') && input.paused === true;
    if (!own && !pauses) throw new Failure('FORBIDDEN', 'forbidden');
    const values = own
      ? await this.parseInput(actor, existing, input, existing)
      : { nextAt: null, pausedReason: existing.pausedReason ?? 'byHand' };
    return this.one(actor, await this.records.update(actor, client, id, input.version, () => values));
  }

  /** Deletes a schedule. Mails that were announced but not sent are withheld. @throws NOT_FOUND, CONFLICT */
  async remove(actor: Actor, id: number, version: number | null, client: Client): Promise<true> {
    requireRight(actor, 'analyze', 'view');
    return this.records.remove(actor, client, id, version);
  }

  /**
   * Sends the actor a test mail of a view's current report with their own rights. It neither needs nor changes
   * a schedule. @throws BAD_USER_INPUT, FORBIDDEN, NOT_FOUND, RATE_LIMITED
   */
  async send(actor: Actor, viewId: number): Promise<ReportDelivery> {
    requireRight(actor, 'analyze', 'view');
    const { productId } = await this.reportView(actor, viewId);
    requireProduct(actor, productId);
    const { userId } = actor;
    const now = this.now();
    const key = `report-test:${viewId}:${userId}:${now}:${randomBytes(6).toString('hex')}`;
    await this.db.write(async (tx) => {
      await takeTurn(tx, `test mails:${userId}`);
      if ((await countTestMails(tx, viewId, userId, now - HOUR_MS)) >= TESTS_AN_HOUR)
        throw new Failure('RATE_LIMITED', 'rateLimited', { retryAfter: HOUR_MS / 1000 });
      await enqueueDeliveries(tx, [{ key, kind: REPORT_TEST, subjectId: viewId, userId, forTime: now }], now);
    });
    return oneDelivery(this.db, key);
  }

  /** Returns a schedule's deliveries, newest first. @throws NOT_FOUND */
  async deliveries(actor: Actor, id: number): Promise<ReportDelivery[]> {
    return deliveriesOf(this.db, await this.visible(actor, id));
  }

  /** Returns the actor's test mails of a view, newest first. @throws NOT_FOUND */
  async tests(actor: Actor, viewId: number): Promise<ReportDelivery[]> {
    requireRight(actor, 'analyze', 'view');
    await this.reportView(actor, viewId);
    return testMailsOf(this.db, viewId, actor.userId);
  }

  /**
   * Returns a report view that the actor may open. @throws NOT_FOUND, BAD_USER_INPUT when the view is not of a
   * report
   */
  private async reportView(actor: Actor, viewId: number): Promise<{ title: string; productId: number }> {
    const view = await findView(this.db, actor, viewId);
    if (!view) throw notFound();
    const { title, report, productId } = view;
    if (report === null || productId === null) throw badInput({ viewId: { key: 'viewIsNoReport' } });
    return { title, productId };
  }

  private async visible(actor: Actor, id: number): Promise<ReportSchedule> {
    requireRight(actor, 'analyze', 'view');
    const row = await this.db.reader.getRepository(ReportSchedule).findOneBy({ id });
    if (!row || !seesSchedule(actor, row)) throw notFound();
    return row;
  }

  /** Validates the input and returns the columns to store, with the next due time from now. */
  private async parseInput(
    actor: Actor,
    { productId, viewId }: { readonly productId: number; readonly viewId: number },
    input: UnknownRecord,
    stored: ReportSchedule | null,
  ): Promise<Partial<ReportSchedule>> {
    requireProduct(actor, productId);
    const current = stored ? { ...stateOf(stored), webhookUrl: stored.webhookUrl } : {};
    const { every, weekday, dayOfMonth, hour, recipients, webhookUrl, paused } = validInput(
      reportScheduleFields,
      { ...current, ...input },
      { cross: reportScheduleRule },
    );
    const times = {
      every: textOrNull(every) ?? 'day',
      weekday: numberOrNull(weekday),
      dayOfMonth: numberOrNull(dayOfMonth),
      hour: numberOrNull(hour) ?? 0,
    };
    const chosen = [...new Set(Array.isArray(recipients) ? recipients.map(Number) : [])];
    const reached = new Set((await recipientsFor(this.db, actor, productId)).map(({ id }) => id));
    if (input.recipients != null && chosen.some((id) => !reached.has(id)))
      throw new Failure('FORBIDDEN', 'noPermissionForConditions', {
        fields: { recipients: [{ key: 'noPermissionForConditions' }] },
      });
    const chat = textOrNull(webhookUrl);
    if (chat !== null && chat !== stored?.webhookUrl)
      await this.requireChat(actor, { productId, viewId }, chat);
    return {
      ...times,
      recipients: chosen.join(','),
      webhookUrl: chat,
      pausedReason: paused === true ? (stored?.pausedReason ?? 'byHand') : null,
      nextAt: paused === true ? null : nextDue(timesOf(times), this.now()),
    };
  }

  /**
   * Requires that a report may be posted to a chat, whose readers are not known: as with share links, the product
   * must allow it, and no single conversions are shown. @throws BAD_USER_INPUT, CONFLICT
   */
  private async requireChat(
    actor: Actor,
    { productId, viewId }: { readonly productId: number; readonly viewId: number },
    url: string,
  ): Promise<void> {
    if (!this.mayCall(url)) throw badInput({ webhookUrl: { key: 'addressNotCalled' } });
    if (!(await findReportView(this.db.readOnlyTx, actor, viewId)))
      throw badInput({ webhookUrl: { key: 'noReportView' } });
    if (!(await isSharingAllowed(this.db, productId))) throw new Failure('CONFLICT', 'sharingOff');
  }

  private async one(actor: Actor, row: ReportSchedule): Promise<ScheduleDetails> {
    const [schedule] = await this.toDetails(actor, [row]);
    if (!schedule) throw notFound();
    return schedule;
  }

  private async toDetails(actor: Actor, rows: readonly ReportSchedule[]): Promise<ScheduleDetails[]> {
    const [runs, labels] = await Promise.all([
      lastRuns(
        this.db,
        rows.map(({ id }) => id),
      ),
      select<{ id: number; title: string | null; user_name: string | null }>(this.db)`SELECT s.id, v.title,
        u.user_name FROM report_schedule s LEFT JOIN saved_view v ON v.id = s.view_id LEFT JOIN app_user u
        ON u.id = s.user_id WHERE s.company_id = ${actor.companyId}`,
    ]);
    const labelled = new Map(labels.map((one) => [one.id, one]));
    return rows.map((row) => {
      const label = labelled.get(row.id);
      const run = runs.get(row.id);
      return {
        ...row,
        viewTitle: label?.title ?? '',
        recipients: idsIn(row.recipients),
        webhookUrl: row.userId === actor.userId ? row.webhookUrl : null,
        paused: row.nextAt === null,
        own: row.userId === actor.userId,
        userName: label?.user_name ?? null,
        nextAt: row.nextAt === null ? null : new Date(row.nextAt),
        lastAt: run ? new Date(run.at) : null,
        lastOutcome: run?.outcome ?? null,
      };
    });
  }
}
