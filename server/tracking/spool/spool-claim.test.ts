import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimOrphans, newSpool, diskFiles } from './spool-claim';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'inflow-claim-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const orphans = () =>
  claimOrphans(root, diskFiles, (error) => {
    throw error;
  });
const ids = () => {
  const claims = orphans();
  claims.forEach((claim) => claim.release());
  return claims.map(({ id }) => id);
};

it('gives every process its own spool', () => {
  const first = newSpool(root, diskFiles);
  const second = newSpool(root, diskFiles);
  expect(first.directory).not.toBe(second.directory);
  expect(ids()).toEqual([]);
  first.release();
  expect(ids()).toEqual([first.id]);
  second.release();
});

it('leaves the spool to a paused process and claims it once the process is killed', async () => {
  const program = `
    const { diskFiles, newSpool } = require(${JSON.stringify(join(__dirname, 'spool-claim.ts'))});
    globalThis.claim = newSpool(${JSON.stringify(root)}, diskFiles);
    console.log(claim.id);
    setInterval(() => undefined, 1000);`;
  const owner = spawn(process.execPath, ['--require', 'tsx/cjs', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [id] = (await once(owner.stdout, 'data')).map(String) as [string];
  owner.kill('SIGSTOP');
  expect(ids()).toEqual([]);
  const ended = once(owner, 'exit');
  owner.kill('SIGKILL');
  await ended;
  expect(ids()).toEqual([id.trim()]);
});

it('detects that its folder or lock was removed', () => {
  const moved = newSpool(root, diskFiles);
  const unlocked = newSpool(root, diskFiles);
  expect([moved.isOurs(), unlocked.isOurs()]).toEqual([true, true]);
  renameSync(moved.directory, join(root, 'elsewhere'));
  rmSync(join(unlocked.directory, 'lock'));
  writeFileSync(join(unlocked.directory, 'lock'), '');
  expect([moved.isOurs(), unlocked.isOurs()]).toEqual([false, false]);
  unlocked.remove();
  expect(existsSync(unlocked.directory)).toBe(true);
  moved.release();
});

it('claims a spool of an earlier version and removes its mark with the spool', () => {
  mkdirSync(join(root, 'old'));
  writeFileSync(join(root, 'old', 'owner'), '{"host":"elsewhere","pid":1}');
  const [claim] = orphans();
  expect(claim?.id).toBe('old');
  claim?.remove();
  expect(existsSync(join(root, 'old'))).toBe(false);
});

it('keeps a folder that contains unknown files', () => {
  const spool = newSpool(root, diskFiles);
  writeFileSync(join(spool.directory, '0000000001.seg'), 'a click');
  expect(() => spool.remove()).toThrow();
  expect(existsSync(join(spool.directory, '0000000001.seg'))).toBe(true);
  expect(ids()).toEqual([spool.id]);
});

it('returns nothing if the folder does not exist yet', () => {
  expect(claimOrphans(join(root, 'none'), diskFiles, () => undefined)).toEqual([]);
});
