import type { Condition } from '../records/condition';
import type { Database, Tx } from '../db/database';
import type { Lane } from '../jobs';

/** How many notifications go to one ad network at once, where its settings say nothing. */
const AT_ONCE = 4;
const SECOND_MS = 1000;

interface Due {
  readonly asp_id: number;
  readonly host: string;
}

interface Pace {
  readonly paused: number;
  readonly at_once: number | null;
  readonly per_second: number | null;
}

/**
 * How many more may be claimed of an ad network: none while somebody paused it or the host is left alone, no more in hand than its
 * settings of now let, over all processes, and no more begun within a second. The row of the network is locked, so that claims of it
 * come one after the other.
 */
async function freeOf(tx: Tx, { asp_id: aspId, host }: Due, now: number, claimMs: number): Promise<number> {
  const resting = await tx.query('SELECT host FROM postback_host WHERE host = ? AND open_until > ?', [
    host,
    now,
  ]);
  if (resting.length > 0) return 0;
  // Asked at each claim: a lane with much to send goes on for long after it was begun.
  const [settings] = await tx.query<Pace>(
    'SELECT postback_paused AS paused, postback_at_once AS at_once, postback_per_second AS per_second FROM asp WHERE id = ?',
    [aspId],
  );
  if (Number(settings?.paused ?? 0) !== 0) return 0;
  const { at_once: atOnce = null, per_second: perSecond = null } = settings ?? {};
  const [pace] = await tx.query<{ counted_second: number; begun: number }>(
    `SELECT counted_second, begun FROM postback_pace WHERE asp_id = ?${tx.locks ? ' FOR UPDATE' : ''}`,
    [aspId],
  );
  if (!pace)
    await tx.execute('INSERT INTO postback_pace (asp_id, counted_second, begun) VALUES (?, 0, 0)', [aspId]);
  // What is claimed is due again when the claim runs out: further ahead there are only retries.
  const [inHand] = await tx.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM postback WHERE due_at > ? AND due_at <= ? AND asp_id = ? AND owner IS NOT NULL',
    [now, now + claimMs, aspId],
  );
  const free = (atOnce ?? AT_ONCE) - Number(inHand?.n ?? 0);
  if (perSecond === null || free <= 0) return free;
  const second = Math.floor(now / SECOND_MS);
  const begun = pace && Number(pace.counted_second) === second ? Number(pace.begun) : 0;
  const granted = Math.min(free, perSecond - begun);
  await tx.execute('UPDATE postback_pace SET counted_second = ?, begun = ? WHERE asp_id = ?', [
    second,
    begun + Math.max(0, granted),
    aspId,
  ]);
  return granted;
}

/**
 * A lane for each ad network and host with something due: those that somebody paused, and hosts that are left alone
 * after many failures, have none.
 *
 * @param claimMs how long a claim lasts
 */
export async function lanesOf(db: Database, now: number, claimMs: number): Promise<Lane[]> {
  const due = await db.read<Due>(
    `SELECT p.asp_id, p.host
     FROM (SELECT DISTINCT asp_id, host FROM postback WHERE due_at <= ?) p
     LEFT JOIN asp a ON a.id = p.asp_id
     LEFT JOIN postback_host h ON h.host = p.host
     WHERE COALESCE(a.postback_paused, 0) = 0 AND COALESCE(h.open_until, 0) <= ?`,
    [now, now],
  );
  return due.map((lane) => {
    const where: Condition = { sql: 'asp_id = ? AND host = ?', params: [lane.asp_id, lane.host] };
    return { key: `${lane.asp_id} ${lane.host}`, where, free: (tx, at) => freeOf(tx, lane, at, claimMs) };
  });
}
