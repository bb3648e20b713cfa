import { Failure } from '../auth/failure';
import { signingSecret, type Config } from '../config/config';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import type { ApiContext } from '../services/context';
import { buildApiSchema } from '../graphql/schema';
import type { Logger } from '../http/request-log';
import { mailerOf, type Mailer } from '../mail/mailer';
import type { DeliveryKind, DeliveryItem } from '../mail/delivery-queue';
import { reachOf } from '../postbacks/request';
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
import { SavedView } from '../settings/saved-view/saved-view.entity';
import { reportMail, type MailedTable } from '../settings/report-schedule/report-mail';

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
  readonly recipient: Recipient;
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
  if (schedule && !idsIn(schedule.recipients).includes(item.user_id ?? 0)) return 'recipientGone';
  const standing = await readPreconditions(db, owned);
  if (typeof standing === 'string') return standing;
  const recipient = (await recipientsFor(db, standing.owner, owned.productId)).find(
    ({ id }) => id === item.user_id,
  );
  return recipient ? { standing, recipient } : 'recipientGone';
}

/**
 * Delivers scheduled reports by mail. The API computes them with the current rights of the schedule's owner.
 */
export const reportDelivery = (deps: Deps): DeliveryKind[] =>
  [REPORT, REPORT_TEST].map((name) => createDelivery(name, deps));

const createDelivery = (name: string, { mailer, publicUrl, api }: Deps): DeliveryKind => ({
  name,
  async prepare(db, item) {
    if (!mailer) return { withheld: 'noSmtp' };
    const target = await resolveRecipient(db, item);
    if (typeof target === 'string') return { withheld: target };
    const { standing, recipient } = target;
    const locale = localeOf(recipient.locale);
    const { services, exporter } = api(db);
    const { grants } = recipient.actor;
    const actor = withMasks(standing.owner, (menu) => grants[menu].masked);
    const context: ApiContext = {
      actor,
      client: { ip: '', ua: null },
      locale,
      requestId: item.id,
      services,
      loaders: null,
    };
    try {
      const table = await readViewTable(db, exporter, standing.view, Number(item.for_time), context);
      const [sender] = await select<{ user_name: string }>(db)`SELECT user_name FROM app_user
        WHERE id = ${standing.owner.userId}`;
      const mail = reportMail(
        {
          to: recipient.email,
          locale,
          title: standing.view.title,
          link: `${publicUrl}/v/${standing.view.code}`,
          schedules: `${publicUrl}/views`,
          sender: sender?.user_name ?? '',
          forTime: Number(item.for_time),
          test: item.kind === REPORT_TEST,
          table: { ...table, heading: labelComparison(table.heading, standing.view.search, locale) },
        },
        await renderCsv(table),
        item.id,
      );
      return (signal) => mailer(mail, signal);
    } catch (error) {
      // Missing rights of the owner and invalid parameters would fail at every attempt.
      if (error instanceof Failure) return { withheld: `refused: ${error.messages(locale).join(' ')}` };
      throw error;
    }
  },
});
