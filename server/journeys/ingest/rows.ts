import { randomBytes } from 'node:crypto';
import type { ExcludedReason } from '../../../shared/catalog';
import { dayOf } from '../../../shared/domain/calendar';
import { inAppBrowserOf } from '../../../shared/domain/in-app';
import { compareIds, REPEAT_SIGN } from '../../../shared/domain/journey';
import { keysOf } from '../../../shared/records';
import { execute, select } from '../../db/statements';
import type { Value } from '../../db/engines/sqlite-driver';
import { insertRows, type Tx } from '../../db/database';
import {
  wholeMediumValue,
  type ClickEvent,
  type ConversionEvent,
  type IncomingEvent,
  type ViewEvent,
} from '../events/incoming-event';
import { NO_PATH } from '../derive/visitor-journey';
import type { StaleMarks } from '../stale';
import { CLICK_KEY_OF, clickIdColumns, networkCheck } from './click-keys';
import { reasonOf, userAgentFacts } from './exclusion';
import type { CurrentAd, CurrentCvSetting, CurrentSettings } from './current-settings';

/** MariaDB's TEXT has 65,535 bytes; a character takes at most four. */
const TEXT_LENGTH = 16_000;
const SHORT_LENGTH = 255;

/**
 * Truncates a text by characters, never inside a surrogate pair, and removes NULs, which end a text in
 * SQLite.
 */
function cut(given: string | null, length: number): string | null {
  const text = given?.includes('\0') ? given.replaceAll('\0', '') : given;
  if (text === null || text.length <= length) return text;
  return [...text.slice(0, length * 2)].slice(0, length).join('');
}

const long = (text: string | null) => cut(text, TEXT_LENGTH);
const short = (text: string | null) => cut(text, SHORT_LENGTH);
const senOf = (yen: number) => Math.round(yen * 100);

/** Returns the reason why an event is excluded; null if it counts. Only the tag's pages have a host to judge. */
export const excludedReason = (
  { atDoor, ip, ua }: IncomingEvent,
  settings: CurrentSettings,
): ExcludedReason | null =>
  reasonOf(
    {
      excludedIp: atDoor ? atDoor.excludedIp : settings.excluded(ip),
      listedRobot: atDoor?.listedRobot === undefined ? settings.listedRobot(ua) : atDoor.listedRobot,
      foreignHost: atDoor !== undefined && 'foreignHost' in atDoor && atDoor.foreignHost === true,
    },
    ua,
  );

/** Fields in which a click and a landing view differ as interactions. */
interface Contact {
  id: string;
  door: string;
  adId: number;
  redirectId: number;
  lpoEntryId: number;
  costSen: number;
  costGiven: boolean;
  params: string | null;
  landingUrl: string | null;
  accessId: string | null;
  referrer: string | null;
  performance: boolean;
  trackingTerm: number;
  signs: number | null;
}

/**
 * Builds an interaction row. Writes out each field, because object spreads of this many fields are about
 * fifty times as slow and every event passes here.
 */
function interactionRow(
  event: ClickEvent | ViewEvent,
  contact: Contact,
  excluded: string | null,
  now: number,
) {
  const xclid = wholeMediumValue(event.xclid);
  const clickIds = clickIdColumns(event.clickIds, xclid);
  return {
    product_id: event.productId,
    id: contact.id,
    time: event.time,
    day: dayOf(event.time),
    door: contact.door,
    device: userAgentFacts(event.ua).device,
    ad_id: contact.adId,
    claimed_visitor_id: event.visitorId,
    visitor_id: event.visitorId,
    redirect_id: contact.redirectId,
    lpo_entry_id: contact.lpoEntryId,
    cost_sen: contact.costSen,
    cost_given: contact.costGiven ? 1 : 0,
    xclid,
    click_ids: clickIds.click_ids,
    click_keys: clickIds.click_keys,
    ses: wholeMediumValue(event.ses),
    key1: wholeMediumValue(event.key1),
    key2: wholeMediumValue(event.key2),
    key3: wholeMediumValue(event.key3),
    params: long(contact.params),
    landing_url: long(contact.landingUrl),
    access_id: contact.accessId,
    landing_signs: contact.signs,
    referrer: long(contact.referrer),
    ip: event.ip,
    ua: long(event.ua),
    ua_id: null,
    excluded_reason: excluded,
    stored_at: now,
    performance_flag: contact.performance ? 1 : 0,
    tracking_term: contact.trackingTerm,
    // Derivation decides these.
    counted: 0,
    first_touch: 0,
    reference_id: null,
  };
}

