import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimOrphans, newSpool } from './spool-claim';

let root = '';

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inflow-claim-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const leave = (id: string, owner: object | string, ageSeconds = 0) => {
  mkdirSync(join(root, id));
  const path = join(root, id, 'owner');
  writeFileSync(path, typeof owner === 'string' ? owner : JSON.stringify(owner));
  const then = new Date(Date.now() - ageSeconds * 1000);
  utimesSync(path, then, then);
};

it('gives every process a spool of its own', () => {
  const first = newSpool(root);
  const second = newSpool(root);
  expect(first.directory).not.toBe(second.directory);
  expect(claimOrphans(root)).toEqual([]);
  first.release();
  const [found, ...others] = claimOrphans(root);
  expect(found?.id).toBe(first.id);
  expect(others).toEqual([]);
  found?.release();
  second.release();
});

it.each([
  ['a process of this machine that is gone', { host: hostname(), pid: 2 ** 22 + 1 }, 0, true],
  ['a process of this machine that runs', { host: hostname(), pid: process.ppid }, 0, false],
  ['one with our own number before us, as in a container', { host: hostname(), pid: process.pid }, 0, true],
  ['another machine that was heard of lately', { host: 'elsewhere', pid: 1 }, 10, false],
  ['another machine that has been silent for long', { host: 'elsewhere', pid: 1 }, 100, true],
  ['nobody who could write it to the end', '{"host', 0, false],
  ['the same, a while ago', '{"host', 100, true],
])('takes over from %s: %s', (_name, owner, age, taken) => {
  leave('old', owner, age);
  const claims = claimOrphans(root);
  expect(claims.map((claim) => claim.id)).toEqual(taken ? ['old'] : []);
  claims.forEach((claim) => claim.release());
});

it('leaves nothing of its own behind', () => {
  const spool = newSpool(root);
  spool.release();
  expect(existsSync(join(spool.directory, 'owner'))).toBe(false);
  expect(readdirSync(spool.directory)).toEqual([]);
});
