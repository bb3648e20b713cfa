import { answer, judgeBody, rebase, request, type PlatformAnswer } from '../../../shared/catalog/platforms';
import { diagnose, isHostFailure, WORKER_ENDED } from '../../../shared/domain/postback';
import { insertRows, type Database, type Tx } from '../../db/database';
import { execute, select, sql, updateRows } from '../../db/statements';
import { Unsuccessful, type Lane, type Queue, type QueueItem } from '../../jobs/job';
import { newEventId } from '../../platform/event-id';
import { countHost } from '../postback-queue';
import { TIMEOUT_MS, type Attempt } from '../request';
import { callPlatform, type CallDeps, type Tokens } from './call-platform';
import { judge, readSenders, readSends, SEND_COLUMNS, type Judged, type SendRow } from './read-sends';

/** Dependencies of the queue; by default a request may take `TIMEOUT_MS`. */
type Deps = Omit<CallDeps, 'timeoutMs' | 'now'> &
  Partial<CallDeps> & { readonly retrySeconds: readonly number[] };

/** Concurrent requests of one sender. */
const CONCURRENCY = 4;
/** Time from the reception of a batch to the first question for its outcome. */
const ASK_AFTER_MS = 60_000;

interface DueLane {
  readonly sender_id: number;
  readonly host: string;
}

/** Returns how many requests of a sender may start: none while it is paused or its host's circuit is open. */
async function remainingClaims(tx: Tx, lane: DueLane, now: number, claimMs: number): Promise<number> {
  const lock = sql(tx.needsLocks ? ' FOR UPDATE' : '');
  const [sender] = await select<{ status: number }>(tx)`SELECT status FROM conversion_sender
    WHERE id = ${lane.sender_id}${lock}`;
  if (sender && Number(sender.status) !== 1) return 0;
  const resting = await select(tx)`SELECT host FROM postback_host WHERE host = ${lane.host}
    AND open_until > ${now}`;
  if (resting.length > 0) return 0;
  const [inFlight] = await select<{ n: number }>(tx)`SELECT COUNT(*) AS n FROM conversion_batch
    WHERE sender_id = ${lane.sender_id} AND due_at > ${now} AND due_at <= ${now + claimMs}
    AND owner IS NOT NULL`;
  return CONCURRENCY - Number(inFlight?.n ?? 0);
}

/** Returns a lane for each sender and host with due batches. */
async function readLanes(db: Database, now: number, claimMs: number): Promise<Lane[]> {
  const due = await select<DueLane>(db)`SELECT b.sender_id, b.host
    FROM (SELECT DISTINCT sender_id, host FROM conversion_batch WHERE due_at <= ${now}) b
    LEFT JOIN conversion_sender s ON s.id = b.sender_id
    LEFT JOIN postback_host h ON h.host = b.host
    WHERE COALESCE(s.status, 1) = 1 AND COALESCE(h.open_until, 0) <= ${now}`;
  return due.map((lane) => ({
    key: `${lane.sender_id} ${lane.host}`,
    where: { sql: 'sender_id = ? AND host = ?', params: [lane.sender_id, lane.host] },
    free: (tx, at) => remainingClaims(tx, lane, at, claimMs),
  }));
}

interface BatchItem extends QueueItem {
  readonly id: string;
  readonly product_id: number;
  readonly sender_id: number;
  readonly host: string;
  /** The platform's name for a received batch, to ask for its outcome; null: the batch is to be sent. */
  readonly request_id: string | null;
}

/** Effect of an attempt on the conversions of a batch. */
interface Worked {
  /** Null if nothing was sent. */
  readonly attempt: Attempt | null;
  readonly judged: PlatformAnswer | null;
  /** Sent conversions with their values in sen. */
  readonly sent: readonly { readonly id: string; readonly valueSen: number }[];
  /** Conversions that may not be sent any more. */
  readonly dropped: readonly { readonly id: string; readonly state: Judged }[];
}

/** An attempt that is repeated. */
class NotSent extends Unsuccessful {
  constructor(readonly worked: Worked) {
    super(worked.judged?.reason ?? diagnose(worked.attempt ?? { status: null, error: WORKER_ENDED }));
  }
}

