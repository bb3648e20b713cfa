/** Fields of jest's `--json` report in use. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that failed before their tests ran. They are failures without a counted test. */
  numRuntimeErrorTestSuites: number;
  /** One entry per file: its path, start and end in ms since 1970. */
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** Duration of a test file. */
export interface FileTime {
  path: string;
  seconds: number;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts the tests of one jest run. A file that could not run is one failure. */
export const countsOf = (report: JestReport): Counts => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
});

/** Adds the counts of several runs. */
export const addCounts = (runs: Counts[]): Counts =>
  runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: sum.failed + run.failed,
      skipped: sum.skipped + run.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** Formats counts as `12 passed, 0 failed, 3 skipped`. */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** Lists the duration of each file, slowest first. */
export const fileTimes = (reports: JestReport[]): FileTime[] =>
  reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({
      path: name,
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .sort((a, b) => b.seconds - a.seconds);
