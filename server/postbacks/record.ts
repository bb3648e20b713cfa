import { nextHostState, diagnose, HEALTHY, isHostFailure, WORKER_ENDED } from '../../shared/domain/postback';
import { insertRows, type Tx } from '../db/database';
import type { PostbackItem } from './postback-queue';
import { headersText, type Attempt } from './request';

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
async function countHost(
  tx: Tx,
  host: string,
  failed: boolean,
  { at, restMs }: AttemptOutcome,
): Promise<void> {
  if (!failed) {
    await tx.execute(
      'UPDATE postback_host SET failures = 0, open_until = 0 WHERE host = ? AND failures > 0',
      [host],
    );
    return;
  }
  const [known] = await tx.query<{ failures: number; open_until: number }>(
    `SELECT failures, open_until FROM postback_host WHERE host = ?${tx.needsLocks ? ' FOR UPDATE' : ''}`,
    [host],
  );
  const before = known ? { failures: Number(known.failures), openUntil: Number(known.open_until) } : HEALTHY;
  const { failures, openUntil } = nextHostState(before, failed, at, restMs);
  if (known)
    await tx.execute('UPDATE postback_host SET failures = ?, open_until = ? WHERE host = ?', [
      failures,
      openUntil,
      host,
    ]);
  else
    await insertRows(tx, 'postback_host', ['host', 'failures', 'open_until'], [[host, failures, openUntil]]);
}

/** Records an attempt: request and answer, the state of the postback, and the health of its host. */
export async function recordAttempt(tx: Tx, item: PostbackItem, outcome: AttemptOutcome): Promise<void> {
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
  await tx.execute('UPDATE postback SET result_status = ?, executed_at = ? WHERE id = ?', [
    delivered ? 1 : ended ? 0 : null,
    answer.at,
    item.id,
  ]);
  if (attempt) await countHost(tx, item.host, isHostFailure(diagnose(attempt)), outcome);
}
