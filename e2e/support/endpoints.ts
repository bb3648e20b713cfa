import { randomUUID } from 'node:crypto';

const PAUSE_MS = 20;

/** What visitors met at a door while something else went on. */
export interface DoorTimes {
  readonly asked: number;
  readonly median: number;
  readonly slowest: number;
}

/** Milliseconds of one request; anything but the wanted answer is thrown. */
const timed = async (url: string, init: RequestInit, status: number): Promise<number> => {
  const begun = performance.now();
  const answer = await fetch(url, { redirect: 'manual', ...init });
  const text = await answer.text();
  if (answer.status !== status) throw new Error(`${url}: ${answer.status} ${text}`);
  return performance.now() - begun;
};

/** One click, answered. */
export const click = (url: string, code: string): Promise<number> => timed(`${url}/r/${code}`, {}, 302);

/** One page view, answered. */
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

/** Asks at a door, one request after another, until the work ends. */
export const meanwhile = async (work: Promise<unknown>, ask: () => Promise<number>): Promise<DoorTimes> => {
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
    asked: times.length,
    median: times[Math.floor(times.length / 2)] ?? 0,
    slowest: times.at(-1) ?? 0,
  };
};
