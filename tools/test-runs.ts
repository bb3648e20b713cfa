/** One call of jest within `npm test`. */
export interface TestRun {
  readonly name: string;
  /** Of jest.config.ts. */
  readonly project: string;
  /** Files at a time. */
  readonly workers: number;
  /** Which of the project's files; all where absent. */
  readonly args?: readonly string[];
}

/** End-to-end files that measure how long something takes, or that something comes in time: nothing runs beside them. */
const TIMED = ['arrivals', 'click-to-report', 'first-steps', 'hung-database', 'long-work', 'media-costs', 'public-paths', 'start'];

const timed = (name: string): string => `e2e/${name}.test.ts`;

/** What `npm test` runs, in this order. */
export const TEST_RUNS: readonly TestRun[] = [
  ...['shared', 'server', 'contract', 'client', 'tools'].map((project): TestRun => ({ name: project, project, workers: 2 })),
  { name: 'e2e', project: 'e2e', workers: 2, args: TIMED.map((name) => `--testPathIgnorePatterns=/${timed(name)}$`) },
  { name: 'e2e timed', project: 'e2e', workers: 1, args: TIMED.map((name) => `--testMatch=**/${timed(name)}`) },
];
