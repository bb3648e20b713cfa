/** The part of jest's `--json` report that is read here. */
export interface JestReport {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  numTodoTests: number;
  /** Files that broke before their tests could run: failures too, though no test is counted for them. */
  numRuntimeErrorTestSuites: number;
  /** One a file: its path, and when it began and ended, in ms since 1970. */
  testResults: { name: string; startTime: number; endTime: number }[];
}

/** How long a file of tests took. */
export interface FileTime {
  path: string;
  seconds: number;
}

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Counts of one run of jest; a file that could not run at all is one failure. */
export const countsOf = (report: JestReport): Counts => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests + report.numRuntimeErrorTestSuites,
  skipped: report.numPendingTests + report.numTodoTests,
});

/** The sum of several runs. */
export const addCounts = (runs: Counts[]): Counts =>
  runs.reduce(
    (sum, run) => ({
      passed: sum.passed + run.passed,
      failed: sum.failed + run.failed,
      skipped: sum.skipped + run.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** `12 passed, 0 failed, 3 skipped` */
export const countsLine = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;

/** How long each file took, the slowest first. */
export const fileTimes = (reports: JestReport[]): FileTime[] =>
  reports
    .flatMap(({ testResults }) => testResults)
    .map(({ name, startTime, endTime }) => ({
      path: name,
      seconds: Math.round((endTime - startTime) / 1000),
    }))
    .sort((a, b) => b.seconds - a.seconds);
