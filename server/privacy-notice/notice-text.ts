import { punctuation } from '../../shared/format';
import { texts, translator } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';

type PrivacyNotice = (typeof texts)['ja']['privacyNotice'];

/**
 * Data that a visitor's browser sends to a recipient. Each item is really sent by the tag, its requests or an
 * ad network's tag.
 */
export type SentItem = keyof PrivacyNotice['items'];

/** One recipient of data that browsers send. */
export interface NoticeEntry {
  readonly kind: keyof PrivacyNotice['purposes'];
  /** Set for tags of an ad network. */
  readonly aspId: number | null;
  /** Name of the ad network, or of the company itself. */
  readonly recipient: string;
  readonly hosts: readonly string[];
  readonly items: readonly SentItem[];
}

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
/** Puts a user-entered name on one line. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Returns the labelled cells of one entry. */
function rowOf(
  { kind, recipient, hosts, items }: NoticeEntry,
  locale: Locale,
): readonly [name: string, value: string][] {
  const { head, items: names, purposes, noHost } = texts[locale].privacyNotice;
  const { and } = punctuation[locale];
  return [
    [
      head.recipient,
      oneLine(
        kind === 'own_tag' ? translator(locale)('privacyNotice.self', { company: recipient }) : recipient,
      ),
    ],
    [head.hosts, hosts.length > 0 ? hosts.join(and) : noHost],
    [head.items, items.map((item) => names[item]).join(and)],
    [head.purpose, purposes[kind]],
  ];
}

/** Renders the notice as plain text; empty without recipients. */
export function noticeText(entries: readonly NoticeEntry[], locale: Locale): string {
  if (entries.length === 0) return '';
  const { title, lead } = texts[locale].privacyNotice;
  const parts = entries.map((entry) =>
    rowOf(entry, locale)
      .map(([name, value]) => `${name}: ${value}`)
      .join('\n'),
  );
  return [title, lead, ...parts].join('\n\n') + '\n';
}

/** Renders the notice as HTML; empty without recipients. */
export function noticeHtml(entries: readonly NoticeEntry[], locale: Locale): string {
  const [first] = entries;
  if (!first) return '';
  const { title, lead } = texts[locale].privacyNotice;
  const cells = (tag: string, values: readonly string[]) =>
    `<tr>${values.map((value) => `<${tag}>${escapeHtml(value)}</${tag}>`).join('')}</tr>`;
  return [
    `<section lang="${locale}">`,
    `<h2>${escapeHtml(title)}</h2>`,
    `<p>${escapeHtml(lead)}</p>`,
    '<table>',
    `<thead>${cells(
      'th',
      rowOf(first, locale).map(([name]) => name),
    )}</thead>`,
    '<tbody>',
    ...entries.map((entry) =>
      cells(
        'td',
        rowOf(entry, locale).map(([, value]) => value),
      ),
    ),
    '</tbody>',
    '</table>',
    '</section>',
    '',
  ].join('\n');
}
