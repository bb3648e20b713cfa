import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');

const documents = execFileSync('git', ['ls-files', '*.md'], { cwd: ROOT, encoding: 'utf8' })
  .split('\n')
  .filter(Boolean);

/** Relative links of a document except pictures, and paths in backticks that start with a folder of the tree. */
const pathsIn = (document: string): string[] => {
  const text = readFileSync(join(ROOT, document), 'utf8');
  const links = [...text.matchAll(/\]\((?!https?:|mailto:|#|[^)]+\.png\))([^)\s#]+)/g)].map(([, link = '']) =>
    join(dirname(document), link),
  );
  const quoted = [...text.matchAll(/`((?:server|shared|client|tools|docs|contract|e2e)\/[\w./@-]+)`/g)].map(
    ([, path = '']) => path,
  );
  return [...links, ...quoted];
};

it.each(documents)('%s: names files that exist', (document) => {
  expect(pathsIn(document).filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});
