import { setImmediate } from 'node:timers/promises';
import { breather } from './breathe';
import { isCrowded, visitorCame } from './crowd';
import { inTurn } from './in-turn';

const busy = (ms: number): void => {
  for (const until = performance.now() + ms; performance.now() < until; );
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

it('questions take turns while a crowd comes, and none is forgotten', async () => {
  const crowd = visitors();
  isCrowded();
  for (const until = performance.now() + 60; performance.now() < until; ) await setImmediate();
  expect(isCrowded()).toBe(true);
  const begun = performance.now();
  const waits = await Promise.all(Array.from({ length: 15 }, () => new Promise<number>((resolve) => inTurn(() => resolve(performance.now() - begun)))));
  await crowd.stop();
  expect([...waits].sort((a, b) => a - b)).toEqual(waits);
  expect(waits[4]).toBeGreaterThan(90);
  // Whoever comes late waits no longer than the longest.
  expect(waits[14]! - waits[9]!).toBeLessThan(150);
});

it('questions begin at once when nobody comes', () => {
  busy(60);
  isCrowded();
  busy(60);
  let begun = false;
  inTurn(() => (begun = true));
  expect(begun).toBe(true);
});
