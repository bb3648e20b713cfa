import { closest } from './links';
import { hash } from '../visitor-token';
import { hashPersonal, type PersonalData } from './personal';
import { cookie, newId, firstInVisit } from './visitor';
import { send, tagsInPage } from './outbox';
import { matchPage } from './page-pattern';
import { settings } from './settings';
import { consent, referrer, visitor } from './state';

/** Data of a conversion that a page reports: `icq.push(['cv', {...}])`. */
export interface ConversionData extends PersonalData {
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

/** Returns a number, or the text that the server reads; it rejects texts above 200 characters. */
function amountOf(amount: unknown): number | string | undefined {
  if (typeof amount !== 'number') return text(amount)?.slice(0, 201) || undefined;
  // Computed amounts have rounding errors (3.3000000000000003), which would cause a rejection.
  return isFinite(amount) ? Math.round(amount * 100) / 100 : undefined;
}

/** Settings with a conversion reported by the page itself; their URL conversion is skipped. */
const reported: number[] = [];
/** Settings whose URL conversion was skipped on this page for that reason. */
let skipped: number[] = [];

/** Sends a conversion. Without its own id, equal order args produce equal ids. */
export function sendConversion(data: ConversionData): void {
  const setting = Number(data.setting) || undefined;
  const [only, ...others] = settings.cvs.filter((cv) => cv.last);
  const known = setting || (only && !others.length ? only.id : 0);
  const order = data.args ? `${visitor}-${hash(JSON.stringify([known, data.args]))}` : newId();
  reported.push(known);
  const event = {
    type: 'cv' as const,
    event_id: text(data.event_id) || order,
    url: location.href,
    cv_setting_id: setting,
    tags: tagsInPage(),
    amount: amountOf(data.amount),
    user_id: text(data.user_id),
    args: data.args || undefined,
    other_key1: text(data.other_key1),
    other_key2: text(data.other_key2),
    other_key3: text(data.other_key3),
    consent: consent || undefined,
    // Cookies of platforms are read with consent only.
    fbp: consent && cookie('_fbp'),
    ly_su: consent && cookie('_ly_su'),
    ly_r: consent && cookie('_ly_r'),
  };
  hashPersonal(data, (digests) => {
    // Consent may be withdrawn in between.
    if (visitor) send({ ...event, ...digests });
  });
}

/** Sends the conversions that match the page's URL; one without an order once per visit. */
export function sendUrlConversions(): void {
  skipped = reported.splice(0);
  sendMoreUrlConversions(referrer);
}

/**
 * Sends those that match since the settings or the fragment changed. The others have been sent; a repeated
 * order has its event id. While the document loads, its own scripts may still report them with their values.
 */
export function sendMoreUrlConversions(from: string, atOnce?: boolean): void {
  if (document.readyState === 'loading' && !atOnce) return;
  skipped = skipped.concat(reported);
  const own = reported.length;
  for (const cv of settings.cvs) {
    if (cv.when > 2 || skipped.includes(cv.id)) continue;
    const args = matchPage(cv.url, location.href);
    if (args === undefined || (cv.when === 2 && matchPage(cv.ref, from) === undefined)) continue;
    if (args || firstInVisit(cv.id)) sendConversion({ setting: cv.id, args });
  }
  // URL conversions don't count as reported by the page.
  reported.length = own;
}

/** Time of the last click by setting id. */
const lastClicks: Record<number, number> = {};

/** Sends the conversion of a clicked element `data-ic-cv="{cv_setting_id}"`. */
export function sendClickConversion(event: Event): void {
  const setting = Number(closest(event, '[data-ic-cv]')?.getAttribute('data-ic-cv'));
  if (!settings.cvs.some((cv) => cv.id === setting)) return;
  // A double click is one order; a click on another button is another conversion.
  const last = lastClicks[setting];
  if (!last || event.timeStamp - last > 1000) sendConversion({ setting });
  lastClicks[setting] = event.timeStamp;
}
