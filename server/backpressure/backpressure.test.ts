import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { breather } from './yield-to-traffic';
import { crowdNow, isCrowded, visitorCame } from './traffic-load';
import { restOf } from './traffic-load-watch';
import { inTurn } from './queue-request';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

/** Visitors who come one after the other until they are told to stop; how many came. */
const visitors = () => {
  let coming = true;
  let count = 0;
  const all = (async () => {
    for (; coming; count += 1) {
      visitorCame();
      await setImmediate();
    }
    return count;
  })();
  return { count: () => count, stop: () => ((coming = false), all) };
};

it('long work goes on at once where nobody waits', async () => {
  const breathe = breather(1);
  busy(5);
  let others = false;
  setTimeout(() => (others = true), 500);
  await breathe();
  expect(others).toBe(false);
});

it('long work keeps the process to itself for a short piece only', () => {
  const breathe = breather(10_000);
  busy(5);
  expect(breathe()).toBeUndefined();
});

it('long work leaves visitors who keep coming many times what it took, and no more', async () => {
  const breathe = breather(1);
  const crowd = visitors();
  busy(10);
  const begun = performance.now();
  await breathe();
  const waited = performance.now() - begun;
  await crowd.stop();
  expect(waited).toBeGreaterThan(80);
  expect(crowd.count()).toBeGreaterThan(10);
});

it('questions take turns while a crowd comes: each waits for a while after the one before, and none for long', async () => {
  const crowd = visitors();
  isCrowded();
  for (const until = performance.now() + 60; performance.now() < until;) await setImmediate();
  expect(isCrowded()).toBe(true);
  const ask = (takesMs: number) =>
    new Promise<number>((resolve) => {
      const asked = performance.now();
      const answer = new EventEmitter();
      inTurn(answer, () => {
        resolve(performance.now() - asked);
        busy(takesMs);
        answer.emit('close');
      });
    });
  await ask(25);
  expect(await ask(0)).toBeGreaterThan(60);
  const waits = await Promise.all(Array.from({ length: 30 }, () => ask(0)));
  await crowd.stop();
  expect(waits[4]).toBeGreaterThan(60);
  // All of them have begun, those that came last together with others.
  expect(waits).toHaveLength(30);
});

it('questions begin at once when nobody comes', () => {
  busy(60);
  isCrowded();
  busy(60);
  let begun = false;
  inTurn(new EventEmitter(), () => (begun = true));
  expect(begun).toBe(true);
});

/** Each count begins at an instant of its own, after all others of this file. */
let instant = performance.now() + 1_000_000;

it.each([
  [0, 'none'],
  [400, 'none'],
  [600, 'crowd'],
  [4900, 'crowd'],
  [5100, 'rush'],
] as const)('%i visitors a second: %s', (perSecond, crowd) => {
  instant += 10_000;
  crowdNow(instant);
  for (let n = 0; n < perSecond / 10; n += 1) visitorCame();
  expect(crowdNow(instant + 100)).toBe(crowd);
  // What was counted a while ago says nothing of now.
  expect(crowdNow(instant + 2000)).toBe('none');
});

it.each([
  ['none', 300, 0],
  ['crowd', 300, 300],
  ['rush', 100, 900],
  ['rush', 3000, 2000],
] as const)('while there is %s, a step of %i ms is followed by a rest of %i ms', (crowd, step, rest) =>
  expect(restOf(crowd, step)).toBe(rest),
);
