/** One jest call. */
export interface TestRun {
  readonly name: string;
  /** Projects of jest.config.ts. */
  readonly projects: readonly (typeof PROJECTS)[number][];
  /** Number of parallel test files. */
  readonly workers: number;
  /** Parts of paths. Only matching files run. */
  readonly patterns?: readonly string[];
  /** The only files to run, relative to the root. All files of the projects by default. */
  readonly files?: readonly string[];
  /** Files to leave out, and folders with a slash at the end. */
  readonly except?: readonly string[];
  /** Databases of the tests that run once on each. All by default. */
  readonly dialects?: readonly ('sqlite' | 'mysql')[];
  readonly env?: Readonly<Record<string, string>>;
}

export const PROJECTS = [
  'shared',
  'server',
  'contract',
  'client',
  'tools',
  'e2e',
  'stress',
  'cluster',
] as const;

export type SuiteName = 'quick' | 'guard' | 'all' | 'cluster';

const inFolder = (folder: string, names: string): string[] =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${folder}/${name}.test.ts`);

/** Server tests about the dialect or concurrency. The quick suite repeats them on MariaDB. */
const DIALECT = inFolder(
  'server',
  `facts/months analysis/oracle analysis/plans auth/attempt-limit composition/idempotent-create
   db/backup/backup db/busy db/reader/long-reads db/transaction jobs/jobs jobs/lease jobs/queue journeys/fresh-visitors
   journeys/ingest/settings-in-use journeys/journeys logs/address-plans logs/keyword logs/value-plans records/keyset records/search db/spellings
   rest/write results/approval/runs tracking/ingest-queue`,
);

/**
 * Slow server tests: killed processes, faults at each statement, many rows, every hostile query, rarer pages of
 * the tag. Some also run on MariaDB in the quick suite or in the guard.
 */
const SLOW = inFolder(
  'server',
  `alerts/alert-delivery analysis/transitions auth/proxies cli/lost-database composition/hostile-requests demo-data/demo demo-data/results/decide db/faults
   db/faults-settings db/hung import/import-events import/import-outage db/migrations/migrations
   erasure/killed-erasure export/xlsx graphql/abuse graphql/argument-limits
   journeys/ingest/settings-in-use journeys/public-paths logs/day-counts mail/delivery
   postbacks/killed-workers records/keyset records/many-rows rest/openapi-client rest/recorded/recorded
   settings/ad/import/ad-import-pace settings/product/setup tracking/collect/cv-tags tracking/disk-faults tracking/kill
   tracking/spool/two-collectors tracking/tag/crossdomain.browser tracking/tag/hard-pages.browser
   tracking/tag/renewed-settings.browser tracking/tag/several-tags.browser`,
);

/** Browser journeys that together cross the whole product, in at most a minute each. */
const JOURNEYS = inFolder(
  'e2e',
  `approval click-to-report dashboard first-steps log-records privacy screen-rules settings-flows`,
);

/** Browser tests that measure time. In the whole suite nothing runs beside them. */
const TIMED = inFolder(
  'e2e',
  'arrivals click-to-report first-load first-steps hung-database media-costs public-paths start',
);
const TIMED_STRESS = ['abuse', 'long-work', 'many-rows'].map((name) => `e2e/${name}.stress.ts`);

/** Tests that protect tenants and roles, durability and the arithmetic of reports. */
const GUARD = inFolder(
  'server',
  `composition/closed-fields composition/endpoints composition/escalation composition/masks analysis/access
   analysis/oracle analysis/transitions analysis/worked-example logs/drill-down/drill-down tracking/kill
   cli/lost-database tracking/disk-faults tracking/spool/two-collectors postbacks/killed-workers
   import/import-outage`,
);
const GUARD_JOURNEYS = inFolder('e2e', 'drill-down every-route report-screen');

/**
 * Rooms without SQL of their own. Their tests run on SQLite; `server/composition` tests the same endpoints on both
 * databases.
 */
const WITHOUT_SQL = ['server/export/', 'server/graphql/', 'server/rest/'];

/** Follows the how-tos on a copy of the tree, and compiles the console for each. */
const HOWTO = inFolder('tools', 'howto');

/** Runs of each suite, in this order. The list is fixed: the same commit always runs the same tests. */
export const suites: Readonly<Record<SuiteName, readonly TestRun[]>> = {
  quick: [
    { name: 'units', projects: ['shared', 'client', 'contract', 'tools'], workers: 2, except: HOWTO },
    { name: 'server', projects: ['server'], workers: 3, except: SLOW, dialects: ['sqlite'] },
    { name: 'server on MariaDB', projects: ['server'], workers: 3, files: DIALECT, dialects: ['mysql'] },
    { name: 'journeys', projects: ['e2e'], workers: 2, files: JOURNEYS },
  ],
  guard: [
    { name: 'guard', projects: ['server'], workers: 2, files: GUARD, dialects: ['mysql'] },
    { name: 'guard journeys', projects: ['e2e'], workers: 2, files: GUARD_JOURNEYS },
    { name: 'how-tos', projects: ['tools'], workers: 1, files: HOWTO },
  ],
  all: [
    { name: 'units', projects: ['shared', 'client', 'contract', 'tools'], workers: 2 },
    {
      name: 'server',
      projects: ['server', 'stress'],
      workers: 3,
      except: [...WITHOUT_SQL, ...TIMED_STRESS],
    },
    { name: 'API', projects: ['server'], workers: 3, patterns: WITHOUT_SQL, dialects: ['sqlite'] },
    { name: 'browser', projects: ['e2e'], workers: 3, except: TIMED, env: { EVERY_ROUTE: 'all' } },
    { name: 'timed', projects: ['e2e', 'stress'], workers: 1, files: [...TIMED, ...TIMED_STRESS] },
    {
      name: 'cluster',
      projects: ['cluster'],
      workers: 1,
      files: ['e2e/cluster/kills.cluster.ts'],
      env: { CLUSTER_LOAD: 'short' },
    },
  ],
  cluster: [{ name: 'cluster', projects: ['cluster'], workers: 1 }],
};
