import { createHash } from 'node:crypto';
import { TIMED_OUT } from '../../../shared/domain/postback';
import { addDays, dayOf, startOfDay } from '../../../shared/domain/calendar';
import { ApprovalStatus, NoPostbackReason } from '../../../shared/domain/results';
import { execute, select } from '../../db/statements';
import { insertRows, type Tx, type Database } from '../../db/database';
import { headersFor, headersText } from '../../postbacks/request';
import {
  writePostbacks,
  changeStates,
  lockResults,
  type Change,
  type Notice,
  type Decision,
  type WritePostbacks,
} from '../../results';
import { newEventId } from '../../platform/event-id';
import { groupBy } from '../../platform/group-by';

const MINUTE_MS = 60_000;
/** Retry delays of postbacks, the same as in production. */
const RETRY_MS = [60_000, 300_000, 1_800_000, 7_200_000, 43_200_000];
const LAST_MS = 43_200_000;

interface Past {
  readonly at: number;
  readonly now: number;
  /** Whether the ad network is unreachable. */
  readonly isDown: (aspId: number) => boolean;
}

interface Item {
  readonly id: string;
  readonly asp_id: number;
  readonly url: string;
}

const ATTEMPT = [
  'product_id',
  'postback_id',
  'at',
  'url',
  'request_headers',
  'http_status',
  'error',
  'error_detail',
  'duration_ms',
  'answer',
] as const;

const headersOf = ({ id }: Item): string => headersText(headersFor(id));

/** Returns the times of the failed attempts. */
function attemptTimes(first: number, now: number): number[] {
  const times = [first];
  for (const wait of RETRY_MS) {
    const next = (times.at(-1) ?? first) + wait;
    if (next > now) break;
    times.push(next);
  }
  return times;
}

/** Stores postbacks of past decisions, delivered or failed. Nothing is sent. */
async function storeDemoPostbacks(
  tx: Tx,
  productId: number,
  changes: readonly Change[],
  { at, now, isDown }: Past,
): Promise<Notice[]> {
  const postbacks = changes.map(({ result, decision }) => ({ result, status: decision.to }));
  const notices = await writePostbacks(tx, productId, postbacks, {
    kind: 'changed',
    now: at,
    dueAt: at + MINUTE_MS,
  });
  for (const [index, { result }] of changes.entries()) {
    const id = notices[index]?.postbackId;
    if (!id) continue;
    const [item] = await tx.query<Item>('SELECT id, asp_id, url FROM postback WHERE id = ?', [id]);
    if (!item) continue;
    const first = at + MINUTE_MS;
    const row = (time: number, answer: readonly (string | number | null)[]) => [
      productId,
      id,
      time,
      item.url,
      headersOf(item),
      ...answer,
    ];
    if (!isDown(result.asp_id)) {
      await insertRows(tx, 'postback_attempt', ATTEMPT, [
        row(first, [200, null, null, 180 + (index % 7) * 35, 'OK']),
      ]);
      await execute(tx)`UPDATE postback
        SET result_status = 1, attempts = 1, executed_at = ${first}, due_at = NULL WHERE id = ${id}`;
      continue;
    }
    const times = attemptTimes(first, now);
    const rows = times.map((time) => row(time, [null, TIMED_OUT, null, 15_000, null]));
    await insertRows(tx, 'postback_attempt', ATTEMPT, rows);
    const over = times.length > RETRY_MS.length;
    const last = times.at(-1) ?? first;
    const next = over ? null : last + (RETRY_MS[times.length - 1] ?? LAST_MS);
    await execute(tx)`UPDATE postback
      SET result_status = ${over ? 0 : null}, attempts = ${times.length}, executed_at = ${last}, due_at =
      ${next}, reason = ${'timeout'} WHERE id = ${id}`;
  }
  return notices;
}

const HOUR_MS = 3_600_000;
/** Results older than this are decided, except some that stay pending. */
const LAG_DAYS = 14;
/** Decisions of this many days have postbacks; older ones were made elsewhere. */
const POSTBACK_DAYS = 45;
/** Number of decisions each of yesterday and today whose postbacks fail at the unreachable network. */
const FAILED_PER_DAY = 5;
const GIVEN_UP_HOURS = 22;
const TRIED_HOURS = 4;

interface Waiting {
  readonly id: string;
  readonly event_id: string;
  readonly day: number;
  readonly asp_id: number;
}

/** Returns a stable number from 0 to 99 for an order. */
const stableNumber = (eventId: string): number =>
  createHash('sha256').update(eventId).digest().readUInt16BE(0) % 100;

