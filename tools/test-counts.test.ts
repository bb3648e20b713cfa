import { addCounts, countsLine, countsOf } from './test-counts';

const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1, numRuntimeErrorTestSuites: 0 };

it('counts todo and pending tests as skipped', () => {
  expect(countsOf(report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

it('counts a file that could not run as a failure', () => {
  expect(countsOf({ ...report, numRuntimeErrorTestSuites: 2 }).failed).toBe(3);
});

it('prints one line over all runs', () => {
  expect(countsLine(addCounts([countsOf(report), countsOf(report)]))).toBe('10 passed, 2 failed, 6 skipped');
});
