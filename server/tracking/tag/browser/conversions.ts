import type { TagEvent } from './events';
import { hash, newId, firstInVisit, visitInteraction } from './visitor';
import { send, tagsInPage } from './outbox';
import { matchPage } from './page-pattern';
import type { TagCvSetting } from '../tag-settings';
import { settings } from './settings';

/** Data of a conversion that a page reports: `icq.push(['cv', {...}])`. */
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

/**
 * Parses the first number of a text, as shops write it (¥5,980, 5 980, ▲500). Later numbers (tax, pieces) are
 * ignored.
 */
const priceOf = (price: string): number =>
  parseFloat(
    price
      .normalize('NFKC')
      .replace(/[−▲△]/g, '-')
      .replace(/[,¥]|\s(?=\d{3}\b)/g, '')
      .replace(/[^]*?(?=-?\.?\d)/, ''),
  );

function amountOf(amount: number | string | undefined): number | undefined {
  const yen = priceOf(text(amount) || '');
  // Computed amounts have rounding errors (3.3000000000000003), which would cause a rejection.
  return isFinite(yen) ? Math.round(yen * 100) / 100 : undefined;
}

/** Settings with a conversion reported by the page itself; their URL conversion is skipped. */
const reported: number[] = [];
/** Settings whose URL conversion was skipped on this page for that reason. */
let skipped: number[] = [];

/** Sends a conversion. Without its own id, equal order args produce equal ids. */
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

/** Sends the conversions that match the page's URL; one without an order once per visit. */
export function sendUrlConversions(visitor: string, referrer: string): void {
  skipped = reported.splice(0);
  sendMatching(settings.cvs, visitor, referrer);
}

/** Sends the conversions that match the page's URL by new or changed settings. */
export function sendNewUrlConversions(before: TagCvSetting[], visitor: string, referrer: string): void {
  const known = before.map((cv) => JSON.stringify(cv));
  skipped = skipped.concat(reported);
  sendMatching(
    settings.cvs.filter((cv) => known.indexOf(JSON.stringify(cv)) < 0),
    visitor,
    referrer,
  );
}

function sendMatching(cvs: TagCvSetting[], visitor: string, referrer: string): void {
  const own = reported.length;
  for (const cv of cvs) {
    if (cv.when > 2 || skipped.indexOf(cv.id) >= 0) continue;
    const args = matchPage(cv.url, location.href);
    if (args === undefined || (cv.when === 2 && !cameFrom(cv.ref, referrer))) continue;
    if (args || firstInVisit(cv.id)) sendConversion({ setting: cv.id, args }, visitor, referrer);
  }
  // URL conversions don't count as reported by the page.
  reported.length = own;
}

function cameFrom(pattern: string, referrer: string): boolean {
  try {
    return matchPage(pattern, referrer) !== undefined;
  } catch {
    return false;
  }
}

/** Time of the last click by setting id. */
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
