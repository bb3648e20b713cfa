import { chromiumPath } from './browser';
import { endChildren, runNode } from './build/run-node';
import { clientStep, codegenStep, ensureBuilt, serverStep } from './build/steps';

/** `npm run check:full [-- jest arguments]`: every route in every language, theme and width, and at middle widths; of these `npm test` looks at a part each day. */
const main = async (): Promise<void> => {
  const chromium = chromiumPath();
  if (!chromium) throw new Error('No Chromium here and no CHROMIUM_PATH: nothing can be looked at.');
  await ensureBuilt(codegenStep);
  await ensureBuilt(clientStep);
  await ensureBuilt(serverStep);
  process.once('SIGINT', endChildren).once('SIGTERM', endChildren);
  const args = [
    require.resolve('jest/bin/jest'),
    '--selectProjects',
    'e2e',
    '-w',
    '1',
    'e2e/every-route',
    'e2e/widths',
    ...process.argv.slice(2),
  ];
  process.exitCode = await runNode({ args, env: { CHROMIUM_PATH: chromium, INFLOW_EVERY_LOOK: '1' } });
  console.log('The pictures are in e2e/output/routes.');
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
