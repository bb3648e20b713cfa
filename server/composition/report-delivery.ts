import { Failure } from '../auth/failure';
import { signingSecret, type Config } from '../config/config';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { postMessage } from '../alerts/send';
import type { ApiContext } from '../services/context';
import { buildApiSchema } from '../graphql/schema';
import type { Logger } from '../http/request-log';
import { mailerOf, type Mailer } from '../mail/mailer';
import type { DeliveryKind, DeliveryItem } from '../mail/delivery-queue';
import { reachOf, type Reach } from '../postbacks/request';
import { createServices, type Services } from '../services/services';
import { csvChunks } from '../export/csv';
import { idsIn, REPORT, REPORT_TEST } from '../settings/report-schedule/fire-schedules';
import {
  recipientsFor,
  readPreconditions,
  type Owned,
  type Recipient,
  type Preconditions,
} from '../settings/report-schedule/preconditions';
import { ReportSchedule } from '../settings/report-schedule/report-schedule.entity';
import {
  labelComparison,
  localeOf,
  readViewTable,
  reportExporter,
  withMasks,
  type ReportExporter,
} from '../share/view-table';
import { isSharingAllowed } from '../settings/sharing';
import { findReportView } from '../settings/saved-view/saved-view.service';
import { SavedView } from '../settings/saved-view/saved-view.entity';
import { reportCard, reportMail, type MailedTable } from '../settings/report-schedule/report-mail';

/** Services and file exporter of the API. */
interface ReportApi {
  readonly services: Services;
  readonly exporter: ReportExporter;
}

/**
 * Creates the services once per process and database, at the first report: schema and services take memory
 * that most worker runs don't need.
 */
export function reportApi(
  config: Config,
  log: Logger,
  now: () => number = Date.now,
): (db: Database) => ReportApi {
  let cache: { readonly db: Database; readonly api: ReportApi } | undefined;
  const make = (db: Database): ReportApi => {
    const { trackerUrl, publicUrl, undoSeconds } = config;
    const services = createServices({
      db,
      secret: signingSecret(config),
      trackerUrl,
      publicUrl,
      mailer: mailerOf(config, log),
      reach: reachOf(config.webhookAllow),
      undoSeconds,
      now,
    });
    return { services, exporter: reportExporter(buildApiSchema(log), now) };
  };
  return (db) => (cache?.db === db ? cache : (cache = { db, api: make(db) })).api;
}

interface Deps {
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  /** Addresses that webhooks may call. */
  readonly reach: Reach;
  /** Address of the console, without a trailing slash. */
  readonly publicUrl: string;
  /** Returns the API's services and file exporter. */
  readonly api: (db: Database) => ReportApi;
}

async function renderCsv({ header, heading, rows, total }: MailedTable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of csvChunks(header, total ? [...rows, total] : rows, heading)) pieces.push(piece);
  return Buffer.concat(pieces);
}

interface Target {
  readonly standing: Preconditions;
  /** A user, or the webhook of a chat. */
  readonly to: Recipient | string;
}

/** A test mail belongs to the user who requests it. */
async function ownerOfTest(
  db: Database,
  { subject_id: viewId, user_id: userId }: DeliveryItem,
): Promise<Owned | null> {
  const view = await db.reader.getRepository(SavedView).findOneBy({ id: viewId });
  return view?.productId == null || userId === null ? null : { viewId, userId, productId: view.productId };
}

/** Returns the recipient and the owner of an item, or the reason to withhold it. */
async function resolveRecipient(db: Database, item: DeliveryItem): Promise<Target | string> {
  const schedule =
    item.kind === REPORT_TEST
      ? null
      : await db.reader.getRepository(ReportSchedule).findOneBy({ id: item.subject_id });
  const owned = item.kind === REPORT_TEST ? await ownerOfTest(db, item) : schedule;
  if (!owned) return 'viewGone';
  // The schedule may have been paused or readdressed since: failed mails are retried for hours.
  if (schedule?.nextAt === null) return schedule.pausedReason ?? 'byHand';
  if (schedule && item.user_id !== null && !idsIn(schedule.recipients).includes(item.user_id))
    return 'recipientGone';
  const standing = await readPreconditions(db, owned);
  if (typeof standing === 'string') return standing;
  if (schedule && item.user_id === null) {
    if (!(await isSharingAllowed(db, owned.productId))) return 'sharingOff';
    if (!(await findReportView(db.readOnlyTx, standing.owner, owned.viewId))) return 'viewGone';
    return schedule.webhookUrl === null ? 'recipientGone' : { standing, to: schedule.webhookUrl };
  }
  const to = (await recipientsFor(db, standing.owner, owned.productId)).find(({ id }) => id === item.user_id);
  return to ? { standing, to } : 'recipientGone';
}

/** Reads the report of a delivery with the rights of its owner and the masks of the recipient. */
async function readFor(
  db: Database,
  { standing: { owner, view }, to }: Target,
  item: DeliveryItem,
  { services, exporter }: ReportApi,
) {
  const [sender] = await select<{ user_name: string; locale: string | null }>(db)`SELECT user_name, locale
    FROM app_user WHERE id = ${owner.userId}`;
  const locale = localeOf((typeof to === 'string' ? sender?.locale : to.locale) ?? null);
  const context: ApiContext = {
    actor: withMasks(owner, (menu) => typeof to === 'string' || to.actor.grants[menu].masked),
    client: { ip: '', ua: null },
    locale,
    requestId: item.id,
    services,
    loaders: null,
  };
  const table = await readViewTable(db, exporter, view, Number(item.for_time), context);
  return {
    locale,
    title: view.title,
    sender: sender?.user_name ?? '',
    forTime: Number(item.for_time),
    table: { ...table, heading: labelComparison(table.heading, view.search, locale) },
  };
}

/**
 * Delivers scheduled reports by mail and to chats. The API computes them with the current rights of the
 * schedule's owner.
 */
export const reportDelivery = (deps: Deps): DeliveryKind[] =>
  [REPORT, REPORT_TEST].map((name) => createDelivery(name, deps));

const createDelivery = (name: string, { mailer, reach, publicUrl, api }: Deps): DeliveryKind => ({
  name,
  async prepare(db, item) {
    const target = await resolveRecipient(db, item);
    if (typeof target === 'string') return { withheld: target };
    const { standing, to } = target;
    if (typeof to !== 'string' && !mailer) return { withheld: 'noSmtp' };
    try {
      const report = {
        ...(await readFor(db, target, item, api(db))),
        link: `${publicUrl}/v/${standing.view.code}`,
      };
      if (typeof to === 'string')
        return () => postMessage({ to, message: reportCard(report), reach, key: item.id });
      const mail = reportMail(
        { ...report, to: to.email, schedules: `${publicUrl}/views`, test: item.kind === REPORT_TEST },
        await renderCsv(report.table),
        item.id,
      );
      return (signal) => mailer!(mail, signal);
    } catch (error) {
      // Missing rights of the owner and invalid parameters would fail at every attempt.
      if (error instanceof Failure)
        return {
          withheld: `refused: ${error.messages(localeOf(typeof to === 'string' ? null : to.locale)).join(' ')}`,
        };
      throw error;
    }
  },
});
