import { TIMED_OUT } from '../../../shared/domain/postback';
import { insertRows, type Tx } from '../../db/database';
import { headersFor, headersText } from '../../postbacks';
import { writePostbacks, type Change, type Notice } from '../../results';

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
export async function storeDemoPostbacks(
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
      await tx.execute(
        'UPDATE postback SET result_status = 1, attempts = 1, executed_at = ?, due_at = NULL WHERE id = ?',
        [first, id],
      );
      continue;
    }
    const times = attemptTimes(first, now);
    await insertRows(
      tx,
      'postback_attempt',
      ATTEMPT,
      times.map((time) => row(time, [null, TIMED_OUT, null, 15_000, null])),
    );
    const over = times.length > RETRY_MS.length;
    const last = times.at(-1) ?? first;
    const next = over ? null : last + (RETRY_MS[times.length - 1] ?? LAST_MS);
    await tx.execute(
      'UPDATE postback SET result_status = ?, attempts = ?, executed_at = ?, due_at = ?, reason = ? WHERE id = ?',
      [over ? 0 : null, times.length, last, next, 'timeout', id],
    );
  }
  return notices;
}
