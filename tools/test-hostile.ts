import { endChildren, runNode } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt, serverStep } from './build/steps';
import { testDatabase } from './test-database';

/** `npm run test:hostile [-- jest arguments]`: every `*.hostile.ts` below server and e2e, one file at a time. */
const main = async (): Promise<void> => {
  await ensureBuilt(codegenStep);
  await ensureBuilt(clientStep);
  await ensureBuilt(serverStep);
  const database = await testDatabase();
  const stopEarly = (): void => {
    endChildren();
    void database.stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', stopEarly).once('SIGTERM', stopEarly);
  try {
    if (!database.url)
      console.log('SKIPPED  MariaDB/MySQL: no mariadbd on this machine and no TEST_DATABASE_URL');
    const args = [
      require.resolve('jest/bin/jest'),
      '--selectProjects',
      'hostile',
      '-w',
      '1',
      '--passWithNoTests',
      ...process.argv.slice(2),
    ];
    process.exitCode = await runNode({ args, env: { TEST_DATABASE_URL: database.url } });
  } finally {
    await database.stop();
  }
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
