import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { keptDemo } from '../e2e/support/demo-copy';
import { startProduct } from '../e2e/support/product';
import { chromiumPath } from './browser';
import { endChildren, runNode } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt, serverStep } from './build/steps';
import { testDatabase } from './test-database';
import { testRuns, type TestRun } from './test-runs';
import { addCounts, countsLine, countsOf, fileTimes, type JestReport } from './test-counts';

/** What is told of slow files: how many. */
const SLOWEST = 12;

/** Runs jest once and gives its report; nothing where it left none. */
const runJest = async (
  { name, project, workers, args: own = [] }: TestRun,
  dir: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<JestReport | undefined> => {
  const report = join(dir, `${name}.json`);
  const jest = require.resolve('jest/bin/jest');
  console.log(`\n── ${name} ──`);
  await runNode({
    args: [
      jest,
      '--selectProjects',
      project,
      '-w',
      String(workers),
      '--passWithNoTests',
      '--json',
      '--outputFile',
      report,
      ...args,
      ...own,
    ],
    env,
    stdoutToNull: true,
  });
  return existsSync(report) ? (JSON.parse(readFileSync(report, 'utf8')) as JestReport) : undefined;
};

/** Databases that are migrated once for all test files. On a server that is not our own nothing may stay behind. */
const templates = (
  folder: string,
  { url, own }: Awaited<ReturnType<typeof testDatabase>>,
): Record<string, string> => {
  const printed = execFileSync(
    process.execPath,
    ['--import', 'tsx', join(__dirname, 'test-templates.ts'), folder],
    {
      env: { ...process.env, TEST_DATABASE_URL: own ? url : '' },
    },
  );
  return JSON.parse(printed.toString()) as Record<string, string>;
};

/** Makes the demo that the end-to-end tests begin with, once for all of them; where that fails each makes its own, and says why. */
const keepDemo = async (folder: string): Promise<void> => {
  const making = join(folder, 'demo');
  try {
    const product = await startProduct({ DATA_DIR: making, DEMO: '1' });
    await product.stop();
    renameSync(making, keptDemo(folder));
  } catch (error) {
    console.error(`No demo is kept for the end-to-end tests: ${(error as Error).message}`);
  }
};

const missing = (databaseUrl: string | undefined): string[] => [
  ...(databaseUrl
    ? []
    : ['MariaDB/MySQL: no mariadbd on this machine and no TEST_DATABASE_URL; tests against it are skipped']),
  ...(chromiumPath() ? [] : ['Browser: no Chromium here and no CHROMIUM_PATH; browser tests are skipped']),
  ...(process.env.INFLOW_PATHS_DIR
    ? []
    : ['Public paths: INFLOW_PATHS_DIR is not set; the comparison with the public data set is skipped']),
];

/** `npm test [-- jest arguments]`: every test that can run here; with TEST_PART=today a part of the long files. */
const main = async (): Promise<void> => {
  const args = process.argv.slice(2);
  const testsToRun = testRuns(process.env.TEST_PART !== 'today');
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
    const reports: (JestReport | undefined)[] = [];
    const seconds: number[] = [];
    for (const run of testsToRun) {
      if (run.project === 'e2e' && !existsSync(keptDemo(dir))) await keepDemo(dir);
      const begun = performance.now();
      reports.push(await runJest(run, dir, args, env));
      seconds.push(Math.round((performance.now() - begun) / 1000));
    }
    // A run that leaves no report is one failure.
    const runs = reports.map((report) => (report ? countsOf(report) : { passed: 0, failed: 1, skipped: 0 }));
    const total = addCounts(runs);
    console.log('\n── slowest files ──');
    for (const { path, seconds } of fileTimes(reports.filter((report) => report !== undefined)).slice(
      0,
      SLOWEST,
    ))
      console.log(`  ${String(seconds).padStart(4)} s  ${relative(process.cwd(), path)}`);
    console.log('\n── summary ──');
    missing(database.url).forEach((line) => console.log(`SKIPPED  ${line}`));
    testsToRun.forEach(({ name }, i) => {
      const { passed, failed, skipped } = runs[i]!;
      console.log(
        `  ${name.padEnd(9)} ${passed} / ${passed + failed + skipped}  ${seconds[i]} s${failed ? `  (${failed} failing)` : ''}`,
      );
    });
    console.log(`jest: ${countsLine(total)}`);
    process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
  } finally {
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  }
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
