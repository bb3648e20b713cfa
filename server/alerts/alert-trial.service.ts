import type { Day } from '../../shared/domain/calendar';
import { nextCheck, firstDayAfterSave } from '../../shared/domain/watch';
import { AlertChannel } from '../../shared/catalog';
import type { UnknownRecord } from '../../shared/records';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import type { Actor } from '../auth/actor';
import { AttemptLimit } from '../auth/attempt-limit';
import { notFound } from '../auth/failure';
import type { Client } from '../auth/sessions';
import type { SettingValues } from '../records/setting-definition';
import type { WriteService } from '../records/write/write.service';
import { newEventId } from '../platform/event-id';
import { MailFailure, type Mailer } from '../mail/mailer';
import type { Alert } from '../settings/alert';
import { sentOf, type TestSent } from '../postbacks/test-send.service';
import type { Reach } from '../postbacks/request';
import { messageOf } from '../platform/errors';
import { alertText, type AlertText } from './alert-text';
import { dayToEvaluate, evaluateAlert, type EvaluatedCase } from './evaluate-alert';
import { alertOf, type AlertDefinition } from './alert-definition';
import { isComputing } from './due-alerts';
import { callWebhook, mailOf } from './send';

/** Maximum number of displayed cases. */
const MAX_CASES = 20;

/** Result of an alert for the last finished day. */
export interface AlertTest extends AlertText {
  readonly day: Day;
  /** Whether metrics of the day are still being computed; the alert itself would wait. */
  readonly computing: boolean;
  readonly raised: number;
  readonly judged: number;
  /** Raised cases first. */
  readonly cases: readonly EvaluatedCase[];
  /** The next day it evaluates, and the earliest time to do so. */
  readonly nextDay: Day;
  readonly nextAt: Date;
}

/**
 * Evaluates an alert for the last finished day without storing or sending anything.
 * @param test whether the message is a test
 */
export async function runAlertTest(
  db: Database,
  alert: AlertDefinition,
  publicUrl: string,
  now: number,
  test = false,
): Promise<AlertTest> {
  const day = dayToEvaluate(now);
  const [all, computing] = await Promise.all([
    evaluateAlert(db, alert, day),
    isComputing(db, alert.productId, day, now),
  ]);
  const raised = all.filter((one) => one.raised);
  const next = nextCheck(alert, now);
  return {
    day,
    computing,
    raised: raised.length,
    judged: all.length,
    cases: all.slice(0, MAX_CASES),
    nextDay: next.day,
    nextAt: next.at,
    ...alertText(alert, day, raised, publicUrl, test),
  };
}

/** Test messages that one user may send in a quarter of an hour. */
const MAX_TESTS = 10;
/** Longest wait for the answer of a mail server, in milliseconds. */
const TIMEOUT_MS = 20_000;

/** Result of a test message. */
interface SentAlertTest {
  /** Receiver: the user's own address, or the webhook. */
  readonly to: string;
  readonly delivered: boolean;
  /** Why a mail was not sent; null if it was sent, and for webhooks. */
  readonly reason: string | null;
  /** Request to the webhook, and its answer. */
  readonly webhook: TestSent | null;
}

interface Deps {
  readonly db: Database;
  readonly writer: Pick<WriteService<Alert>, 'validationContext' | 'load' | 'validate' | 'requireReferences'>;
  /** Null if no mails are sent. */
  readonly mailer: Mailer | null;
  readonly reach: Reach;
  readonly publicUrl: string;
  readonly now: () => number;
}

/** An alert in a form, saved or not. */
interface AlertDraft {
  /** Id of the stored alert that is edited; null for a new one. */
  readonly id: number | null;
  readonly input: UnknownRecord;
}

/** Tests alerts before they are saved. Nothing is stored, and mails only go to the user who tests. */
export class AlertTrialService {
  private readonly limit: AttemptLimit;

  constructor(private readonly deps: Deps) {
    this.limit = new AttemptLimit(deps.db, deps.now);
  }

  /**
   * Evaluates the alert for the last finished day. Receivers need not be set yet.
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT
   */
  async test(actor: Actor, { id, input }: AlertDraft, client: Client): Promise<AlertTest> {
    const { db, publicUrl, now } = this.deps;
    const channel = AlertChannel.MAIL;
    return runAlertTest(
      db,
      await this.validated(
        actor,
        { id, input: { ...input, channel, recipients: await this.addressOf(actor) } },
        client,
      ),
      publicUrl,
      now(),
    );
  }

  /**
   * Sends a test message: a mail to the actor only, or a call of the webhook.
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT, RATE_LIMITED
   */
  async send(actor: Actor, { id, input }: AlertDraft, client: Client): Promise<SentAlertTest> {
    const { db, publicUrl, now } = this.deps;
    const ownAddress = await this.addressOf(actor);
    const alert = await this.validated(actor, { id, input: { ...input, recipients: ownAddress } }, client);
    return this.limit.run(
      [{ limit: 'alert test', key: String(actor.userId), maxFailures: MAX_TESTS }],
      async () => {
        const message = await runAlertTest(db, alert, publicUrl, now(), true);
        const key = `alert-test:${newEventId(now())}`;
        const result =
          alert.channel === AlertChannel.MAIL
            ? await this.mail({ to: ownAddress, message, key })
            : await this.call({ to: alert.webhookUrl ?? '', message, key });
        return { failed: true, result };
      },
    );
  }

  private async mail(outgoing: Parameters<typeof mailOf>[0]): Promise<SentAlertTest> {
    const { to } = outgoing;
    try {
      if (!this.deps.mailer) throw new MailFailure('noSmtp');
      await this.deps.mailer(mailOf(outgoing), AbortSignal.timeout(TIMEOUT_MS));
      return { to, delivered: true, reason: null, webhook: null };
    } catch (error) {
      return { to, delivered: false, reason: messageOf(error), webhook: null };
    }
  }

  private async call(outgoing: Parameters<typeof mailOf>[0]): Promise<SentAlertTest> {
    const webhook = sentOf(await callWebhook({ ...outgoing, reach: this.deps.reach }));
    return { to: outgoing.to, delivered: webhook.diagnosis === 'delivered', reason: null, webhook };
  }

  private async addressOf({ userId }: Actor): Promise<string> {
    const [user] = await select<{ email: string }>(this.deps.db)`SELECT email FROM app_user
      WHERE id = ${userId}`;
    if (!user) throw notFound();
    return user.email;
  }

  /** Returns the alert as it would be saved, validated like a change. */
  private async validated(actor: Actor, { id, input }: AlertDraft, client: Client): Promise<AlertDefinition> {
    const { db, writer, now } = this.deps;
    const writing = writer.validationContext(actor, client);
    const current = id === null ? null : (await writer.load(writing, [id])).get(id);
    if (current === undefined) throw notFound();
    const change = await writer.validate(writing, input, current ? 'part' : 'whole', current);
    await writer.requireReferences(writing, [change]);
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the rules of the entity have judged them
    const values = change.values as SettingValues<'alert'>;
    const productId = Number(change.productId);
    const [product] = await select<{ product_name: string }>(db)`SELECT product_name FROM product
      WHERE id = ${productId}`;
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- as they were stored
    const before = current && { ...(current.values as SettingValues<'alert'>), fromDay: current.row.fromDay };
    const alert = alertOf(values, {
      id: id ?? 0,
      version: 0,
      productId,
      companyId: actor.companyId,
      productName: product?.product_name ?? '',
      judgedDay: current?.row.judgedDay ?? null,
      fromDay: firstDayAfterSave(before, values, now()),
    });
    if (!alert) throw notFound();
    return alert;
  }
}
