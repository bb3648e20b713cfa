import type { Condition } from '../db/condition';
import type { Database, Tx } from '../db/database';
import type { Lane } from '../jobs';

/** Default number of concurrent postbacks per ad network. */
const DEFAULT_CONCURRENCY = 4;
const SECOND_MS = 1000;

interface DueLane {
  readonly asp_id: number;
  readonly host: string;
}

interface Pace {
  readonly paused: number;
  readonly at_once: number | null;
  readonly per_second: number | null;
}

/**
 * Returns how many more postbacks of a lane may be claimed: none while the network is paused or the host's
 * circuit is open, and no more than the network's current settings allow in flight and per second, over all
 * processes. Locks the network's row to serialise its claims.
 */
async function remainingClaims(
  tx: Tx,
  { asp_id: aspId, host }: DueLane,
  now: number,
  claimMs: number,
): Promise<number> {
  const resting = await tx.query('SELECT host FROM postback_host WHERE host = ? AND open_until > ?', [
    host,
    now,
  ]);
  if (resting.length > 0) return 0;
  // Read on each claim, because a lane with a long backlog outlives changes of the settings.
  const [settings] = await tx.query<Pace>(
    'SELECT postback_paused AS paused, postback_at_once AS at_once, postback_per_second AS per_second FROM asp WHERE id = ?',
    [aspId],
  );
  if (Number(settings?.paused ?? 0) !== 0) return 0;
  const { at_once: atOnce = null, per_second: perSecond = null } = settings ?? {};
  const [pace] = await tx.query<{ counted_second: number; begun: number }>(
    `SELECT counted_second, begun FROM postback_pace WHERE asp_id = ?${tx.needsLocks ? ' FOR UPDATE' : ''}`,
    [aspId],
  );
  if (!pace)
    await tx.execute('INSERT INTO postback_pace (asp_id, counted_second, begun) VALUES (?, 0, 0)', [aspId]);
  // A claimed postback is due again when its claim expires; anything further ahead is a retry.
  const [inFlight] = await tx.query<{ n: number }>(
    'SELECT COUNT(*) AS n FROM postback WHERE due_at > ? AND due_at <= ? AND asp_id = ? AND owner IS NOT NULL',
    [now, now + claimMs, aspId],
  );
  const free = (atOnce ?? DEFAULT_CONCURRENCY) - Number(inFlight?.n ?? 0);
  if (perSecond === null || free <= 0) return free;
  const second = Math.floor(now / SECOND_MS);
  const startedThisSecond = pace && Number(pace.counted_second) === second ? Number(pace.begun) : 0;
  const granted = Math.min(free, perSecond - startedThisSecond);
  await tx.execute('UPDATE postback_pace SET counted_second = ?, begun = ? WHERE asp_id = ?', [
    second,
    startedThisSecond + Math.max(0, granted),
    aspId,
  ]);
  return granted;
}

/**
 * Returns a lane for each ad network and host with due postbacks, except paused networks and hosts with an
 * open circuit.
 * @param claimMs duration of a claim
 */
export async function readLanes(db: Database, now: number, claimMs: number): Promise<Lane[]> {
  const due = await db.read<DueLane>(
    `SELECT p.asp_id, p.host
     FROM (SELECT DISTINCT asp_id, host FROM postback WHERE due_at <= ?) p
     LEFT JOIN asp a ON a.id = p.asp_id
     LEFT JOIN postback_host h ON h.host = p.host
     WHERE COALESCE(a.postback_paused, 0) = 0 AND COALESCE(h.open_until, 0) <= ?`,
    [now, now],
  );
  return due.map((lane) => {
    const where: Condition = { sql: 'asp_id = ? AND host = ?', params: [lane.asp_id, lane.host] };
    return {
      key: `${lane.asp_id} ${lane.host}`,
      where,
      free: (tx, at) => remainingClaims(tx, lane, at, claimMs),
    };
  });
}
