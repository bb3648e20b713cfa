import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { retryWaitMs } from '../../shared/domain/retry';
import { execute, sql } from '../db/statements';
import { passGate } from '../db/writer-gate';
import { allOf } from '../db/condition';
import type { Database } from '../db/database';
import { Unsuccessful, type Lane, type Outcome, type Queue, type QueueItem } from './job';
import type { LoopContext } from './sweep-loop';

/** Time and randomness for a queue. */
export interface Clock {
  readonly now: () => number;
  readonly random: () => number;
}

const SYSTEM_CLOCK: Clock = { now: Date.now, random: Math.random };

/** How often a busy queue looks for idle lanes with new items. */
const CHECK_MS = 200;

/** Unique per claim: an expired claim must not be taken for the next one of the same process. */
const newOwner = (): string =>
  `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(9).toString('hex')}`.slice(0, 64);

/** Claims due items of a lane for twice the timeout of an attempt. */
async function claim<Item extends QueueItem>(
  db: Database,
  queue: Queue<Item>,
  lane: Lane,
  owner: string,
  now: number,
): Promise<Item[]> {
  const { name, columns, timeoutMs: patienceMs } = queue;
  const { where } = lane;
  return db.write(async (tx) => {
    await passGate(tx);
    const free = Math.min(queue.concurrency, await lane.free(tx, now));
    if (free <= 0) return [];
    const due = await tx.query<Item & { due_at: number }>(
      `SELECT ${['id', 'attempts', 'due_at', ...columns].join(', ')} FROM ${name} WHERE ${where.sql} AND due_at <= ? ORDER BY due_at, id LIMIT ?${tx.needsLocks ? ' FOR UPDATE SKIP LOCKED' : ''}`,
      [...where.params, now, free],
    );
    const claimed: Item[] = [];
    for (const item of due) {
      const mine = await execute(tx)`UPDATE ${sql(name)}
        SET owner = ${owner}, due_at = ${now + 2 * patienceMs}, attempts = attempts + 1
        WHERE id = ${item.id} AND due_at = ${item.due_at}`;
      if (mine > 0) claimed.push({ ...item, attempts: item.attempts + 1 });
    }
    return claimed;
  });
}

/** Resolves with the work, or rejects when the timeout expires. */
function withTimeout<Done>(work: (signal: AbortSignal) => Promise<Done>, patienceMs: number): Promise<Done> {
  const signal = AbortSignal.timeout(patienceMs);
  const late = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(new Error(`took longer than ${patienceMs / 1000} s`)), {
      once: true,
    }),
  );
  return Promise.race([work(signal), late]);
}

type Ended<Done> = Pick<Outcome<Done>, 'done' | 'error'>;

/** Stores the outcome of an item and releases it, if the owner is unchanged. */
async function release<Item extends QueueItem, Done>(
  db: Database,
  queue: Queue<Item, Done>,
  item: Item,
  owner: string,
  ended: Ended<Done>,
  clock: Clock,
): Promise<void> {
  const { error } = ended;
  const wait = error === undefined ? null : retryWaitMs(item.attempts, queue.retrySeconds, clock.random());
  const at = clock.now();
  const nextAt = wait === null ? null : at + wait;
  const reason =
    error === undefined ? null : (error instanceof Error ? error.message : String(error)).slice(0, 255);
  await db.write(async (tx) => {
    const mine =
      error === undefined && !queue.settled
        ? await tx.execute(`DELETE FROM ${queue.name} WHERE id = ? AND owner = ?`, [item.id, owner])
        : await execute(tx)`UPDATE ${sql(queue.name)}
          SET owner = NULL, due_at = ${nextAt}, reason = ${reason} WHERE id = ${item.id}
          AND owner = ${owner}`;
    if (mine > 0) await queue.settled?.(tx, item, { ...ended, at, nextAt });
  });
}

async function work<Item extends QueueItem, Done>(
  db: Database,
  queue: Queue<Item, Done>,
  item: Item,
): Promise<Ended<Done>> {
  try {
    // An item that crashes its worker must not be retried forever.
    if (item.attempts > queue.retrySeconds.length + 1) throw new Error('no attempt finished');
    return {
      done: await withTimeout((signal) => queue.work(db, item, signal), queue.timeoutMs),
      error: undefined,
    };
  } catch (error) {
    return { done: undefined, error: error ?? new Error('failed without a reason') };
  }
}

async function attempt(
  db: Database,
  queue: Queue,
  item: QueueItem,
  owner: string,
  clock: Clock,
): Promise<void> {
  const ended = await work(db, queue, item);
  await release(db, queue, item, owner, ended, clock);
  if (ended.error !== undefined && !(ended.error instanceof Unsuccessful)) throw ended.error;
}

/**
 * Processes a lane until no more items can be claimed: none is due, others hold them, or the lane is full.
 */
async function runLane(
  db: Database,
  queue: Queue,
  lane: Lane,
  context: LoopContext,
  clock: Clock,
): Promise<void> {
  while (!context.stopping()) {
    const owner = newOwner();
    const items = await claim(db, queue, lane, owner, clock.now());
    if (items.length === 0) return;
    await Promise.all(items.map((item) => attempt(db, queue, item, owner, clock).catch(context.onError)));
  }
}

const defaultLane = ({ concurrency: atOnce }: Queue): Lane => ({
  key: '',
  where: allOf([]),
  free: async () => atOnce,
});

async function lanesOf(db: Database, queue: Queue, now: number): Promise<readonly Lane[]> {
  if (queue.lanes) return queue.lanes(db, now);
  const due = await db.read(`SELECT id FROM ${queue.name} WHERE due_at <= ? LIMIT 1`, [now]);
  return due.length > 0 ? [defaultLane(queue)] : [];
}

/** Returns true if an item is due and may be processed. */
export const isQueuePending = async (db: Database, queue: Queue): Promise<boolean> =>
  (await lanesOf(db, queue, Date.now())).length > 0;

/**
 * Processes due items, each lane independently: new items in one lane start even if another is slow. Errors
 * are reported and retried later. A finished lane rests before the next check.
 */
export async function runQueue(
  db: Database,
  queue: Queue,
  context: LoopContext,
  clock: Clock = SYSTEM_CLOCK,
): Promise<void> {
  const restsUntil = new Map<string, number>();
  const running = new Set<Promise<void>>();
  const begin = (lane: Lane): void => {
    restsUntil.set(lane.key, Infinity);
    const work: Promise<void> = runLane(db, queue, lane, context, clock)
      .catch(context.onError)
      .finally(() => {
        restsUntil.set(lane.key, performance.now() + queue.everyMs);
        running.delete(work);
      });
    running.add(work);
  };
  for (;;) {
    const lanes = context.stopping() ? [] : await lanesOf(db, queue, clock.now());
    lanes.filter(({ key }) => (restsUntil.get(key) ?? 0) <= performance.now()).forEach(begin);
    if (running.size === 0) return;
    await Promise.race([...running, setTimeout(CHECK_MS, undefined, { ref: false })]);
  }
}
