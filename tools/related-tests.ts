import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const git = (root: string, ...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);

/** Lists files that differ from origin/main, or from HEAD without it, new ones included. */
const changedFiles = (root: string): string[] => {
  const [base = 'HEAD'] = git(root, 'for-each-ref', '--format=%(refname)', 'refs/remotes/origin/main');
  return [
    ...git(root, 'diff', '--name-only', '--diff-filter=d', base),
    ...git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
};

/** Lists direct imports of a file, relative to the root and without extension. */
const importsOf = (root: string, file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/from '(\.[^']*)'|import\('(\.[^']*)'\)/g)].map(
    ([, fixed, lazy]) => relative(root, resolve(root, dirname(file), fixed ?? lazy ?? '')),
  );

/**
 * Returns the test files that changed, are named after a changed file, or import one directly. Browser and
 * stress tests run only with `npm test`.
 */
export const relatedTests = (root: string): string[] => {
  const changed = changedFiles(root).filter((file) => /\.tsx?$/.test(file));
  const names = new Set(changed.map((file) => file.replace(/(\.test)?\.tsx?$/, '')));
  return git(root, 'ls-files', '--cached', '--others', '--exclude-standard', '*.test.ts', '*.test.tsx')
    .filter((test) => !/^e2e\/|\.browser\.test\.ts$/.test(test) && existsSync(join(root, test)))
    .filter(
      (test) =>
        names.has(test.replace(/\.test\.tsx?$/, '')) ||
        importsOf(root, test).some((path) => names.has(path) || names.has(`${path}/index`)),
    );
};
