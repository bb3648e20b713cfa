import { randomUUID } from 'node:crypto';

const PAUSE_MS = 20;

/** Response times of an endpoint while other work runs. */
export interface ResponseTimes {
  readonly count: number;
  readonly median: number;
  readonly slowest: number;
}

/** Measures one request in milliseconds. Throws on any other status. */
const timed = async (url: string, init: RequestInit, status: number): Promise<number> => {
  const start = performance.now();
  const response = await fetch(url, { redirect: 'manual', ...init });
  const text = await response.text();
  if (response.status !== status) throw new Error(`${url}: ${response.status} ${text}`);
  return performance.now() - start;
};

/** Sends one click. */
export const click = (url: string, code: string): Promise<number> => timed(`${url}/r/${code}`, {}, 302);

/** Sends one page view. */
export const view = (url: string, productId: number): Promise<number> => {
  const body = JSON.stringify({
    type: 'view',
    product_id: productId,
    event_id: randomUUID(),
    visitor_id: 'v',
    url: 'https://open.example/',
  });
  return timed(`${url}/collect`, { method: 'POST', body }, 200);
};

/** Sends requests one after another until the work ends. */
export const requestWhile = async (
  work: Promise<unknown>,
  ask: () => Promise<number>,
): Promise<ResponseTimes> => {
  let over = false;
  const end = (): void => void (over = true);
  void work.then(end, end);
  const times: number[] = [];
  while (!over) {
    times.push(await ask());
    await new Promise((wake) => setTimeout(wake, PAUSE_MS));
  }
  times.sort((a, b) => a - b);
  return {
    count: times.length,
    median: times[Math.floor(times.length / 2)] ?? 0,
    slowest: times.at(-1) ?? 0,
  };
};

/** Answers to repeated requests to an endpoint. */
export interface Answers {
  readonly statuses: readonly number[];
  /** Longest time without a success. */
  readonly gapMs: number;
}

/** Asks one request after another until the work ends. */
export async function askDuring(work: Promise<unknown>, ask: () => Promise<number>): Promise<Answers> {
  let over = false;
  const end = (): void => void (over = true);
  void work.then(end, end);
  const statuses = new Set<number>();
  let lastSuccess = performance.now();
  let gapMs = 0;
  while (!over) {
    const status = await ask().catch(() => 0);
    statuses.add(status);
    const now = performance.now();
    gapMs = Math.max(gapMs, now - lastSuccess);
    if (status < 300 && status > 0) lastSuccess = now;
    await new Promise((wake) => setTimeout(wake, 2 * PAUSE_MS));
  }
  return { statuses: [...statuses].sort(), gapMs: Math.round(gapMs) };
}
