import { dayOf } from '../../../shared/domain/calendar';
import { WHOLE } from '../../../shared/domain/attribution';
import { evaluatePath, inEventOrder } from '../../../shared/domain/journey';
import { insertRows, type Tx } from '../../db/database';

/** An interaction; `first` opens a reference. */
export interface Click {
  id: string;
  time: number;
  visitor: string;
  adId: number;
  device: number;
  redirectId: number;
  lpoEntryId: number;
  costSen: number;
  first: boolean;
  /** False: excluded, or a repeated landing. */
  counted?: boolean;
}

/** A page view; without a click it belongs to no interaction. */
export interface View {
  id: string;
  time: number;
  device: number;
  click: Click | null;
}

export interface Cv {
  id: string;
  time: number;
  visitor: string;
  settingId: number;
  type: 0 | 1;
  slot: number;
  amountSen: number;
  device: number;
}

/** Media report of an ad's Tokyo day. */
export interface MediaReport {
  day: number;
  adId: number;
  costSen: number;
  impressions: number;
  clicks: number;
}

export interface Events {
  clicks: Click[];
  views: View[];
  cvs: Cv[];
  media?: MediaReport[];
  /** Approval status of the credited ad's result, by conversion; none by default. */
  results?: ReadonlyMap<string, 0 | 1 | 2>;
}

/** What amendments set: a few conversions are cancelled or have another amount, by their ids. */
export function amendedOf({ id, amountSen }: Pick<Cv, 'id' | 'amountSen'>) {
  const place = [...id].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 7;
  return { amendedSen: place < 2 ? Math.floor(amountSen / 2) : null, cancelled: place === 1 || place === 2 };
}

const TERM_DAYS = 180;
const OTHER = 'import';

/** Writes events and the paths of their conversions to the logs, as journeys would store them. */
export async function storeEvents(
  tx: Tx,
  productId: number,
  { clicks, views, cvs, media = [], results = new Map() }: Events,
): Promise<void> {
  await insertRows(
    tx,
    'interaction',
    [
      'product_id',
      'id',
      'time',
      'day',
      'ad_id',
      'claimed_visitor_id',
      'visitor_id',
      'door',
      'device',
      'redirect_id',
      'lpo_entry_id',
      'cost_sen',
      'tracking_term',
      'counted',
      'first_touch',
      'stored_at',
    ],
    clicks.map((c) => [
      productId,
      c.id,
      c.time,
      dayOf(c.time),
      c.adId,
      c.visitor,
      c.visitor,
      OTHER,
      c.device,
      c.redirectId,
      c.lpoEntryId,
      c.costSen,
      TERM_DAYS,
      c.counted === false ? 0 : 1,
      c.first ? 1 : 0,
      c.time,
    ]),
  );
  await insertRows(
    tx,
    'access',
    [
      'product_id',
      'id',
      'time',
      'day',
      'visitor_id',
      'door',
      'device',
      'interaction_id',
      'ad_id',
      'redirect_id',
      'lpo_entry_id',
      'stored_at',
    ],
    views.map((v) => [
      productId,
      v.id,
      v.time,
      dayOf(v.time),
      v.click?.visitor ?? 'x',
      OTHER,
      v.device,
      v.click?.id ?? null,
      v.click?.adId ?? 0,
      v.click?.redirectId ?? 0,
      v.click?.lpoEntryId ?? 0,
      v.time,
    ]),
  );
  await insertRows(
    tx,
    'media_cost',
    ['product_id', 'day', 'ad_id', 'source_id', 'cost_sen', 'impressions', 'clicks', 'imported_at'],
    media.map((one) => [productId, one.day, one.adId, 1, one.costSen, one.impressions, one.clicks, 0]),
  );
  const ordered = inEventOrder(cvs);
  await insertRows(
    tx,
    'conversion',
    [
      'id',
      'product_id',
      'cv_setting_id',
      'event_id',
      'time',
      'day',
      'cv_type',
      'cv_slot',
      'visitor_id',
      'amount_sen',
      'door',
      'device',
      'tracking_term',
      'stored_at',
      'repeated',
      'last_ad_id',
      'last_interaction_id',
      'performance_ad_id',
      'performance_interaction_id',
      'amended_sen',
      'cancelled',
    ],
    ordered.map((cv, n) => [
      n + 1,
      productId,
      cv.settingId,
      cv.id,
      cv.time,
      dayOf(cv.time),
      cv.type,
      cv.slot,
      cv.visitor,
      cv.amountSen,
      OTHER,
      cv.device,
      TERM_DAYS,
      cv.time,
      previousOf(cv, ordered) ? 1 : 0,
      ...contactsOf(cv, clicks),
      amendedOf(cv).amendedSen,
      Number(amendedOf(cv).cancelled),
    ]),
  );
  await insertRows(
    tx,
    'conversion_touch',
    [
      'product_id',
      'day',
      'conversion_id',
      'class',
      'pos',
      'n',
      'interaction_id',
      'ad_id',
      'device',
      'redirect_id',
      'lpo_entry_id',
      'touched_at',
      'cv_setting_id',
      'cv_type',
      'cv_slot',
      'amount_sen',
      'is_last',
      'counts_indirect',
      'counts_indirect_total',
      'latency_ms',
      'share_1',
      'share_2',
      'share_3',
      'share_4',
      'share_5',
      'share_6',
    ],
    ordered.flatMap((cv, n) => pathRows(productId, cv, n + 1, clicks, ordered)),
  );
  await insertRows(
    tx,
    'later_conversion',
    ['product_id', 'day', 'conversion_id', 'acquired_by', 'acquired_day', 'first_of_month', 'amount_sen'],
    ordered.flatMap((cv, n) => laterRow(productId, cv, n + 1, ordered)),
  );
  const zeros = ['result_type', 'interaction_number', 'device', 'cv_cost_sen', 'created_at', 'updated_at'];
  const outcomes = ['approval_amount_result', 'approval_args_result'];
  const duplicates = ['exclude_duplicate_ips_result', 'exclude_duplicate_args_result'];
  const unused = [...zeros, ...outcomes, ...duplicates];
  await insertRows(
    tx,
    'result',
    ['id', 'conversion_id', 'event_id', 'cv_time', 'day', 'ad_id', 'interaction_id', 'approval_status'],
    ordered.flatMap((cv, n) => {
      const [adId, touch] = contactsOf(cv, clicks);
      const status = results.get(cv.id);
      return status === undefined || !adId || touch === undefined
        ? []
        : [[`r${productId}-${n + 1}`, n + 1, cv.id, cv.time, dayOf(cv.time), adId, touch, status]];
    }),
    { product_id: productId, change_id: '', ...Object.fromEntries(unused.map((name) => [name, 0])) },
  );
}

