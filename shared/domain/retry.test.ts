import { retryWaitMs, latestLastAttempt } from './retry';

describe('retries', () => {
  const schedule = [60, 300, 1800, 7200, 43200];

  it.each([
    [1, 60],
    [2, 300],
    [3, 1800],
    [4, 7200],
    [5, 43200],
  ])('after attempt %i: at least %i s, and up to a fifth more', (attempts, seconds) => {
    expect(retryWaitMs(attempts, schedule, 0)).toBe(seconds * 1000);
    expect(retryWaitMs(attempts, schedule, 0.999_999)).toBeCloseTo(seconds * 1200, -2);
  });

  // rule: states-05
  it('the sixth attempt is the last', () => expect(retryWaitMs(6, schedule, 0.5)).toBeNull());

  it('report the latest end: the remaining waits, each at its longest', () => {
    expect(latestLastAttempt(4, 1_000, schedule)).toBe(1_000 + 43_200 * 1200);
    expect(latestLastAttempt(5, 1_000, schedule)).toBe(1_000);
  });
});
