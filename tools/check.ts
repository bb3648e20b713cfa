import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { runNode } from './build/run-node';
import { codegenStep, ensureBuilt } from './build/steps';

const root = resolve(__dirname, '..');
const bin = (path: string): string => join(root, 'node_modules', path);

interface Check {
  name: string;
  args: string[];
}

/** One type check for every tsconfig that exists: server and tools, console, the tag's browser source. */
const typeChecks: Check[] = ['.', 'client', 'server/tracking/tag/browser']
  .filter((dir) => existsSync(join(root, dir, 'tsconfig.json')))
  .map((dir) => ({
    name: `types of ${dir === '.' ? 'server, shared and tools' : dir}`,
    args: [bin('typescript/bin/tsc'), '--noEmit', '-p', join(root, dir)],
  }));

const checks: Check[] = [
  ...typeChecks,
  {
    name: 'lint',
    args: [
      bin('eslint/bin/eslint.js'),
      '.',
      '--max-warnings',
      '0',
      '--cache',
      '--cache-location',
      'node_modules/.cache/eslint/',
    ],
  },
  {
    name: 'boundaries',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      'shared',
      'server',
      'client/src',
      '--output-type',
      'err',
    ],
  },
  { name: 'dead code', args: [bin('knip/bin/knip.js')] },
  { name: 'tests (contract included)', args: ['--import', 'tsx', join(root, 'tools/test.ts')] },
];

/** `npm run check`: everything that must be green before a change is shared. Goes on after a failure, so that one run tells all. */
const main = async (): Promise<void> => {
  await ensureBuilt(codegenStep);
  const failed: string[] = [];
  for (const { name, args } of checks) {
    const begun = Date.now();
    const ok = (await runNode({ args })) === 0;
    if (!ok) failed.push(name);
    console.log(`${ok ? 'ok    ' : 'FAILED'} ${name} (${((Date.now() - begun) / 1000).toFixed(1)} s)`);
  }
  console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nEverything is green.');
  process.exitCode = failed.length ? 1 : 0;
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
