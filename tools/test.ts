import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { galeraInstalled } from '../server/db/testing/galera';
import { mariaDbInstalled, startMariaDb } from '../server/db/testing/mariadb';
import { storedDemo } from '../e2e/support/demo-copy';
import { lastReleaseKnown } from '../e2e/support/last-release';
import { startProduct } from '../e2e/support/product';
import { chromiumPath, suspendingChromiumPath } from './browser';
import { endChildren, runNode } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt, serverStep } from './build/steps';
import { startTestClock } from './test-clock';
import { addCounts, countsLine, countsOf, fileTimes, type JestReport } from './test-counts';
import { PROJECTS, suites, type SuiteName, type TestRun } from './test-suites';

/** Returns a server for tests: the given one, else a private one, else none. */
const testDatabase = async (): Promise<{ url?: string; own: boolean; stop(): Promise<void> }> => {
  const url = process.env.TEST_DATABASE_URL;
  if (url) return { url, own: false, stop: async () => undefined };
  if (!mariaDbInstalled()) return { own: false, stop: async () => undefined };
  const server = await startMariaDb({ forgetful: true });
  return { url: `mysql://root@127.0.0.1:${server.port}`, own: true, stop: server.stop };
};

const ROOT = resolve(__dirname, '..');

/** Number of slowest files to list. */
const SLOWEST = 12;

/** Runs jest once and returns its report, or undefined if it left none. */
const runJest = async (
  { name, projects, workers, patterns = [], files, except = [], dialects, env }: TestRun,
  context: { dir: string; args: readonly string[]; env: NodeJS.ProcessEnv },
): Promise<JestReport | undefined> => {
  const report = join(context.dir, `${name.replaceAll(' ', '-')}.json`);
  console.log(`\n── ${name} ──`);
  await runNode({
    args: [
      ...[require.resolve('jest/bin/jest'), ...patterns, '-w', String(workers), '--passWithNoTests'],
      ...['--json', '--outputFile', report, ...context.args],
      ...(files ? ['--runTestsByPath', ...files] : []),
      ...except.flatMap((file) => [
        '--testPathIgnorePatterns',
        `/${file.replaceAll('.', '\\.')}${file.endsWith('/') ? '' : '$'}`,
      ]),
      ...['--selectProjects', ...projects],
    ],
    env: { ...context.env, ...env, ...(dialects && { TEST_DIALECTS: dialects.join() }) },
    stdoutToNull: true,
  });
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
};

/** Migrates the databases that all test files start from. A foreign database server gets no template. */
const templates = (
  folder: string,
  { url, own }: Awaited<ReturnType<typeof testDatabase>>,
): Record<string, string> => {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'test-templates.ts'), folder],
    { env: { ...process.env, TEST_DATABASE_URL: own ? url : '' } },
  );
  return JSON.parse(printed.toString()) as Record<string, string>;
};

/** Builds the demo that browser tests start from. Without it each test builds its own. */
const buildDemo = async (folder: string): Promise<void> => {
  const unfinished = join(folder, 'unfinished-demo');
  try {
    const product = await startProduct({ DATA_DIR: unfinished, DEMO: '1' });
    await product.stop();
    renameSync(unfinished, storedDemo(folder));
  } catch (error) {
    console.error(`No demo is stored for the browser tests: ${(error as Error).message}`);
  }
};

const missing = (databaseUrl: string | undefined): string[] => [
  ...(databaseUrl
    ? []
    : ['MariaDB/MySQL: no mariadbd on this machine and no TEST_DATABASE_URL; tests against it are skipped']),
  ...(galeraInstalled() ? [] : ['Cluster: no Galera on this machine; tests of a cluster are skipped']),
  ...(lastReleaseKnown()
    ? []
    : ['Last release: not in the git history here; the test of it beside this version is skipped']),
  ...(chromiumPath() ? [] : ['Browser: no Chromium here and no CHROMIUM_PATH; browser tests are skipped']),
  ...(suspendingChromiumPath()
    ? []
    : [
        'Suspended pages: no Chromium with a window here; the test of a page that is left and returned to is skipped',
      ]),
  ...(process.env.INFLOW_PATHS_DIR
    ? []
    : ['Public paths: INFLOW_PATHS_DIR is not set; the comparison with the public data set is skipped']),
];

const isSuite = (name: string): name is SuiteName => name in suites;

/** Returns runs of the named files with their projects. */
const runsOfFiles = (files: readonly string[]): readonly TestRun[] => {
  const unknown = files.find((file) => !existsSync(file));
  if (unknown !== undefined) throw new Error(`${unknown}: no such file or folder`);
  return [{ name: 'files', projects: PROJECTS, workers: 2, patterns: files }];
};

/** `npm test`, `npm run test:all`, `npm run test:guard`, `npm run test:cluster` (see test-suites.ts). Arguments: test files, or `--shard i/n`. */
const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    options: { suite: { type: 'string', default: 'quick' }, shard: { type: 'string' } },
    allowPositionals: true,
  });
  if (!isSuite(values.suite))
    throw new Error(`--suite: ${values.suite} is none of ${Object.keys(suites).join(', ')}`);
  const runs = positionals.length > 0 ? runsOfFiles(positionals) : suites[values.suite];
  startTestClock();
  await ensureBuilt(codegenStep);
  await ensureBuilt(clientStep);
  await ensureBuilt(serverStep);
  const dir = mkdtempSync(join(tmpdir(), 'inflow-test-'));
  const database = await testDatabase();
  const stopEarly = (): void => {
    endChildren();
    void database.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', stopEarly).once('SIGTERM', stopEarly);
  try {
    const env = {
      TEST_DATABASE_URL: database.url,
      CHROMIUM_PATH: chromiumPath(),
      INFLOW_E2E_DEMO: dir,
      ...templates(dir, database),
    };
    const args = values.shard ? [`--shard=${values.shard}`] : [];
    const reports: (JestReport | undefined)[] = [];
    const seconds: number[] = [];
    for (const run of runs) {
      if (run.projects.includes('e2e') && !existsSync(storedDemo(dir))) await buildDemo(dir);
      const started = performance.now();
      reports.push(await runJest(run, { dir, args, env }));
      seconds.push(Math.round((performance.now() - started) / 1000));
    }
    // A run without a report counts as one failure.
    const counts = reports.map((report) =>
      report ? countsOf(report) : { passed: 0, failed: 1, skipped: 0 },
    );
    const total = addCounts(counts);
    console.log('\n── slowest files ──');
    const times = fileTimes(reports.filter((report) => report !== undefined));
    for (const time of times.slice(0, SLOWEST))
      console.log(`  ${String(time.seconds).padStart(4)} s  ${relative(ROOT, time.path)}`);
    console.log('\n── summary ──');
    missing(database.url).forEach((line) => console.log(`SKIPPED  ${line}`));
    runs.forEach(({ name }, i) => {
      const { passed, failed, skipped } = counts[i]!;
      const failing = failed ? `  (${failed} failing)` : '';
      console.log(`  ${name.padEnd(18)} ${passed} / ${passed + failed + skipped}  ${seconds[i]} s${failing}`);
    });
    console.log(`jest: ${countsLine(total)}`);
    process.exitCode = total.failed > 0 || total.passed + total.skipped === 0 ? 1 : 0;
  } finally {
    await database.stop();
    if (process.env.KEEP_TEST_REPORTS)
      cpSync(dir, process.env.KEEP_TEST_REPORTS, {
        recursive: true,
        filter: (path) => path === dir || path.endsWith('.json'),
      });
    rmSync(dir, { recursive: true, force: true });
  }
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
