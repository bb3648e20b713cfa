import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Database } from '../db/database';
import type { Queue, QueueItem } from './job';
import type { Turn } from './loop';

/** Of each claim its own: a claim that ran out must not be taken for the next one of the same process. */
const newOwner = (): string => `${hostname().slice(0, 32)}:${process.pid}:${randomBytes(9).toString('hex')}`.slice(0, 64);

/** Takes what is due, for as long as working on it may take twice over. */
async function claim<Item extends QueueItem>(db: Database, queue: Queue<Item>, owner: string, now: number): Promise<Item[]> {
  return db.write(async (tx) => {
    const lock = tx.dialect === 'mysql' ? ' FOR UPDATE SKIP LOCKED' : '';
    const due = await tx.query<Item & { due_at: number }>(
      `SELECT ${['id', 'attempts', 'due_at', ...queue.columns].join(', ')} FROM ${queue.name} WHERE due_at <= ? ORDER BY due_at, id LIMIT ?${lock}`,
      [now, queue.atOnce],
    );
    const claimed: Item[] = [];
    for (const item of due) {
      const mine = await tx.execute(`UPDATE ${queue.name} SET owner = ?, due_at = ?, attempts = attempts + 1 WHERE id = ? AND due_at = ?`, [
        owner,
        now + 2 * queue.patienceMs,
        item.id,
        item.due_at,
      ]);
      if (mine > 0) claimed.push({ ...item, attempts: item.attempts + 1 });
    }
    return claimed;
  });
}

/** Ends with the work, or fails when the signal says that it took too long. */
function inTime(work: (signal: AbortSignal) => Promise<void>, patienceMs: number): Promise<void> {
  const signal = AbortSignal.timeout(patienceMs);
  const late = new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error(`took longer than ${patienceMs / 1000} s`)), { once: true }));
  return Promise.race([work(signal), late]);
}

async function attempt<Item extends QueueItem>(db: Database, queue: Queue<Item>, item: Item, owner: string, now: () => number): Promise<void> {
  const { name, retrySeconds } = queue;
  try {
    // An item that ends whoever works on it must not come back for ever.
    if (item.attempts > retrySeconds.length + 1) throw new Error('no attempt came to an end');
    await inTime((signal) => queue.work(db, item, signal), queue.patienceMs);
  } catch (error) {
    const wait = retrySeconds[item.attempts - 1];
    const reason = (error instanceof Error ? error.message : String(error)).slice(0, 255);
    await db.write((tx) =>
      tx.execute(`UPDATE ${name} SET owner = NULL, due_at = ?, reason = ? WHERE id = ? AND owner = ?`, [
        wait === undefined ? null : now() + wait * 1000,
        reason,
        item.id,
        owner,
      ]),
    );
    throw error;
  }
  await db.write((tx) => tx.execute(`DELETE FROM ${name} WHERE id = ? AND owner = ?`, [item.id, owner]));
}

/** Works off what is due. What fails is told and tried again later. */
export async function queueTurn(db: Database, queue: Queue, turn: Turn, now: () => number = Date.now): Promise<void> {
  while (!turn.stopping()) {
    const due = await db.read(`SELECT id FROM ${queue.name} WHERE due_at <= ? LIMIT 1`, [now()]);
    if (due.length === 0) return;
    const owner = newOwner();
    const items = await claim(db, queue, owner, now());
    await Promise.all(items.map((item) => attempt(db, queue, item, owner, now).catch(turn.onError)));
  }
}
