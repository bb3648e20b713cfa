import { z } from 'zod';
import { formatDateTime } from '../../shared/format';
import { translator } from '../../shared/i18n';
import { Failure } from '../auth/failure';
import { loadBackgroundActor } from '../auth/load-actor';
import { readJson } from '../db/columns';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import type { PdfPrinter } from '../export/pdf';
import type { DeliveryItem, DeliveryKind } from '../mail/delivery-queue';
import type { Mailer } from '../mail/mailer';
import type { Services } from '../services/services';
import { ClientReport } from '../settings/client-report/client-report.entity';
import { CLIENT_REPORT } from '../settings/client-report/fire-client-reports';
import {
  addressesIn,
  CONFIRM_RECIPIENT,
  isSubscribed,
  recipientToken,
  type StoredRecipient,
} from '../settings/client-report/outside-recipient.service';
import { readShared } from '../settings/share/share.service';
import { readDocument } from './document';
import { documentPage } from './page/page';
import { localeOf, withMasks, type ReportExporter } from './view-table';

interface Deps {
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  readonly publicUrl: string;
  /** Signs the links of recipients. */
  readonly secret: string;
  /** Null without a browser that prints: the mail then has the page as a file. */
  readonly printer: PdfPrinter | null;
  readonly api: (db: Database) => { readonly services: Services; readonly exporter: ReportExporter };
}

const payloadSchema = z.object({ recipientId: z.number() });

async function recipientOf(db: Database, id: number): Promise<StoredRecipient | null> {
  const [row] = await select<StoredRecipient>(db)`SELECT id, company_id, email, expires_at, confirmed_at,
    stopped_at FROM outside_recipient WHERE id = ${id}`;
  return row ?? null;
}

/** Mails that ask an address once whether it wants client reports. */
const confirmation = ({ mailer, publicUrl, secret }: Deps): DeliveryKind => ({
  name: CONFIRM_RECIPIENT,
  async prepare(db, item) {
    if (!mailer) return { withheld: 'noSmtp' };
    const recipient = await recipientOf(db, item.subject_id);
    if (!recipient || recipient.confirmed_at !== null) return { withheld: 'recipientGone' };
    const [company] = await select<{ div_name: string }>(db)`SELECT div_name FROM company
      WHERE id = ${recipient.company_id}`;
    // The language of an unknown address: the product's first one.
    const t = translator('ja');
    const link = `${publicUrl}/share/mail/${recipientToken(secret, recipient)}`;
    const name = company?.div_name ?? '';
    const mail = {
      to: recipient.email,
      subject: t('mails.confirmRecipient.subject', { company: name }),
      text: t('mails.confirmRecipient.text', { company: name, link }),
      link,
      key: item.id,
    };
    return (signal) => mailer(mail, signal);
  },
});

/** Reads the report of a delivery as a file: a PDF, or the page. */
async function fileOf({ api, printer }: Deps, db: Database, item: DeliveryItem, report: ClientReport) {
  const owner = await loadBackgroundActor(db, report.userId);
  if (!owner) return 'ownerGone';
  const actor = withMasks(owner, () => true);
  const [about] = await select<{ locale: string | null; sharing_allowed: number }>(db)`SELECT u.locale,
    p.sharing_allowed FROM app_user u JOIN product p ON p.id = ${report.productId} WHERE u.id = ${report.userId}`;
  if (!Number(about?.sharing_allowed ?? 0)) return 'sharingOff';
  const locale = localeOf(about?.locale ?? null);
  const deps = { db, ...api(db), now: () => Number(item.for_time) };
  const content = await readShared(db, actor, { clientReportId: report.id });
  const document = await readDocument(deps, actor, content, { locale, notes: false, requestId: item.id });
  const { html } = documentPage(document);
  const attachment = printer
    ? { filename: 'report.pdf', contentType: 'application/pdf', content: await printer.print(html) }
    : { filename: 'report.html', contentType: 'text/html; charset=utf-8', content: Buffer.from(html) };
  return { locale, attachment };
}

/** Mails scheduled client reports to the addresses that consented. */
const clientReport = (deps: Deps): DeliveryKind => ({
  name: CLIENT_REPORT,
  async prepare(db, item) {
    const { mailer, publicUrl, secret } = deps;
    if (!mailer) return { withheld: 'noSmtp' };
    const { recipientId } = readJson(payloadSchema, item.payload);
    const recipient = await recipientOf(db, recipientId);
    const report = await db.reader.getRepository(ClientReport).findOneBy({ id: item.subject_id });
    if (!report || report.nextAt === null) return { withheld: 'viewGone' };
    if (!recipient || !isSubscribed(recipient) || !addressesIn(report.recipients).includes(recipient.email))
      return { withheld: 'recipientGone' };
    try {
      const file = await fileOf(deps, db, item, report);
      if (typeof file === 'string') return { withheld: file };
      const t = translator(file.locale);
      const link = `${publicUrl}/share/mail/${recipientToken(secret, recipient)}`;
      const { title, addressee, sender } = report;
      const mail = {
        to: recipient.email,
        subject: t('mails.clientReport.subject', {
          title: title.replace(/\s+/g, ' '),
          day: formatDateTime(Number(item.for_time)).slice(0, 10),
        }),
        text: t('mails.clientReport.text', { title, addressee: addressee ?? '', sender: sender ?? '', link }),
        attachments: [file.attachment],
        link,
        key: item.id,
      };
      return (signal) => mailer(mail, signal);
    } catch (error) {
      // Missing rights of the owner would fail at every attempt.
      if (error instanceof Failure) return { withheld: 'noRight' };
      throw error;
    }
  },
});

/** Delivers client reports to people outside the company. */
export const clientReportDelivery = (deps: Deps): DeliveryKind[] => [confirmation(deps), clientReport(deps)];