/** Sends a batch: those of its conversions that may still be sent. */
async function sendBatch(
  db: Database,
  { id, sender_id: senderId, attempts }: BatchItem,
  deps: CallDeps,
  tokens: Tokens,
): Promise<Worked> {
  const tx = db.readOnlyTx;
  const sender = (await readSenders(tx, [senderId])).get(senderId);
  const rows = await select<SendRow>(tx)`SELECT ${sql(SEND_COLUMNS)} FROM conversion_send
    WHERE batch_id = ${id} AND state = ${'waiting'} ORDER BY id`;
  if (!sender || sender.target.kind !== 'api') return { attempt: null, judged: null, sent: [], dropped: [] };
  const read = await readSends(tx, sender, rows);
  const now = deps.now();
  const states = rows.map((row) => ({ id: row.id, state: judge(sender, read.get(row.id), now) }));
  const dropped = states.filter(({ state }) => state.state !== 'waiting');
  const sent = states.flatMap(({ id: one, state }) => {
    const found = read.get(one);
    return found && state.state === 'waiting'
      ? [{ id: one, conversion: found.conversion, valueSen: Math.round(found.conversion.value * 100) }]
      : [];
  });
  const worked = { sent: sent.map(({ id: one, valueSen }) => ({ id: one, valueSen })), dropped };
  if (sent.length === 0) return { ...worked, attempt: null, judged: null };
  const { platform } = sender;
  const called = await callPlatform(deps, tokens, {
    sender,
    id,
    attempts,
    request: (credentials) =>
      request(
        platform,
        sent.map(({ conversion }) => conversion),
        credentials,
        { baseUrl: sender.base_url, test: Number(sender.test_mode) === 1 },
      ),
    answer: (status, body) => answer(platform, status, body),
  });
  return finish({ ...worked, ...called });
}

/** Asks a platform for the outcome of a batch that it received. */
async function askStatus(
  db: Database,
  { id, sender_id: senderId, attempts, request_id: requestId }: BatchItem,
  deps: CallDeps,
  tokens: Tokens,
): Promise<Worked> {
  const nothing = { attempt: null, judged: null, sent: [], dropped: [] };
  const sender = (await readSenders(db.readOnlyTx, [senderId])).get(senderId);
  if (sender?.target.kind !== 'api' || !sender.target.status || requestId === null) return nothing;
  const { status } = sender.target;
  const called = await callPlatform(deps, tokens, {
    sender,
    id,
    attempts,
    request: (credentials) => ({
      ...status.request(requestId, credentials),
      url: rebase(status.request(requestId, credentials).url, sender.base_url),
    }),
    answer: (code, body) => judgeBody(code, body, status.answer),
  });
  return finish({ ...nothing, ...called });
}

function finish(worked: Worked): Worked {
  if (worked.judged?.outcome === 'retry') throw new NotSent(worked);
  return worked;
}

/** Splits a refused batch into two, until the refused conversions are alone. */
async function split(tx: Tx, item: BatchItem, ids: readonly string[], at: number): Promise<void> {
  const middle = Math.ceil(ids.length / 2);
  for (const [digit, half] of [ids.slice(0, middle), ids.slice(middle)].entries()) {
    const batch = `${item.id}${digit}`;
    await insertRows(
      tx,
      'conversion_batch',
      ['id', 'product_id', 'sender_id', 'host', 'created_at', 'due_at'],
      [[batch, item.product_id, item.sender_id, item.host, at, at]],
    );
    await execute(tx)`UPDATE conversion_send SET batch_id = ${batch}, attempts = attempts + 1, next_at = ${at}
      WHERE id IN ${half}`;
  }
}

/** Plans to ask for the outcome of a received batch. */
async function writeStatusBatch(
  tx: Tx,
  item: BatchItem,
  requestId: string,
  ids: readonly string[],
  at: number,
): Promise<void> {
  const batch = `${item.id}s`;
  await insertRows(
    tx,
    'conversion_batch',
    ['id', 'product_id', 'sender_id', 'host', 'created_at', 'due_at', 'request_id'],
    [[batch, item.product_id, item.sender_id, item.host, at, at + ASK_AFTER_MS, requestId.slice(0, 255)]],
  );
  await execute(tx)`UPDATE conversion_send SET batch_id = ${batch} WHERE id IN ${ids}`;
}

/** Records the outcome of a received batch. Its conversions stay `sent` until there is a final one. */
async function settleStatus(tx: Tx, item: BatchItem, worked: Worked | null, at: number): Promise<void> {
  const { attempt: made = null, judged = null } = worked ?? {};
  if (made) await recordAttempt(tx, item, made, 0);
  const { outcome, reason = null } = judged ?? {};
  if (outcome === 'accepted' || outcome === 'sent')
    await execute(tx)`UPDATE conversion_send SET state = ${outcome}, reason = ${reason}
      WHERE batch_id = ${item.id} AND state = ${'sent'}`;
  else if (outcome === 'refused')
    await execute(tx)`UPDATE conversion_send SET state = ${outcome}, reason = ${reason}, sent_at = NULL,
      due_at = ${at} WHERE batch_id = ${item.id} AND state = ${'sent'}`;
}

