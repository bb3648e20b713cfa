import { partOfToday } from './part-of-today';

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
const TIMED = [
  'arrivals',
  'click-to-report',
  'first-steps',
  'hung-database',
  'long-work',
  'media-costs',
  'public-paths',
  'start',
];

/**
 * Files of minutes, each of a part of the product with shorter tests of its own: processes that are killed, faults at each
 * statement, tens of thousands of rows, one screen walked to its end. Of these CI runs a fifth each day.
 */
const LONG = {
  server: [
    'db/faults',
    'db/faults-paths',
    'erasure/killed-erasure',
    'export/xlsx',
    'journeys/public-paths',
    'modules/ad/import/ad-import-pace',
    'postbacks/killed-workers',
    'tracking/disk-faults',
    'tracking/kill',
    'tracking/spool/two-collectors',
  ],
  e2e: [
    'ad-page',
    'alerts',
    'allocation',
    'asp-networks',
    'custom-item',
    'cv-info',
    'demo-walk',
    'effect',
    'explorer',
    'frame',
    'import-again',
    'look',
    'lpo',
    'notes',
    'other-company',
    'parts',
    'privacy',
    'link-test',
    'saved-views',
    'settings-entities',
    'settings-flows',
    'settings-lists',
    'settings-safety',
    'term',
  ],
};
export const PARTS = 5;

const without = (folder: string, names: readonly string[]): string[] =>
  names.map((name) => `--testPathIgnorePatterns=/${folder}/${name}\\.test\\.ts$`);

/** What of the long ones is left for another day. */
const notToday = (folder: 'server' | 'e2e', now: number): string[] => {
  const today = partOfToday(
    `Long files of ${folder}`,
    LONG[folder],
    PARTS,
    'npm test without TEST_PART',
    now,
  );
  return without(
    folder,
    LONG[folder].filter((name) => !today.includes(name)),
  );
};

/**
 * What `npm test` runs, in this order.
 * @param whole every file; CI leaves four fifths of the long ones for other days
 */
export const testRuns = (whole: boolean, now = Date.now()): readonly TestRun[] => [
  { name: 'shared', project: 'shared', workers: 2 },
  { name: 'server', project: 'server', workers: 2, args: whole ? [] : notToday('server', now) },
  ...['contract', 'client', 'tools'].map((project): TestRun => ({ name: project, project, workers: 2 })),
  {
    name: 'e2e',
    project: 'e2e',
    workers: 2,
    args: [...without('e2e', TIMED), ...(whole ? [] : notToday('e2e', now))],
  },
  {
    name: 'e2e timed',
    project: 'e2e',
    workers: 1,
    args: TIMED.map((name) => `--testMatch=**/e2e/${name}.test.ts`),
  },
];
