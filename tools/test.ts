import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromiumPath } from './browser';
import { endChildren, runNode } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt, serverStep } from './build/steps';
import { testDatabase } from './test-database';
import { addCounts, countsLine, countsOf, type Counts, type JestReport } from './test-counts';

const PROJECTS = ['shared', 'server', 'contract', 'client', 'tools', 'e2e'];

/** Runs one jest project and reads its counts from its report; a run that leaves no report is one failure. */
const runProject = async (project: string, dir: string, args: string[], env: NodeJS.ProcessEnv): Promise<Counts> => {
  const report = join(dir, `${project}.json`);
  // The end-to-end tests start whole servers and browsers: one file at a time, so that they can be timed.
  const workers = project === 'e2e' ? '1' : '2';
  const jest = require.resolve('jest/bin/jest');
  console.log(`\n── ${project} ──`);
  await runNode({
    args: [jest, '--selectProjects', project, '-w', workers, '--passWithNoTests', '--json', '--outputFile', report, ...args],
    env,
    stdoutToNull: true,
  });
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0 };
  return countsOf(JSON.parse(readFileSync(report, 'utf8')) as JestReport);
};

const missing = (databaseUrl: string | undefined): string[] => [
  ...(databaseUrl ? [] : ['MariaDB/MySQL: no mariadbd on this machine and no TEST_DATABASE_URL; tests against it are skipped']),
  ...(chromiumPath() ? [] : ['Browser: no Chromium here and no CHROMIUM_PATH; browser tests are skipped']),
  ...(process.env.INFLOW_PATHS_DIR ? [] : ['Public paths: INFLOW_PATHS_DIR is not set; the comparison with the public data set is skipped']),
];

/** `npm test [-- jest arguments]`: every test that can run here. */
const main = async (): Promise<void> => {
  const args = process.argv.slice(2);
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
    const env = { TEST_DATABASE_URL: database.url, CHROMIUM_PATH: chromiumPath() };
    const runs: Counts[] = [];
    for (const project of PROJECTS) runs.push(await runProject(project, dir, args, env));
    const total = addCounts(runs);
    console.log('\n── summary ──');
    missing(database.url).forEach((line) => console.log(`SKIPPED  ${line}`));
    PROJECTS.forEach((project, i) => {
      const { passed, failed, skipped } = runs[i]!;
      console.log(`  ${project.padEnd(9)} ${passed} / ${passed + failed + skipped}${failed ? `  (${failed} failing)` : ''}`);
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
