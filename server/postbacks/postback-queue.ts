import { diagnose, nextHostState, HEALTHY, isHostFailure, WORKER_ENDED } from '../../shared/domain/postback';
import { execute, select } from '../db/statements';
import type { Condition } from '../db/condition';
import { insertRows, type Database, type Tx } from '../db/database';
import { Unsuccessful, type Lane, type Queue, type QueueItem } from '../jobs/job';
import { type Reach, attempt, TIMEOUT_MS, headersText, type Attempt } from './request';

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
  const resting = await select(tx)`SELECT host FROM postback_host WHERE host = ${host}
    AND open_until > ${now}`;
  if (resting.length > 0) return 0;
  // Read on each claim, because a lane with a long backlog outlives changes of the settings.
  const [settings] = await select<Pace>(tx)`SELECT postback_paused AS paused, postback_at_once AS at_once,
    postback_per_second AS per_second FROM asp WHERE id = ${aspId}`;
  if (Number(settings?.paused ?? 0) !== 0) return 0;
  const { at_once: atOnce = null, per_second: perSecond = null } = settings ?? {};
  const [pace] = await tx.query<{ counted_second: number; begun: number }>(
    `SELECT counted_second, begun FROM postback_pace WHERE asp_id = ?${tx.needsLocks ? ' FOR UPDATE' : ''}`,
    [aspId],
  );
  if (!pace)
    await tx.execute('INSERT INTO postback_pace (asp_id, counted_second, begun) VALUES (?, 0, 0)', [aspId]);
  // A claimed postback is due again when its claim expires; anything further ahead is a retry.
  const [inFlight] = await select<{ n: number }>(tx)`SELECT COUNT(*) AS n FROM postback
    WHERE due_at > ${now} AND due_at <= ${now + claimMs} AND asp_id = ${aspId} AND owner IS NOT NULL`;
  const free = (atOnce ?? DEFAULT_CONCURRENCY) - Number(inFlight?.n ?? 0);
  if (free <= 0 || (perSecond === null && !tx.needsLocks)) return free;
  const second = Math.floor(now / SECOND_MS);
  const startedThisSecond = pace && Number(pace.counted_second) === second ? Number(pace.begun) : 0;
  const granted = perSecond === null ? free : Math.min(free, perSecond - startedThisSecond);
  // Written without a rate too: workers on two nodes of a cluster must not grant the same places.
  await execute(tx)`UPDATE postback_pace
    SET counted_second = ${second}, begun = ${startedThisSecond + Math.max(0, granted)}
    WHERE asp_id = ${aspId}`;
  return granted;
}

/**
 * Returns a lane for each ad network and host with due postbacks, except paused networks and hosts with an
 * open circuit.
 * @param claimMs duration of a claim
 */
export async function readLanes(db: Database, now: number, claimMs: number): Promise<Lane[]> {
  const due = await select<DueLane>(db)`SELECT p.asp_id, p.host
     FROM (SELECT DISTINCT asp_id, host FROM postback WHERE due_at <= ${now}) p
     LEFT JOIN asp a ON a.id = p.asp_id
     LEFT JOIN postback_host h ON h.host = p.host
     WHERE COALESCE(a.postback_paused, 0) = 0 AND COALESCE(h.open_until, 0) <= ${now}`;
  return due.map((lane) => {
    const where: Condition = { sql: 'asp_id = ? AND host = ?', params: [lane.asp_id, lane.host] };
    return {
      key: `${lane.asp_id} ${lane.host}`,
      where,
      free: (tx, at) => remainingClaims(tx, lane, at, claimMs),
    };
  });
}

interface PostbackItem extends QueueItem {
  readonly id: string;
  readonly product_id: number;
  readonly url: string;
  readonly host: string;
}

/** An unsuccessful attempt; the message is its diagnosis. */
class NotDelivered extends Unsuccessful {
  constructor(readonly attempt: Attempt) {
    super(diagnose(attempt));
  }
}

interface Deps {
  readonly reach: Reach;
  readonly retrySeconds: readonly number[];
  /** Maximum milliseconds for a server's whole answer. */
  readonly timeoutMs?: number;
}

