import express, { Router, type Request, type Response } from 'express';
import { domainToASCII } from 'node:url';
import { translator } from '../../shared/i18n';
import { preferredLocale, type Locale } from '../../shared/i18n/messages';
import { isRecord } from '../../shared/records';
import { AttemptLimit } from '../auth/attempt-limit';
import { Failure } from '../auth/failure';
import { loadBackgroundActor } from '../auth/load-actor';
import type { PdfPrinter } from '../export/pdf';
import type { ApiContext } from '../services/context';
import {
  isSubscribed,
  readRecipient,
  setSubscribed,
} from '../settings/client-report/outside-recipient.service';
import { readShared } from '../settings/share/share.service';
import { readDocument, type DocumentDeps, type SharedDocument } from './document';
import { checkSharePassword, countRequest, findShare, readShare, type StoredShare } from './open-share';
import { documentPage, lockedPage, messagePage, recipientPage, type Page } from './page/page';
import { localeOf } from './view-table';

interface ShareDeps extends DocumentDeps {
  /** Null without a browser that prints. */
  readonly printer: PdfPrinter | null;
  /** Signs the links of recipients. */
  readonly secret: string;
  readonly contextOf: (req: Request) => ApiContext;
}

/** Longest body of a form: its password. */
const BODY_BYTES = 4096;

/** Returns a field of a form; an empty text if it is missing. */
const fieldOf = ({ body }: { readonly body?: unknown }, name: string): string => {
  const value = isRecord(body) ? body[name] : '';
  return typeof value === 'string' ? value : '';
};

/** Returns the hosts whose pages may show the answer in a frame, as the browser compares them. */
const ancestorsOf = (share: StoredShare | null): string =>
  (share?.embed_hosts ?? '')
    .split(',')
    .map((host) => domainToASCII(host))
    .filter(Boolean)
    .join(' ') || "'none'";

/** Sends a page. No cache, search engine or other site learns of it. */
function send(res: Response, status: number, page: Page, ancestors = "'none'"): void {
  res.status(status).set({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `${page.policy}; frame-ancestors ${ancestors}`,
    ...(ancestors === "'none'" && { 'X-Frame-Options': 'DENY' }),
    'Referrer-Policy': 'no-referrer',
    'X-Robots-Tag': 'noindex, nofollow',
  });
  res.send(page.html);
}

/** Language of a page that belongs to no report. */
const localeFor = (req: Request): Locale => preferredLocale(req.get('accept-language'), 'ja');

function sendLimited(req: Request, res: Response, retryAfter: number): void {
  const locale = localeFor(req);
  const t = translator(locale);
  res.set('Retry-After', String(retryAfter));
  send(res, 429, messagePage(locale, t('sharePage.limitedTitle'), t('sharePage.limited')));
}

/** Serves `/share/{token}` to people without a session, and documents to users of the console. */
export function shareEndpoint(deps: ShareDeps): Router {
  const { db, now, printer, secret, contextOf } = deps;
  const limit = new AttemptLimit(db, now);
  const router = Router();

  /** Opens a link. A wrong password, an unknown, ended or revoked link all get the same answer. */
  async function open(req: Request, res: Response, password: string | null): Promise<void> {
    const token = String(req.params.token);
    const share = await findShare(db, token, now());
    await countRequest(db, token, share, now());
    const { client, requestId } = contextOf(req);
    const right =
      password === null || (share && share.password_hash === null)
        ? share !== null && share.password_hash === null
        : await checkSharePassword(limit, token, share, { password, ip: client.ip });
    const document = right && share ? await readShare(deps, share, requestId) : null;
    const ancestors = ancestorsOf(share);
    if (document) return send(res, 200, documentPage(document), ancestors);
    send(res, 404, lockedPage(localeFor(req), password !== null), ancestors);
  }

  /** Reads a document of a user of the console, with their own rights. */
  async function readOwn(req: Request): Promise<SharedDocument | null> {
    const ticket = await deps.services.documents.read(String(req.params.ticket));
    const actor = ticket && (await loadBackgroundActor(db, ticket.userId));
    if (!actor) return null;
    const [user] = await db.read<{ locale: string | null }>('SELECT locale FROM app_user WHERE id = ?', [
      actor.userId,
    ]);
    const content = await readShared(db, actor, ticket.subject);
    const { requestId } = contextOf(req);
    return readDocument(deps, actor, content, {
      locale: localeOf(user?.locale ?? null),
      notes: true,
      requestId,
    });
  }

  function sendEnded(req: Request, res: Response): void {
    const locale = localeFor(req);
    const t = translator(locale);
    send(res, 404, messagePage(locale, t('sharePage.endedTitle'), t('sharePage.ended')));
  }

  /** Answers refusals with a page. */
  const handled =
    (work: (req: Request, res: Response) => Promise<void>) =>
    async (req: Request, res: Response): Promise<void> => {
      try {
        await work(req, res);
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        if (error.code === 'RATE_LIMITED') sendLimited(req, res, error.details.retryAfter ?? 60);
        else sendEnded(req, res);
      }
    };

  router.get(
    '/document/:ticket',
    handled(async (req, res) => {
      const document = await readOwn(req);
      if (document) send(res, 200, documentPage(document, { print: true }));
      else sendEnded(req, res);
    }),
  );
  router.get(
    '/document/:ticket/report.pdf',
    handled(async (req, res) => {
      if (printer?.isBusy) throw new Failure('RATE_LIMITED', 'rateLimited', { retryAfter: 10 });
      const document = printer && (await readOwn(req));
      if (!document) return sendEnded(req, res);
      const pdf = await printer.print(documentPage(document).html);
      const name = encodeURIComponent(`${document.title}.pdf`).replace(/['()*]/g, '_');
      res.set({
        'Content-Type': 'application/pdf',
        'Content-Disposition': `attachment; filename="report.pdf"; filename*=UTF-8''${name}`,
        'X-Robots-Tag': 'noindex, nofollow',
      });
      res.send(pdf);
    }),
  );
  /** Shows whether an address receives client reports, and changes it by a press: mail scanners follow links. */
  async function openRecipient(req: Request, res: Response, change: unknown): Promise<void> {
    const token = String(req.params.token);
    const recipient = await readRecipient(db, secret, token);
    if (!recipient) return sendEnded(req, res);
    const changed = change === undefined || (await setSubscribed(db, recipient, change === 'on', now()));
    const current = await readRecipient(db, secret, token);
    if (!changed || !current) return sendEnded(req, res);
    const page = recipientPage(localeFor(req), {
      subscribed: isSubscribed(current),
      saved: change !== undefined,
    });
    send(res, 200, page);
  }

  const form = express.urlencoded({ extended: false, limit: BODY_BYTES });
  router.get(
    '/mail/:token',
    handled((req, res) => openRecipient(req, res, undefined)),
  );
  router.post(
    '/mail/:token',
    form,
    handled((req, res) => openRecipient(req, res, fieldOf(req, 'receive'))),
  );
  router.get(
    '/:token',
    handled((req, res) => open(req, res, null)),
  );
  router.post(
    '/:token',
    form,
    handled((req, res) => open(req, res, fieldOf(req, 'password'))),
  );
  router.use(handled(async (req, res) => sendEnded(req, res)));
  return router;
}
