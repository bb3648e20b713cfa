import { trackerUrlOf } from '../../shared/domain/delivery';
import { platformOf } from '../../shared/catalog/platforms';
import { punctuation } from '../../shared/format';
import { texts, translator } from '../../shared/i18n';
import { isLocale, type Locale } from '../../shared/i18n/messages';
import { isEnumValue, ResultFlag, ResultMethod } from '../../shared/catalog';
import { addDays, dayOf, monthOf } from '../../shared/domain/calendar';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import type { ListService } from '../records/list.service';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { tagViews } from '../settings/product/tag-views';
import { readEffectiveSettings } from '../results';

type NoticeTexts = (typeof texts)['ja']['privacyNotice'];

/**
 * Data that a visitor's browser sends to a recipient. Each item is really sent by the tag, its requests or an
 * ad network's tag.
 */
type SentItem = keyof NoticeTexts['items'];

/** One recipient of data that browsers send. */
interface NoticeEntry {
  readonly kind: keyof NoticeTexts['purposes'];
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
function noticeText(entries: readonly NoticeEntry[], locale: Locale): string {
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
function noticeHtml(entries: readonly NoticeEntry[], locale: Locale): string {
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

/** Matches URLs in HTML or script, with a scheme or without one. Attributes and loaders often omit it. */
const ADDRESS =
  /(?:https?:)?\\?\/\\?\/([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?\.[a-z][a-z0-9-]*)(?::\d{1,5})?(?=[\\/"'`?#\s<>&;)]|$)/gi;

/** Lists the distinct hosts that a tag names, in order of appearance. */
export const hostsOf = (tag: string): string[] => [
  ...new Set([...tag.matchAll(ADDRESS)].map(([, host = '']) => host.toLowerCase())),
];

const NAMED: readonly (readonly [RegExp, SentItem])[] = [
  [/\{xclid\}/, 'clickId'],
  [/\{(?:ses|key[123])\}/, 'mediaKeys'],
  [/\{(?:args|other_key[123])\}/, 'order'],
  [/\{user_id\}/, 'customerId'],
  [/\{amount\}/, 'amount'],
  [/\{(?:result_id|conversion_id|cv_time|ad_id|status)\}/, 'result'],
];

/** Lists the data that a tag sends: its placeholders, plus the data of every browser request. */
export const itemsOf = (tag: string): SentItem[] => [
  ...NAMED.filter(([pattern]) => pattern.test(tag)).map(([, item]) => item),
  'page',
  'address',
  'cookies',
];

/** Privacy notice of a site: the data that browsers send, and its recipients. */
export interface PrivacyNotice {
  readonly productId: number;
  readonly language: Locale;
  /** True if the product's tag reported a view within 30 days. The ad networks' tags come through it. */
  readonly installed: boolean;
  readonly entries: readonly {
    kind: string;
    aspId: number | null;
    recipient: string;
    hostNames: readonly string[];
    sentItems: readonly string[];
    purpose: string;
  }[];
  readonly text: string;
  readonly html: string;
  /** Advice on checks before publication. */
  readonly note: string;
}

interface AdRow {
  readonly id: number;
  readonly asp_id: number | null;
  readonly asp_name: string | null;
  readonly measurement_tag: string | null;
  readonly active: number;
}

/** SQL condition: ad `a` of network `s` can still be clicked on a given day. */
const ACTIVE =
  '(a.status = 1 AND (s.id IS NULL OR s.status = 1) AND (a.period_to IS NULL OR a.period_to >= ?))';

const MONTH_MS = 30 * 24 * 3_600_000;

/** Data that the product's own tag sends (see TagEvent). Every request adds the address and user agent. */
const OWN_TAG_ITEMS: readonly SentItem[] = [
  'page',
  'referrer',
  'title',
  'visitorId',
  'interactionId',
  'time',
  'conversion',
  'siteValues',
  'address',
];

/** Collects one entry per recipient and kind of tag; equal tags of several ads share an entry. */
class Recipients {
  private readonly byRecipient = new Map<
    string,
    { hosts: Set<string>; items: Set<SentItem>; one: Pick<NoticeEntry, 'kind' | 'aspId' | 'recipient'> }
  >();

  add(one: Pick<NoticeEntry, 'kind' | 'aspId' | 'recipient'>, tag: string): void {
    const key = `${one.kind} ${one.aspId} ${one.recipient}`;
    const known = this.byRecipient.get(key) ?? { hosts: new Set<string>(), items: new Set<SentItem>(), one };
    for (const host of hostsOf(tag)) known.hosts.add(host);
    for (const item of itemsOf(tag)) known.items.add(item);
    this.byRecipient.set(key, known);
  }

  all(): NoticeEntry[] {
    return [...this.byRecipient.values()].map(({ one, hosts, items }) => ({
      ...one,
      hosts: [...hosts],
      items: [...items],
    }));
  }
}

/** Generates the notice on data sent by browsers (外部送信) from the installed tags. */
export class PrivacyNoticeService {
  constructor(
    private readonly db: Database,
    private readonly products: ListService,
    private readonly trackerUrl: string,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Writes the notice of a product.
   * @param planned whether to write it before the tag is installed
   * @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT for a language without wording
   */
  async notice(
    actor: Actor,
    productId: number,
    { language, planned }: { language: string; planned: boolean },
  ): Promise<PrivacyNotice> {
    await this.products.get(actor, productId, new Set(['id']));
    const locale = language === 'zh-cn' ? 'zh-CN' : language;
    if (!isLocale(locale)) throw badInput({ language: { key: 'invalidInput' } });
    const installed = await this.isInstalled(productId);
    const entries = installed || planned ? await this.noticeEntries(productId) : [];
    const words = texts[locale].privacyNotice;
    return {
      productId,
      language: locale,
      installed,
      note: words.check,
      entries: entries.map(({ kind, aspId, recipient, hosts, items }) => ({
        kind,
        aspId,
        recipient,
        hostNames: hosts,
        sentItems: items.map((item) => words.items[item]),
        purpose: words.purposes[kind],
      })),
      text: noticeText(entries, locale),
      html: noticeHtml(entries, locale),
    };
  }

  private async isInstalled(productId: number): Promise<boolean> {
    return (await tagViews(this.db, productId, this.now() - MONTH_MS, 1)).length > 0;
  }

  private async noticeEntries(productId: number): Promise<NoticeEntry[]> {
    const [company] = await select<{ name: string | null; tracker_host: string | null }>(this.db)`SELECT
      c.div_name AS name, p.tracker_host FROM product p JOIN company c ON c.id = p.company_id
      WHERE p.id = ${productId}`;
    const own: NoticeEntry = {
      kind: 'own_tag',
      aspId: null,
      recipient: company?.name ?? '',
      hosts: [new URL(trackerUrlOf(this.trackerUrl, company?.tracker_host)).hostname],
      items: OWN_TAG_ITEMS,
    };
    const today = dayOf(this.now());
    const [product] = await select<{ term: number }>(this.db)`SELECT tracking_term AS term FROM product
      WHERE id = ${productId}`;
    const since = monthOf(addDays(today, -Number(product?.term ?? 0)));
    // CV tags of expired ads still fire while earlier clicks are within the tracking term.
    const ads = await this.db.read<AdRow>(
      `SELECT a.id, a.asp_id, s.asp_name, s.measurement_tag, CASE WHEN ${ACTIVE} THEN 1 ELSE 0 END AS active FROM ad a LEFT JOIN asp s ON s.id = a.asp_id
        WHERE a.product_id = ? AND (${ACTIVE} OR a.id IN (SELECT m.ad_id FROM rollup_touch_month m WHERE m.product_id = ? AND m.month >= ? AND m.clicks > 0))
        ORDER BY a.asp_id, a.id`,
      [today, productId, today, productId, since],
    );
    const inForce = await readEffectiveSettings(
      this.db.readOnlyTx,
      ads.map(({ id }) => id),
      ads.map(({ asp_id: aspId }) => aspId ?? 0),
    );
    const recipients = new Recipients();
    for (const { id, asp_id: aspId, asp_name: name, measurement_tag: measurement, active } of ads) {
      const settings = inForce(id);
      const recipient = { aspId, recipient: name ?? own.recipient };
      if (measurement && active === 1) recipients.add({ ...recipient, kind: 'measurement_tag' }, measurement);
      const firesCvTag =
        settings &&
        settings.flag !== ResultFlag.INVALID &&
        isEnumValue(ResultMethod, settings.method) &&
        settings.method === ResultMethod.CV_TAG;
      if (firesCvTag && settings.cvTag) recipients.add({ ...recipient, kind: 'cv_tag' }, settings.cvTag);
    }
    return [own, ...recipients.all(), ...(await this.platformEntries(productId))];
  }

  /** Returns the ad platforms that get conversions, from this server. */
  private async platformEntries(productId: number): Promise<NoticeEntry[]> {
    const senders = await select<{ platform: string }>(this.db)`SELECT DISTINCT platform
      FROM conversion_sender WHERE product_id = ${productId} AND status = 1 AND test_mode = 0 ORDER BY platform`;
    return senders.flatMap(({ platform: key }): NoticeEntry[] => {
      const platform = platformOf(key);
      if (!platform) return [];
      const items: SentItem[] = ['clickId', 'order', 'amount', 'time'];
      if (platform.hashes.length > 0) items.push('hashedContact');
      if (platform.kind === 'api') items.push('page', 'address');
      const hosts =
        platform.kind === 'api' ? [new URL(platform.request([], {}, { test: false }).url).hostname] : [];
      const recipient = `${platform.recipient} / ${platform.name}`;
      return [{ kind: 'conversion_sender', aspId: null, recipient, hosts, items }];
    });
  }
}
