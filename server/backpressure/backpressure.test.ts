import { EventEmitter } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import {
  createTrafficYield,
  trafficLoad,
  isTrafficHigh,
  countVisitor,
  restMs,
  queueRequest,
} from './traffic-load';

// A stall of the machine looks like a pause of the visitors.
jest.retryTimes(3, { logErrorsBeforeRetry: true });

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until;);
};

/** Simulates visitors one after the other until `stop`, which returns their number. */
const visitors = () => {
  let coming = true;
  let count = 0;
  const all = (async () => {
    for (; coming; count += 1) {
      countVisitor();
      await setImmediate();
    }
    return count;
  })();
  return { count: () => count, stop: () => ((coming = false), all) };
};

it('resumes long work at once when no visitors come', async () => {
  const yieldToTraffic = createTrafficYield(1);
  busy(5);
  let others = false;
  setTimeout(() => (others = true), 500);
  await yieldToTraffic();
  expect(others).toBe(false);
});

it('does not yield before a slice of work is used up', () => {
  const yieldToTraffic = createTrafficYield(10_000);
  busy(5);
  expect(yieldToTraffic()).toBeUndefined();
});

it('yields to continuous visitors for a limited multiple of the time worked', async () => {
  const yieldToTraffic = createTrafficYield(1);
  const traffic = visitors();
  busy(10);
  const startedAt = performance.now();
  await yieldToTraffic();
  const waited = performance.now() - startedAt;
  await traffic.stop();
  expect(waited).toBeGreaterThan(80);
  expect(traffic.count()).toBeGreaterThan(10);
});

it('queues requests under high traffic, with a gap between them and a bounded wait', async () => {
  const traffic = visitors();
  isTrafficHigh();
  for (const until = performance.now() + 60; performance.now() < until;) await setImmediate();
  expect(isTrafficHigh()).toBe(true);
  const request = (takesMs: number) =>
    new Promise<number>((resolve) => {
      const requestedAt = performance.now();
      const answer = new EventEmitter();
      queueRequest(answer, () => {
        resolve(performance.now() - requestedAt);
        busy(takesMs);
        answer.emit('close');
      });
    });
  await request(25);
  expect(await request(0)).toBeGreaterThan(60);
  const waitTimes = await Promise.all(Array.from({ length: 30 }, () => request(0)));
  await traffic.stop();
  expect(waitTimes[4]).toBeGreaterThan(60);
  // All requests have started; the last ones started together.
  expect(waitTimes).toHaveLength(30);
});

it('starts requests at once without traffic', () => {
  busy(60);
  isTrafficHigh();
  busy(60);
  let started = false;
  queueRequest(new EventEmitter(), () => (started = true));
  expect(started).toBe(true);
});

/** Each case uses a later instant than all the others of this file. */
let instant = performance.now() + 1_000_000;

it.each([
  [0, 'none'],
  [400, 'none'],
  [600, 'high'],
  [4900, 'high'],
  [5100, 'peak'],
] as const)('classifies %i visitors a second as %s', (perSecond, load) => {
  instant += 10_000;
  trafficLoad(instant);
  for (let n = 0; n < perSecond / 10; n += 1) countVisitor();
  expect(trafficLoad(instant + 100)).toBe(load);
  // An old count says nothing about the current load.
  expect(trafficLoad(instant + 2000)).toBe('none');
});

it.each([
  ['none', 300, 0],
  ['high', 300, 300],
  ['peak', 100, 900],
  ['peak', 3000, 2000],
] as const)('under load %s, a step of %i ms is followed by a rest of %i ms', (load, step, rest) =>
  expect(restMs(load, step)).toBe(rest),
);