/** Builds the `interaction` row of a click. Its cost is the event's own, else the ad's current click_cost. */
export function clickRow(
  event: ClickEvent,
  ad: CurrentAd,
  settings: CurrentSettings,
  excluded: string | null,
  now: number,
): InteractionInsert {
  const contact = {
    id: event.id,
    door: event.door,
    adId: event.adId,
    redirectId: event.redirectId,
    lpoEntryId: event.lpoEntryId,
    costSen: event.cost === null ? ad.clickCostSen : senOf(event.cost),
    // A redirect stores the ad's click_cost at the time of the click; a rebuild may replace it.
    costGiven: event.cost !== null && event.door !== 'redirect',
    params: event.params,
    landingUrl: event.landingUrl,
    accessId: null,
    referrer: null,
    performance: event.atDoor?.performance ?? ad.performance,
    trackingTerm: event.atDoor?.trackingTerm ?? settings.trackingTerm,
    signs: null,
  };
  return interactionRow(event, contact, excluded, now);
}

/** Returns the signs that a landing may repeat an earlier one. */
const signsOf = ({ nav, ownReferrer, referrer }: ViewEvent): number =>
  (nav === 'reload' || nav === 'back_forward' ? REPEAT_SIGN.NAVIGATION : 0) |
  (ownReferrer ? REPEAT_SIGN.OWN_REFERRER : 0) |
  (referrer ? 0 : REPEAT_SIGN.NO_REFERRER);

/** Builds the `interaction` row of a landing view with `a_ad`; derivation decides if it counts. */
export function landingRow(
  event: ViewEvent,
  id: string,
  { adId, ad }: { readonly adId: number; readonly ad: CurrentAd },
  settings: CurrentSettings,
  excluded: string | null,
  now: number,
): InteractionInsert {
  const known = event.atDoor?.ad;
  const contact = {
    id,
    door: 'landing',
    adId,
    redirectId: 0,
    lpoEntryId: 0,
    costSen: known ? senOf(known.clickCost) : ad.clickCostSen,
    costGiven: false,
    params: null,
    landingUrl: event.url,
    accessId: event.id,
    referrer: event.referrer,
    performance: known?.performance ?? ad.performance,
    trackingTerm: event.atDoor?.trackingTerm ?? settings.trackingTerm,
    signs: signsOf(event),
  };
  return interactionRow(event, contact, excluded, now);
}

/** A row of `interaction` before it is stored. */
export type InteractionInsert = ReturnType<typeof interactionRow>;

/** Builds the row of `access`. */
export function viewRow(event: ViewEvent, excluded: string | null, now: number) {
  return {
    product_id: event.productId,
    time: event.time,
    day: dayOf(event.time),
    door: event.door,
    device: userAgentFacts(event.ua).device,
    ip: event.ip,
    ua: long(event.ua),
    ua_id: null,
    excluded_reason: excluded,
    stored_at: now,
    id: event.id,
    visitor_id: event.visitorId,
    url: long(event.url),
    referrer: long(event.referrer),
    title: long(event.title),
    interaction_ref: event.interactionRef,
    interaction_id: null,
    ad_id: 0,
    redirect_id: 0,
    lpo_entry_id: 0,
  };
}

/** A row of `access` before it is stored. */
export type ViewInsert = ReturnType<typeof viewRow>;

/** Builds the row of `access_ref`, which finds the view by the interaction that it carries. */
export function refRow(event: ViewEvent) {
  return {
    product_id: event.productId,
    interaction_ref: event.interactionRef,
    access_id: event.id,
    visitor_id: event.visitorId,
    time: event.time,
    in_app: inAppBrowserOf(event.ua) === null ? 0 : 1,
    network: networkCheck(event.interactionRef ?? '', event.ip),
  };
}