async function recordAttempt(tx: Tx, item: BatchItem, made: Attempt, conversions: number): Promise<void> {
  await insertRows(
    tx,
    'conversion_attempt',
    [
      'id',
      'product_id',
      'batch_id',
      'at',
      'url',
      'http_status',
      'error',
      'duration_ms',
      'conversions',
      'answer',
    ],
    [
      [
        newEventId(made.at),
        item.product_id,
        item.id,
        made.at,
        made.url.slice(0, 2048),
        made.status,
        made.error?.slice(0, 32) ?? null,
        made.durationMs,
        conversions,
        made.body,
      ],
    ],
  );
}

/**
 * Queue of batches to ad platforms. A conversion is sent at least once, and always with the same transaction id, by
 * which its platform counts it once. If a worker dies before it records an answer, the batch goes out again.
 */
export function conversionQueue(given: Deps): Queue<BatchItem, Worked> {
  const deps = { timeoutMs: TIMEOUT_MS, now: Date.now, ...given };
  const tokens: Tokens = new Map();
  // A token may be renewed before the request.
  const timeoutMs = Math.ceil(2 * deps.timeoutMs + deps.timeoutMs / 3);
  const restMs = (deps.retrySeconds[0] ?? 0) * 1000;
  return {
    name: 'conversion_batch',
    columns: ['product_id', 'sender_id', 'host', 'request_id'],
    everyMs: 500,
    concurrency: 20,
    timeoutMs,
    retrySeconds: deps.retrySeconds,
    lanes: (db, now) => readLanes(db, now, 2 * timeoutMs),
    work: (db, item) =>
      item.request_id === null ? sendBatch(db, item, deps, tokens) : askStatus(db, item, deps, tokens),
    async settled(tx, item, { done, error, at, nextAt }) {
      const worked = done ?? (error instanceof NotSent ? error.worked : null);
      if (item.request_id !== null) return settleStatus(tx, item, worked, at);
      const ids = worked
        ? worked.sent.map(({ id }) => id)
        : (
            await select<{ id: string }>(tx)`SELECT id FROM conversion_send WHERE batch_id = ${item.id}
              AND state = ${'waiting'}`
          ).map(({ id }) => id);
      for (const { id, state } of worked?.dropped ?? [])
        await execute(tx)`UPDATE conversion_send SET state = ${state.state}, reason = ${state.reason},
          batch_id = NULL, next_at = NULL WHERE id = ${id}`;
      if (worked?.attempt) {
        await recordAttempt(tx, item, worked.attempt, ids.length);
        await countHost(tx, item.host, isHostFailure(diagnose(worked.attempt)), { at, restMs });
      }
      if (ids.length === 0) return;
      if (!done) {
        const reason = error instanceof Error ? error.message.slice(0, 255) : null;
        const state = nextAt === null ? 'given_up' : 'waiting';
        await execute(
          tx,
        )`UPDATE conversion_send SET state = ${state}, reason = ${reason}, next_at = ${nextAt},
          attempts = attempts + 1 WHERE id IN ${ids}`;
        return;
      }
      const { outcome, reason = null, unauthorized = false } = done.judged ?? {};
      if (outcome === 'refused' && !unauthorized && ids.length > 1) return split(tx, item, ids, at);
      const isSent = outcome !== 'refused';
      await execute(
        tx,
      )`UPDATE conversion_send SET state = ${outcome ?? null}, reason = ${reason}, next_at = NULL,
        sent_at = ${isSent ? at : null}, attempts = attempts + 1 WHERE id IN ${ids}`;
      if (done.judged?.requestId) await writeStatusBatch(tx, item, done.judged.requestId, ids, at);
      const values = done.sent.map(({ id, valueSen }) => ({ key: id, values: [valueSen] }));
      await updateRows(tx, 'conversion_send', ['value_sen'], item.product_id, values);
      // Takes back conversions that became invalid during the request.
      await execute(
        tx,
      )`UPDATE conversion_send SET due_at = ${at} WHERE due_at IS NULL AND id IN ${isSent ? ids : []}`;
    },
  };
}
