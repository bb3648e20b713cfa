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