/** Extra milliseconds for the machine's own delays around a request. */
const slackOf = (timeoutMs: number): number => timeoutMs / 3;

/**
 * Queue of postbacks to ad networks. Delivery is at least once: the item is written with the change of state,
 * and is done once a server answers with success. If a worker dies before it records the answer, the postback
 * goes out again with the same Idempotency-Key.
 */
export const postbackQueue = ({
  reach,
  retrySeconds,
  timeoutMs = TIMEOUT_MS,
}: Deps): Queue<PostbackItem, Attempt> => ({
  name: 'postback',
  columns: ['product_id', 'url', 'host'],
  everyMs: 500,
  concurrency: 20,
  timeoutMs: timeoutMs + slackOf(timeoutMs),
  retrySeconds,
  lanes: (db, now) => readLanes(db, now, 2 * (timeoutMs + slackOf(timeoutMs))),
  async work(_db, { id, url }) {
    const outcome = await attempt(url, { reach, idempotencyKey: id, timeoutMs });
    if (diagnose(outcome) !== 'delivered') throw new NotDelivered(outcome);
    return outcome;
  },
  async settled(tx, item, { done, error, at, nextAt }) {
    const outcome = done ?? (error instanceof NotDelivered ? error.attempt : null);
    const restMs = (retrySeconds[0] ?? 0) * 1000;
    await recordAttempt(tx, item, {
      attempt: outcome,
      at,
      delivered: done !== undefined,
      ended: nextAt === null,
      restMs,
    });
  },
});

interface AttemptOutcome {
  /** Null if the worker ended before the attempt had an outcome. */
  readonly attempt: Attempt | null;
  readonly at: number;
  readonly delivered: boolean;
  /** Whether no further attempt follows. */
  readonly ended: boolean;
  /** Milliseconds that the circuit of a failing host stays open. */
  readonly restMs: number;
}

const COLUMNS = [
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
];

/** Counts a host's failures in a row; a success resets them. */
export async function countHost(
  tx: Tx,
  host: string,
  failed: boolean,
  { at, restMs }: Pick<AttemptOutcome, 'at' | 'restMs'>,
): Promise<void> {
  if (!failed) {
    await execute(tx)`UPDATE postback_host SET failures = 0, open_until = 0 WHERE host = ${host}
      AND failures > 0`;
    return;
  }
  const [known] = await tx.query<{ failures: number; open_until: number }>(
    `SELECT failures, open_until FROM postback_host WHERE host = ?${tx.needsLocks ? ' FOR UPDATE' : ''}`,
    [host],
  );
  const before = known ? { failures: Number(known.failures), openUntil: Number(known.open_until) } : HEALTHY;
  const { failures, openUntil } = nextHostState(before, failed, at, restMs);
  if (known)
    await execute(tx)`UPDATE postback_host SET failures = ${failures}, open_until = ${openUntil}
      WHERE host = ${host}`;
  else
    await insertRows(tx, 'postback_host', ['host', 'failures', 'open_until'], [[host, failures, openUntil]]);
}

/** Records an attempt: request and answer, the state of the postback, and the health of its host. */
async function recordAttempt(tx: Tx, item: PostbackItem, outcome: AttemptOutcome): Promise<void> {
  const { attempt, at, delivered, ended } = outcome;
  const answer = attempt ?? {
    url: item.url,
    at,
    durationMs: 0,
    requestHeaders: {},
    status: null,
    error: WORKER_ENDED,
    body: null,
    location: null,
  };
  await insertRows(tx, 'postback_attempt', COLUMNS, [
    [
      item.product_id,
      item.id,
      answer.at,
      answer.url,
      headersText(answer.requestHeaders),
      answer.status,
      answer.error?.slice(0, 32) ?? null,
      answer.location?.slice(0, 255) ?? null,
      answer.durationMs,
      answer.body,
    ],
  ]);
  await execute(tx)`UPDATE postback
    SET result_status = ${delivered ? 1 : ended ? 0 : null}, executed_at = ${answer.at}
    WHERE id = ${item.id}`;
  if (attempt) await countHost(tx, item.host, isHostFailure(diagnose(attempt)), outcome);
}
