import { recordOf } from '../../shared/records';
import { rightKeys } from '../../shared/catalog';
import { dayOf, WeekStart } from '../../shared/domain/calendar';
import { punctuation } from '../../shared/format';
import { texts } from '../../shared/i18n';
import { locales, type Locale } from '../../shared/i18n/messages';
import { comparisonWord, queryForDay, readComparison, readPeriod } from '../../shared/period';
import { Failure } from '../auth/failure';
import { reportKeys, reportPath } from '../analysis';
import { signingSecret, type Config } from '../config/config';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import type { ApiContext } from '../services/context';
import { buildApiSchema } from '../graphql/schema';
import type { Logger } from '../http/request-log';
import { mailerOf, type Mailer } from '../mail/mailer';
import type { DeliveryKind, DeliveryItem } from '../mail/delivery-queue';
import { reachOf } from '../postbacks/request';
import { exportTable } from '../rest/export-table';
import type { ExportTable } from '../rest/downloads';
import { operationOf } from '../rest/operation';
import { routes } from '../rest/routes';
import { createServices, type Services } from '../services/services';
import type { Actor } from '../auth/actor';
import { type Row, csvChunks } from '../export/csv';
import { idsIn, REPORT, REPORT_TEST } from '../settings/report-schedule/fire-schedules';
import {
  recipientsFor,
  readPreconditions,
  type Owned,
  type Recipient,
  type Preconditions,
} from '../settings/report-schedule/preconditions';
import { ReportSchedule } from '../settings/report-schedule/report-schedule.entity';
import { SavedView } from '../settings/saved-view/saved-view.entity';
import { reportMail, type MailedTable } from '../settings/report-schedule/report-mail';

/** Services and file exporter of the API. */
interface ReportApi {
  readonly services: Services;
  /**
   * Returns the table of a report's file.
   * @param report its path below `/analyses`; parameters as in the REST download
   */
  readonly exporter: (
    report: string,
    parameters: Readonly<Record<string, string>>,
    context: ApiContext,
  ) => Promise<ExportTable>;
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
    const schema = buildApiSchema(log);
    return {
      services,
      exporter(report, parameters, context) {
        const key = reportKeys.find((known) => reportPath(known) === report);
        const route = routes.find(({ operation }) => operation === key);
        if (!route) throw new Failure('NOT_FOUND', 'notFound');
        return exportTable(route, operationOf(schema, route), parameters, context, now());
      },
    };
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

/**
 * Maximum number of rows in an attached file; above it, the mail states the total and links to the report.
 */
const MAX_ROWS = 20_000;

/** Returns the owner, additionally masked like the reader of the mail. */
function maskLikeReader(owner: Actor, reader: Actor): Actor {
  return {
    ...owner,
    grants: recordOf(rightKeys, (menu) => ({
      ...owner.grants[menu],
      masked: owner.grants[menu].masked || reader.grants[menu].masked,
    })),
  };
}

const localeOf = (stored: string | null): Locale => locales.find((locale) => locale === stored) ?? 'ja';

/** Adds the name of the comparison, as on screen, to the compared dates in the heading. */
function labelComparison(
  heading: ExportTable['heading'],
  search: string | null,
  locale: Locale,
): ExportTable['heading'] {
  const address = new URLSearchParams(search ?? '');
  const period = readPeriod(address);
  if (!period) return heading;
  const word = texts[locale].report[comparisonWord(period, readComparison(address.get('compare')))];
  const { compared } = texts[locale].documents;
  return heading.map((row) =>
    row[0] === compared && row[1] != null ? [row[0], `${word}${punctuation[locale].colon}${row[1]}`] : row,
  );
}

/**
 * Reads the table's rows and separates the total.
 * @param totalWord label of the total row
 */
async function readTable(table: ExportTable, totalWord: string): Promise<MailedTable> {
  const rows: Row[] = [];
  let count = 0;
  let last: Row | null = null;
  for await (const row of table.rows) {
    if (last && rows.length < MAX_ROWS) rows.push(last);
    last = row;
    count += 1;
  }
  const total = last?.includes(totalWord) ? last : null;
  if (last && !total && rows.length < MAX_ROWS) rows.push(last);
  return { ...table, columns: table.columns ?? [], rows, total, count: total ? count - 1 : count };
}

async function renderCsv({ header, heading, rows, total }: MailedTable): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of csvChunks(header, total ? [...rows, total] : rows, heading)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Returns the parameters of the view's report at a given time. */
async function reportParameters(
  db: Database,
  { view }: Preconditions,
  forTime: number,
  locale: Locale,
): Promise<Record<string, string>> {
  const [product] = await select<{ week_start: number }>(db)`SELECT week_start FROM product
    WHERE id = ${view.productId ?? 0}`;
  const weekStart = product?.week_start === WeekStart.SUNDAY ? WeekStart.SUNDAY : WeekStart.MONDAY;
  const moved = queryForDay(
    view.report ?? '',
    new URLSearchParams(view.search ?? ''),
    new URLSearchParams(view.reportQuery ?? ''),
    { today: dayOf(forTime), weekStart },
  );
  return { ...Object.fromEntries(moved), product_id: String(view.productId), layout: 'document', locale };
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
    const actor = maskLikeReader(standing.owner, recipient.actor);
    const context: ApiContext = {
      actor,
      client: { ip: '', ua: null },
      locale,
      requestId: item.id,
      services,
      loaders: null,
    };
    const parameters = await reportParameters(db, standing, Number(item.for_time), locale);
    try {
      const table = await readTable(
        await exporter(standing.view.report ?? '', parameters, context),
        texts[locale].report.total,
      );
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