/** Decides an order: most are approved, some rejected, some stay pending. */
function decisionOf({ event_id }: Waiting): Decision | null {
  const number = stableNumber(event_id);
  if (number >= 94) return null;
  return number < 84
    ? { to: ApprovalStatus.APPROVED, reason: null }
    : { to: ApprovalStatus.REJECTED, reason: number % 2 ? '注文キャンセル' : '重複申込' };
}

/** Results to decide, and their circumstances. */
interface PastDecisions {
  readonly productId: number;
  /** Prefix of the generated event ids; other results don't change. */
  readonly prefix: string;
  /** Name of the ad network that has been unreachable for some days. */
  readonly down: string;
  /** Email address of the deciding user; absent or unknown for none. */
  readonly by?: string;
  readonly now: number;
}

/** Hosts that RFC 2606 reserves for examples. */
const RESERVED_HOST = /^https?:\/\/([\w-]+\.)*example(:\d+)?([/?#]|$)/i;

const readWebhooks = async (db: Database, productId: number): Promise<string[]> => {
  const of = (table: string): string =>
    `SELECT webhook_url AS url FROM ${table} WHERE product_id = ? AND webhook_url IS NOT NULL`;
  const rows = await db.read<{ url: string }>(`${of('asp')} UNION ${of('ad')}`, [productId, productId]);
  return rows.map(({ url }) => url).filter((url) => url !== '');
};

/** Dates results back to their orders. */
async function backdateResults(tx: Tx, { productId, prefix }: PastDecisions): Promise<void> {
  const generated = 'product_id = ? AND event_id LIKE ?';
  const params = [productId, `${prefix}%`];
  await tx.execute(
    `UPDATE result SET created_at = cv_time + 1000, updated_at = cv_time + 1000 WHERE ${generated}`,
    params,
  );
  await tx.execute(
    `UPDATE result_history SET at = (SELECT r.created_at FROM result r WHERE r.id = result_history.result_id)
      WHERE product_id = ? AND result_id IN (SELECT id FROM result WHERE ${generated})`,
    [productId, ...params],
  );
}

/**
 * Decides generated results like a user who checks them every day, about two weeks after the orders, with
 * postbacks for the most recent days. Nothing is sent. If a network of the product has a host that could
 * exist, nothing is queued either, because pending attempts would reach it.
 */
export async function decideResults(db: Database, past: PastDecisions): Promise<void> {
  const { productId, now } = past;
  const [user] = await select<{ id: number }>(db)`SELECT id FROM app_user WHERE email_key = ${past.by ?? ''}`;
  const asps = await select<{ id: number; asp_name: string }>(db)`SELECT id, asp_name FROM asp
    WHERE product_id = ${productId}`;
  const isDown = (aspId: number) => asps.some(({ id, asp_name: name }) => id === aspId && name === past.down);
  const areHostsReserved = (await readWebhooks(db, productId)).every((url) => RESERVED_HOST.test(url));
  const today = dayOf(now);
  await db.write(async (tx) => {
    await backdateResults(tx, past);
    const waiting = await select<Waiting>(tx)`SELECT id, event_id, day, asp_id FROM result
      WHERE product_id = ${productId} AND approval_status = 0 AND event_id LIKE ${`${past.prefix}%`}
      ORDER BY cv_time, id`;
    // Recent decisions of the unreachable network: half of them given up, half with pending attempts.
    const failed = waiting.filter((one) => isDown(one.asp_id) && decisionOf(one)).slice(-2 * FAILED_PER_DAY);
    const actOf = (one: Waiting): number => {
      const place = failed.indexOf(one);
      if (place >= 0) return now - (place < FAILED_PER_DAY ? GIVEN_UP_HOURS : TRIED_HOURS) * HOUR_MS;
      return startOfDay(addDays(one.day, LAG_DAYS)) + 11 * HOUR_MS;
    };
    for (const [at, orders] of groupBy(waiting, actOf)) {
      if (at > now) continue;
      const day = dayOf(at);
      const decisions = new Map(
        orders.flatMap((one) => (decisionOf(one) ? [[one.id, decisionOf(one)] as const] : [])),
      );
      const act = { changeId: newEventId(at), at, userId: user?.id ?? null, dueAt: at };
      const storePostbacks: WritePostbacks = (inside, ofProduct, changes) =>
        !areHostsReserved || day < addDays(today, -POSTBACK_DAYS)
          ? Promise.resolve(changes.map(withoutPostback))
          : storeDemoPostbacks(inside, ofProduct, changes, { at, now, isDown });
      const decide = ({ id, approval_status: to }: Change['result']): Decision =>
        decisions.get(id) ?? { to, reason: null };
      const rows = await lockResults(tx, { ids: [...decisions.keys()] });
      await changeStates(tx, rows, decide, act, storePostbacks);
    }
  });
}

const withoutPostback = () => ({ postbackId: null, untold: NoPostbackReason.IMPORT }) as const;
