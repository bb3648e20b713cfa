import { addCounts, countsLine, countsOf, fileTimes } from './test-counts';

const report = {
  numPassedTests: 5,
  numFailedTests: 1,
  numPendingTests: 2,
  numTodoTests: 1,
  numRuntimeErrorTestSuites: 0,
  testResults: [],
};

it('counts todo and pending tests as skipped', () => {
  expect(countsOf(report)).toEqual({ passed: 5, failed: 1, skipped: 3 });
});

it('counts a file that could not run as a failure', () => {
  expect(countsOf({ ...report, numRuntimeErrorTestSuites: 2 }).failed).toBe(3);
});

it('prints one line over all runs', () => {
  expect(countsLine(addCounts([countsOf(report), countsOf(report)]))).toBe('10 passed, 2 failed, 6 skipped');
});

it('names the slowest file of all runs first', () => {
  const file = (name: string, ms: number) => ({ name, startTime: 1_000, endTime: 1_000 + ms });
  const reports = [
    { ...report, testResults: [file('quick', 900)] },
    { ...report, testResults: [file('slow', 61_000), file('middle', 5_200)] },
  ];
  expect(fileTimes(reports)).toEqual([
    { path: 'slow', seconds: 61 },
    { path: 'middle', seconds: 5 },
    { path: 'quick', seconds: 1 },
  ]);
});
