import type { TagEvent } from './events';
import { hash, newId } from './ids';
import { send, tagsInPage } from './outbox';
import { matchPage } from './page-pattern';
import type { TagCvSetting } from '../tag-settings';
import { settings } from './settings';
import { firstInVisit, visitInteraction } from './visit';

/** What a page may say of a conversion: `icq.push(['cv', {...}])`. */
export interface ConversionData {
  setting?: number | string;
  amount?: number | string;
  user_id?: unknown;
  args?: unknown;
  other_key1?: unknown;
  other_key2?: unknown;
  other_key3?: unknown;
  event_id?: unknown;
}

const text = (value: unknown): string | undefined =>
  value === undefined || value === null ? undefined : String(value);

/** The first number of a text, as shops write it (¥5,980, 5 980, ▲500); what follows it (tax, pieces) is another. */
const priceOf = (shown: string): number =>
  parseFloat(
    shown
      .normalize('NFKC')
      .replace(/[−▲△]/g, '-')
      .replace(/[,¥]|\s(?=\d{3}\b)/g, '')
      .replace(/[^]*?(?=-?\.?\d)/, ''),
  );

function amountOf(amount: number | string | undefined): number | undefined {
  const yen = priceOf(text(amount) || '');
  // What a page reckons has dust behind its decimals (3.3000000000000003), for which it would be rejected.
  return isFinite(yen) ? Math.round(yen * 100) / 100 : undefined;
}

/** Settings for which a page itself has reported a conversion: their URL conversion gives way to it. */
const reported: number[] = [];
/** Those that this page's address was not asked about, because the page had reported them. */
let gaveWay: number[] = [];

/** Sends a conversion. With an order's args and no id of its own, the same order makes the same id. */
export function sendConversion(data: ConversionData, visitor: string, referrer: string): void {
  const setting = Number(data.setting) || undefined;
  const [only, ...others] = settings.cvs.filter((cv) => cv.last);
  const known = setting || (only && !others.length ? only.id : 0);
  const order = data.args ? JSON.stringify([known, data.args]) : '';
  reported.push(known);
  const event: TagEvent = {
    type: 'cv',
    product_id: settings.product,
    event_id: text(data.event_id) || (order ? `${visitor}-${hash(order)}` : newId()),
    visitor_id: visitor,
    url: location.href,
    referrer,
    interaction_id: visitInteraction() || undefined,
    cv_setting_id: setting,
    tags: setting ? tagsInPage() : undefined,
    amount: amountOf(data.amount),
    user_id: text(data.user_id),
    args: data.args || undefined,
    other_key1: text(data.other_key1),
    other_key2: text(data.other_key2),
    other_key3: text(data.other_key3),
  };
  send(event);
}

/** Sends the conversions that this page's address means; one without an order once per visit. */
export function sendUrlConversions(visitor: string, referrer: string): void {
  gaveWay = reported.splice(0);
  sendMatching(settings.cvs, visitor, referrer);
}

/** Sends the conversions that this page's address means by settings which are others than before. */
export function sendNewUrlConversions(before: TagCvSetting[], visitor: string, referrer: string): void {
  const known = before.map((cv) => JSON.stringify(cv));
  gaveWay = gaveWay.concat(reported);
  sendMatching(
    settings.cvs.filter((cv) => known.indexOf(JSON.stringify(cv)) < 0),
    visitor,
    referrer,
  );
}

function sendMatching(cvs: TagCvSetting[], visitor: string, referrer: string): void {
  const own = reported.length;
  for (const cv of cvs) {
    if (cv.when > 2 || gaveWay.indexOf(cv.id) >= 0) continue;
    const args = matchPage(cv.url, location.href);
    if (args === undefined || (cv.when === 2 && !cameFrom(cv.ref, referrer))) continue;
    if (args || firstInVisit(cv.id)) sendConversion({ setting: cv.id, args }, visitor, referrer);
  }
  // What the address sent, the page did not report.
  reported.length = own;
}

function cameFrom(pattern: string, referrer: string): boolean {
  try {
    return matchPage(pattern, referrer) !== undefined;
  } catch {
    return false;
  }
}

/** When each setting was last clicked, by its id. */
const lastClicks: Record<number, number> = {};

/** Sends the conversion of a clicked element `data-ic-cv="{cv_setting_id}"`. */
export function sendClickConversion(event: Event, visitor: string, referrer: string): void {
  const button = event.target instanceof Element && event.target.closest('[data-ic-cv]');
  const setting = button && Number(button.getAttribute('data-ic-cv'));
  if (!setting || !settings.cvs.some((cv) => cv.id === setting)) return;
  // A double click is one order; a click on another button is another conversion.
  const last = lastClicks[setting];
  if (!last || event.timeStamp - last > 1000) sendConversion({ setting }, visitor, referrer);
  lastClicks[setting] = event.timeStamp;
}