/** Returns the row of a final conversion after the first one of its visitor. */
function laterRow(productId: number, cv: Cv, conversionId: number, ordered: Cv[]): number[][] {
  const mine = ordered.flatMap((other, n) =>
    other.visitor === cv.visitor && other.type === 1 ? [{ id: n + 1, day: dayOf(other.time) }] : [],
  );
  const [first] = mine;
  if (cv.type === 0 || !first || first.id === conversionId) return [];
  const inMonth = mine.filter(({ day }) => Math.floor(day / 100) === Math.floor(dayOf(cv.time) / 100));
  return [
    [
      productId,
      dayOf(cv.time),
      conversionId,
      first.id,
      first.day,
      Number(inMonth[0]?.id === conversionId),
      cv.amountSen,
    ],
  ];
}

/** Returns the customer's previous LAST conversion. */
const previousOf = (cv: Cv, ordered: Cv[]): Cv | undefined =>
  ordered.slice(0, ordered.indexOf(cv)).findLast((other) => other.visitor === cv.visitor && other.type === 1);

const clicksOf = (cv: Cv, clicks: Click[]) =>
  clicks
    .filter((c) => c.visitor === cv.visitor && c.counted !== false)
    .map((c) => ({ ...c, performance: false }));

/**
 * Returns the touch columns of a conversion for its whole path: the last touch, and the first one in place of
 * the performance touch.
 */
function contactsOf(cv: Cv, clicks: Click[]): (string | number | null)[] {
  const touches =
    evaluatePath(clicksOf(cv, clicks), { time: cv.time, trackingTerm: TERM_DAYS }, null)[0]?.touches ?? [];
  return [touches.at(-1)?.touch, touches[0]?.touch].flatMap((touch) => [touch?.adId ?? 0, touch?.id ?? null]);
}

function pathRows(
  productId: number,
  cv: Cv,
  conversionId: number,
  clicks: Click[],
  ordered: Cv[],
): (string | number | null)[][] {
  const mine = clicksOf(cv, clicks);
  const previous = previousOf(cv, ordered);
  const shared = [cv.settingId, cv.type, cv.slot, cv.amountSen];
  return evaluatePath(mine, { time: cv.time, trackingTerm: TERM_DAYS }, previous?.time ?? null).flatMap(
    (path): (string | number | null)[][] => {
      const key = [productId, dayOf(cv.time), conversionId, path.class];
      if (path.n === 0)
        return [[...key, 0, 0, null, 0, cv.device, 0, 0, cv.time, ...shared, 1, 0, 0, 0, ...WHOLE]];
      return path.touches.map(({ touch, pos, shares, isLast, countsIndirect, countsIndirectTotal }) => [
        ...key,
        pos,
        path.n,
        touch.id,
        touch.adId,
        touch.device,
        touch.redirectId,
        touch.lpoEntryId,
        touch.time,
        ...shared,
        Number(isLast),
        Number(countsIndirect),
        Number(countsIndirectTotal),
        isLast ? (path.latencyMs ?? 0) : 0,
        ...shares,
      ]);
    },
  );
}

/** Returns the Tokyo days with any event. */
export const daysOf = ({ clicks, views, cvs, media = [] }: Events): number[] => [
  ...new Set([
    ...[...clicks, ...views, ...cvs].map(({ time }) => dayOf(time)),
    ...media.map(({ day }) => day),
  ]),
];
