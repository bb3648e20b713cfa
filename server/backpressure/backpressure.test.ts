import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { breather } from './yield-to-traffic';
import { crowdNow, isCrowded, visitorCame } from './traffic-load';
import { restOf } from './traffic-load-watch';
import { inTurn } from './queue-request';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

/** Simulates visitors one after the other until `stop`, which returns their number. */
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

it('resumes long work at once when no visitors come', async () => {
  const breathe = breather(1);
  busy(5);
  let others = false;
  setTimeout(() => (others = true), 500);
  await breathe();
  expect(others).toBe(false);
});

it('does not yield before a slice of work is used up', () => {
  const breathe = breather(10_000);
  busy(5);
  expect(breathe()).toBeUndefined();
});

it('yields to continuous visitors for a limited multiple of the time worked', async () => {
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

it('queues requests under high traffic, with a gap between them and a bounded wait', async () => {
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
  // All requests have started; the last ones started together.
  expect(waits).toHaveLength(30);
});

it('starts requests at once without traffic', () => {
  busy(60);
  isCrowded();
  busy(60);
  let begun = false;
  inTurn(new EventEmitter(), () => (begun = true));
  expect(begun).toBe(true);
});

/** Each case uses a later instant than all the others of this file. */
let instant = performance.now() + 1_000_000;

it.each([
  [0, 'none'],
  [400, 'none'],
  [600, 'crowd'],
  [4900, 'crowd'],
  [5100, 'rush'],
] as const)('classifies %i visitors a second as %s', (perSecond, crowd) => {
  instant += 10_000;
  crowdNow(instant);
  for (let n = 0; n < perSecond / 10; n += 1) visitorCame();
  expect(crowdNow(instant + 100)).toBe(crowd);
  // An old count says nothing about the current load.
  expect(crowdNow(instant + 2000)).toBe('none');
});

it.each([
  ['none', 300, 0],
  ['crowd', 300, 300],
  ['rush', 100, 900],
  ['rush', 3000, 2000],
] as const)('under load %s, a step of %i ms is followed by a rest of %i ms', (crowd, step, rest) =>
  expect(restOf(crowd, step)).toBe(rest),
);
