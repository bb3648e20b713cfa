import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { measureKeys, measureOf } from '../shared/catalog';
import { parseSdl, type Member } from './contract/sdl';
import { runNode } from './build/run-node';
import { codegenStep, ensureBuilt } from './build/steps';
import { writeTextTypes } from './build/text-types';
import { relatedTests } from './related-tests';

const FOLDER = 'client/src/screens/explorer/explorer/docs/descriptions';

const descriptionsOf = ({
  description,
  members = [],
  args = [],
}: Partial<Pick<Member, 'description' | 'args'>> & { members?: readonly Member[] }): string[] => [
  ...(description === undefined ? [] : [description]),
  ...[...members, ...args].flatMap(descriptionsOf),
];

/**
 * Lists descriptions of the contract that a file of translations lacks, by file. The explorer shows these in
 * English. Measures are described in the console's texts.
 */
function untranslated(root: string): [file: string, descriptions: string[]][] {
  const contract = parseSdl(readFileSync(join(root, 'schema.graphql'), 'utf8'));
  const measures = new Set<string>(measureKeys.map((key) => measureOf(key).description));
  const all = [...new Set(contract.flatMap(descriptionsOf))].filter(
    (text) => !measures.has(text) && !text.startsWith('Share of: '),
  );
  return readdirSync(join(root, FOLDER)).map((file) => {
    const translated = JSON.parse(readFileSync(join(root, FOLDER, file), 'utf8')) as Record<string, string>;
    return [`${FOLDER}/${file}`, all.filter((text) => !(text in translated))];
  });
}

const ROOT = resolve(__dirname, '..');
const CACHE = 'node_modules/.cache';
const bin = (path: string): string => join(ROOT, 'node_modules', path);

interface Check {
  readonly name: string;
  /** Script and arguments, run with this Node. */
  readonly args: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
}

const cached = (folder: string): string[] => [
  '--cache',
  '--cache-strategy',
  'content',
  '--cache-location',
  `${CACHE}/${folder}`,
];

/**
 * Runs jest on SQLite alone, because the check must be quick. `npm test` also starts a database server and a
 * browser.
 */
const jest = (name: string, args: readonly string[]): Check => ({
  name,
  args: [bin('jest/bin/jest.js'), '-w', '2', ...args],
  env: { TEST_DATABASE_URL: '' },
});

/** Checks that need no test; two run at a time. The longest come first. */
const STATIC: readonly Check[] = [
  {
    name: 'lint',
    args: [bin('eslint/bin/eslint.js'), '.', '--max-warnings', '0', ...cached('eslint/')],
  },
  { name: 'types', args: [bin('typescript/bin/tsc'), '-b', '.', 'client', 'server/tracking/tag/browser'] },
  { name: 'format', args: [bin('prettier/bin/prettier.cjs'), '--check', '.', ...cached('prettier/.cache')] },
  {
    name: 'boundaries',
    args: [
      bin('dependency-cruiser/bin/dependency-cruise.mjs'),
      ...['shared', 'server', 'client/src', '--output-type', 'err', '--cache', `${CACHE}/dependency-cruiser`],
    ],
  },
  { name: 'dead code', args: [bin('knip/bin/knip.js'), '--cache', '--cache-location', `${CACHE}/knip`] },
];

/** Runs the checks, two at a time, and returns the names of the failed ones. */
const runAll = async (checks: readonly Check[]): Promise<string[]> => {
  const waiting = [...checks];
  const failed: string[] = [];
  const lane = async (): Promise<void> => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const started = performance.now();
      const ok = (await runNode({ args: [...check.args], env: check.env ?? {}, quiet: true })) === 0;
      if (!ok) failed.push(check.name);
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${ok ? 'ok    ' : 'FAILED'} ${check.name} (${seconds} s)`);
    }
  };
  await Promise.all([lane(), lane()]);
  return failed;
};

/**
 * `npm run check`: everything that must pass before a commit. It continues after a failure to report all of
 * them.
 */
const main = async (): Promise<void> => {
  writeTextTypes();
  await ensureBuilt(codegenStep);
  const related = relatedTests(ROOT);
  const failed = [
    ...(await runAll(STATIC)),
    ...(await runAll([
      jest('contract, wording and documents', [
        '--selectProjects',
        'contract',
        'tools',
        '--testPathIgnorePatterns',
        'howto',
      ]),
    ])),
    ...(related.length > 0
      ? await runAll([jest(`related tests (${related.length} files)`, ['--runTestsByPath', ...related])])
      : []),
  ];
  for (const [file, missing] of untranslated(ROOT))
    if (missing.length > 0)
      console.warn(`warning: ${file} lacks ${missing.length} descriptions: ${missing.slice(0, 3).join(' ')}`);
  console.log(failed.length ? `\nFailed: ${failed.join(', ')}` : '\nEverything passes.');
  process.exitCode = failed.length ? 1 : 0;
};

main().catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