/** Builds the row of `conversion`; its path is derived later. */
export function conversionRow(
  event: ConversionEvent,
  visitorId: string,
  cvSetting: CurrentCvSetting,
  settings: CurrentSettings,
  excluded: string | null,
  now: number,
  orderDigest: string | null,
) {
  return {
    product_id: event.productId,
    time: event.time,
    day: dayOf(event.time),
    door: event.door,
    device: userAgentFacts(event.ua).device,
    ip: event.ip,
    ua: long(event.ua),
    excluded_reason: excluded,
    stored_at: now,
    cv_setting_id: event.cvSettingId,
    event_id: event.id,
    cv_type: event.atDoor?.cvType ?? cvSetting.cvType,
    cv_slot: event.atDoor?.cvSlot ?? cvSetting.cvSlot,
    visitor_id: visitorId,
    interaction_ref: event.visitorId === null ? event.interactionRef : null,
    by_user: event.visitorId === null && event.interactionRef === null ? 1 : 0,
    user_id: event.userId,
    amount_sen: senOf(event.amount),
    amount_text: short(event.amountText ?? null),
    args: long(event.args),
    order_digest: orderDigest,
    other_key1: short(event.otherKey1),
    other_key2: short(event.otherKey2),
    other_key3: short(event.otherKey3),
    url: long(event.url),
    referrer: long(event.referrer),
    tracking_term: event.atDoor?.trackingTerm ?? settings.trackingTerm,
    repeated: NO_PATH.repeated,
    previous_time: NO_PATH.previous_time,
    touch_count: NO_PATH.touch_count,
    cut_from: NO_PATH.cut_from,
    first_ad_id: NO_PATH.first_ad_id,
    last_ad_id: NO_PATH.last_ad_id,
    last_interaction_id: NO_PATH.last_interaction_id,
    performance_ad_id: NO_PATH.performance_ad_id,
    performance_interaction_id: NO_PATH.performance_interaction_id,
    latency_ms: NO_PATH.latency_ms,
  };
}

/** Builds the row of `conversion_match`; undefined for a conversion without match keys. */
export function matchRow({ match, productId, cvSettingId, id, time }: ConversionEvent) {
  return (
    match && {
      product_id: productId,
      cv_setting_id: cvSettingId,
      event_id: id,
      time,
      consent: match.consent,
      hashed_email: match.hashedEmail,
      hashed_phone: match.hashedPhone,
      hashed_phone_digits: match.hashedPhoneDigits,
      fbp: match.fbp,
      ly_su: match.lySu,
      ly_r: match.lyR,
      click_ids: match.clickIds ? JSON.stringify(match.clickIds) : null,
    }
  );
}

/** A row of `conversion` before it is stored. */
export type ConversionInsert = ReturnType<typeof conversionRow>;

/**
 * Inserts rows with the same columns in key order, so concurrent writers don't deadlock.
 * @returns the generated id of a single row
 */
export async function storeRows<C extends string>(
  tx: Tx,
  table: string,
  key: C,
  rows: readonly Readonly<Record<C, Value>>[],
): Promise<number | undefined> {
  const [first] = rows;
  if (!first) return undefined;
  const columns = keysOf(first);
  const ordered = [...rows].sort((a, b) => compareIds(String(a[key]), String(b[key])));
  return insertRows(tx, table, columns, ordered);
}

/**
 * Creates an id for a landing interaction whose view has the id of a click. Clicks and views have separate id
 * spaces, interactions have one: the click keeps the id.
 */
export const spareId = (viewId: string): string => `${cut(viewId, 100)}~${randomBytes(8).toString('hex')}`;

/** Renames landing interactions whose id a click needs. */
export async function freeClickIds(
  tx: Tx,
  productId: number,
  ids: readonly string[],
  stale: StaleMarks,
): Promise<void> {
  for (const id of ids) {
    const [row] = await select<{ visitor_id: string; time: number }>(tx)`SELECT visitor_id, time
      FROM interaction WHERE product_id = ${productId} AND id = ${id}`;
    if (!row) continue;
    const spare = spareId(id);
    await tx.execute('UPDATE interaction SET id = ? WHERE product_id = ? AND id = ?', [spare, productId, id]);
    await execute(tx)`UPDATE click_key SET event_id = ${spare} WHERE product_id = ${productId}
      AND visitor_id = ${row.visitor_id} AND time = ${row.time} AND kind = ${CLICK_KEY_OF.LANDING}
      AND event_id = ${id}`;
    stale.visitor(row.visitor_id, row.time);
  }
}
