import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stepsOf } from './howto-steps';

const ROOT = resolve(__dirname, '..');
const TESTS = /\.(test|stress|browser)\.|^(e2e|contract)\/|\/(testing|recorded)\//;

const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'],
  {
    cwd: ROOT,
    encoding: 'utf8',
  },
)
  .trim()
  .split('\n');

const linesOf = (name: string): string[] =>
  readFileSync(join(ROOT, name), 'utf8').replace(/\n$/, '').split('\n');

/** Counts lines outside tests. Descriptions count in the GraphQL contract, their delimiters don't. */
const countLines = (extension: RegExp): number =>
  files
    .filter((name) => extension.test(name) && !TESTS.test(name))
    .reduce((sum, name) => sum + linesOf(name).filter((line) => line.trim() !== '"""').length, 0);

/** Rooms of the server that can be reached from themselves. */
function roomsInCircle(): number {
  const { modules } = JSON.parse(
    execFileSync(
      process.execPath,
      [
        'node_modules/dependency-cruiser/bin/dependency-cruise.mjs',
        ...['server', '--output-type', 'json', '--exclude', TESTS.source],
      ],
      { cwd: ROOT, encoding: 'utf8', maxBuffer: 1 << 28 },
    ),
  ) as { modules: { source: string; dependencies: { resolved: string }[] }[] };
  const roomOf = (name: string): string | undefined => /^server\/([^/]+)\//.exec(name)?.[1];
  const imports = new Map<string, Set<string>>();
  for (const { source, dependencies } of modules) {
    const room = roomOf(source);
    if (room === undefined) continue;
    const targets = imports.get(room) ?? new Set();
    imports.set(room, targets);
    for (const { resolved } of dependencies) {
      const target = roomOf(resolved);
      if (target !== undefined && target !== room) targets.add(target);
    }
  }
  const reaches = (from: string, to: string, seen = new Set<string>()): boolean =>
    [...(imports.get(from) ?? [])].some(
      (next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))),
    );
  return [...imports.keys()].filter((room) => reaches(room, room)).length;
}

/** Files and lines of code that a how-to page adds or changes. */
function countHowto(page: string): { files: number; lines: number } {
  const steps = stepsOf(page);
  return {
    files: new Set(steps.map(({ file }) => file)).size,
    lines: steps.reduce(
      (sum, { text }) =>
        sum +
        text
          .replace(/\n$/, '')
          .split('\n')
          .filter((line) => line !== '"""').length,
      0,
    ),
  };
}

/** `npm run house`: how much there is to read, and how much a common change costs. */
const setting = countHowto('add-a-setting');
const report = countHowto('add-a-report');
const rows: readonly (readonly [string, number])[] = [
  ['files', files.length],
  ['lines of TypeScript outside tests', countLines(/\.tsx?$/)],
  ['lines of CSS', countLines(/\.css$/)],
  ['lines of the GraphQL contract written by hand', countLines(/^schema\/.*\.graphql$/)],
  ['rooms of the server in a circle', roomsInCircle()],
  ['files to add a setting', setting.files],
  ['lines to add a setting', setting.lines],
  ['lines to add a report without its screen', report.lines],
];
for (const [name, count] of rows) console.log(`${count.toLocaleString('en').padStart(9)}  ${name}`);
