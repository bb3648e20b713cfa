import { createHash } from 'node:crypto';
import { formatDateTime } from '../../../shared/format';
import { texts, translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { factsOf } from '../../settings/report-schedule/report-mail';
import type { SharedDocument } from '../document';
import { html, Html } from './html';
import { factsList, isWide, sectionOf } from './section';
import { STYLE } from './style';

/** A page with the policy that fits it. */
export interface Page {
  readonly html: string;
  /** Content-Security-Policy without `frame-ancestors`. */
  readonly policy: string;
}

/** The only script: opens the print dialog. Pages behind a link have none. */
const PRINT_SCRIPT = `document.getElementById('print').addEventListener('click',()=>print())`;

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Returns a style or a script. Its hash covers each blank, so no template formats it. */
const element = (name: 'style' | 'script', text: string): Html => new Html(`<${name}>${text}</${name}>`);

/** Returns a text as a CSS string. */
const cssText = (text: string): string =>
  `"${text.replace(/[^\p{L}\p{N} ]/gu, (sign) => `\\${(sign.codePointAt(0) ?? 32).toString(16)} `)}"`;

interface Frame {
  readonly locale: Locale;
  readonly title: string;
  readonly body: Html;
  /** Rules of the printed pages. */
  readonly paper?: string;
  readonly printable?: boolean;
}

function frame({ locale, title, body, paper = '', printable = false }: Frame): Page {
  const style = STYLE + paper;
  const script = printable ? ` script-src ${hashOf(PRINT_SCRIPT)};` : '';
  const policy = `default-src 'none'; style-src ${hashOf(style)};${script} form-action 'self'; base-uri 'none'`;
  // The page has its policy as a file too: printed or attached to a mail.
  const page = html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta http-equiv="Content-Security-Policy" content="${policy}" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <meta name="robots" content="noindex,nofollow" />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        ${element('style', style)}
      </head>
      <body>
        <main>${body}</main>
        ${printable && element('script', PRINT_SCRIPT)}
      </body>
    </html>`;
  return { html: page.text, policy };
}

/** Paper, with the title above and the page number below. */
const paperOf = (title: string, wide: boolean): string =>
  `@page{size:A4${wide ? ' landscape' : ''};margin:18mm 14mm 16mm;@top-left{content:${cssText(title)};font:8pt sans-serif;color:#566072}@bottom-right{content:counter(page) " / " counter(pages);font:8pt sans-serif;color:#566072}}`;

/** Returns the facts that all reports of a document share: product and period. */
function commonFacts({ sections, locale }: SharedDocument): [string, string][] {
  const names = [texts[locale].documents.product, texts[locale].report.period];
  const facts = sections.flatMap(({ table }) => (table ? [factsOf(table.heading)] : []));
  return names.flatMap((name): [string, string][] => {
    const values = new Set(
      facts.flatMap((of) => of.filter(([own]) => own === name).map(([, value]) => value)),
    );
    return values.size === 1 ? [[name, [...values].join()]] : [];
  });
}

function coverOf(document: SharedDocument, cover: NonNullable<SharedDocument['cover']>): Html {
  const { locale, title, sections, now } = document;
  const t = translator(locale);
  const facts = [
    ...commonFacts(document),
    [t('sharePage.created'), formatDateTime(now).slice(0, -3)] as const,
    ...(cover.sender ? [[t('sharePage.sender'), cover.sender] as const] : []),
  ];
  return html`<header class="cover">
    ${cover.addressee && html`<p class="to">${cover.addressee}</p>`}
    <h1>${title}</h1>
    ${factsList(facts)}
    <h3>${t('sharePage.contents')}</h3>
    <ol>
      ${sections.map(({ title: of }, index) => html`<li><a href="#part-${index + 1}">${of}</a></li>`)}
    </ol>
  </header>`;
}

/**
 * Renders a document as a page.
 * @param print whether it has a print button
 */
export function documentPage(document: SharedDocument, { print = false } = {}): Page {
  const { locale, title, cover, sections } = document;
  const t = translator(locale);
  const tools =
    print &&
    html`<div class="tools">
      <button type="button" id="print">${t('sharePage.print')}</button>
      <p class="small">${t('sharePage.printHint')}</p>
    </div>`;
  const known = [...commonFacts(document).map(([name]) => name), texts[locale].documents.writtenAt];
  const body = cover
    ? html`${coverOf(document, cover)}${sections.map(
        (section, index) =>
          html`<section id="part-${index + 1}">
            <h2>${section.title}</h2>
            ${sectionOf(locale, section, known)}
          </section>`,
      )}`
    : html`<h1>${title}</h1>
        ${sections.map((section) => html`<section class="plain">${sectionOf(locale, section)}</section>`)}`;
  return frame({
    locale,
    title,
    body: html`${tools}${body}
      <footer>${t('sharePage.foot')}</footer>`,
    paper: paperOf(title, sections.some(isWide)),
    printable: print,
  });
}

/** Renders the page of a link that does not open: unknown, ended, or without its password. @param failed after a try */
export function lockedPage(locale: Locale, failed: boolean): Page {
  const t = translator(locale);
  const title = t('sharePage.lockedTitle');
  return frame({
    locale,
    title,
    body: html`<form class="card" method="post">
      <h1>${title}</h1>
      ${
        failed
          ? html`<p class="wrong" role="alert">${t('sharePage.wrong')}</p>`
          : html`<p>${t('sharePage.locked')}</p>`
      }<label for="password">${t('sharePage.password')}</label
      ><input
        id="password"
        name="password"
        type="password"
        autocomplete="off"
        required
        autofocus
        maxlength="128"
      /><button>${t('sharePage.open')}</button>
      <p class="small">${t('sharePage.lockedNote')}</p>
    </form>`,
  });
}

/** Renders the page that says something instead of a report. */
export function messagePage(locale: Locale, title: string, text: string): Page {
  return frame({
    locale,
    title,
    body: html`<div class="card">
      <h1>${title}</h1>
      <p>${text}</p>
    </div>`,
  });
}

/** Renders the page on which an address subscribes to client reports or ends them. @param saved after a press */
export function recipientPage(
  locale: Locale,
  { subscribed, saved }: { subscribed: boolean; saved: boolean },
): Page {
  const t = translator(locale);
  const title = t(subscribed ? 'sharePage.mailOn' : saved ? 'sharePage.mailOff' : 'sharePage.mailAsk');
  return frame({
    locale,
    title,
    body: html`<form class="card" method="post">
      <h1>${title}</h1>
      <p>${t(subscribed ? 'sharePage.mailOnText' : 'sharePage.mailAskText')}</p>
      <button name="receive" value="${subscribed ? 'off' : 'on'}">
        ${t(subscribed ? 'sharePage.mailStop' : 'sharePage.mailConfirm')}
      </button>
    </form>`,
  });
}
