import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { contentHash, isFresh, writeStamp } from './steps';

let dir: string;
const put = (path: string, text: string): void => {
  mkdirSync(join(dir, 'src'), { recursive: true });
  writeFileSync(join(dir, path), text);
};
const hash = (): string => contentHash(dir, ['src', 'lock.json'], (path) => path.endsWith('.tmp'));

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'inflow-stamp-'));
  put('src/a.ts', '1');
  put('src/b.ts', '2');
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

it.each([
  ['a changed file', () => put('src/a.ts', '3')],
  ['a new file', () => put('src/c.ts', '')],
  ['a file that appears beside the folder', () => put('lock.json', '{}')],
  ['content that moved to another file', () => (put('src/a.ts', '2'), put('src/b.ts', '1'))],
])('changes with %s', (_what, change) => {
  const before = hash();
  change();
  expect(hash()).not.toBe(before);
});

it.each([
  ['a touched file', () => utimesSync(join(dir, 'src/a.ts'), 1, 1)],
  ['an ignored file', () => put('src/x.tmp', 'x')],
])('ignores %s', (_what, change) => {
  const before = hash();
  change();
  expect(hash()).toBe(before);
});

it("stores the hash of an output's inputs", () => {
  const stamp = join(dir, 'out', '.stamp');
  expect(isFresh(stamp, hash())).toBe(false);
  writeStamp(stamp, hash());
  expect(isFresh(stamp, hash())).toBe(true);
  put('src/a.ts', 'other');
  expect(isFresh(stamp, hash())).toBe(false);
});
