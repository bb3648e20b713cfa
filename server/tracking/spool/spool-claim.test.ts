import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimOrphans, newSpool } from './spool-claim';
import { diskFiles } from './spool-files';

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

it('gives every process a spool of its own', () => {
  const first = newSpool(root, diskFiles);
  const second = newSpool(root, diskFiles);
  expect(first.directory).not.toBe(second.directory);
  expect(ids()).toEqual([]);
  first.release();
  expect(ids()).toEqual([first.id]);
  second.release();
});

it('leaves a process its spool while it stands still, and takes the spool when the process is killed', async () => {
  const program = `
    const { newSpool } = require(${JSON.stringify(join(__dirname, 'spool-claim.ts'))});
    const { diskFiles } = require(${JSON.stringify(join(__dirname, 'spool-files.ts'))});
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

it('knows that somebody took its folder or its lock away', () => {
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

it('takes over what a former version left, and removes its mark with the spool', () => {
  mkdirSync(join(root, 'old'));
  writeFileSync(join(root, 'old', 'owner'), '{"host":"elsewhere","pid":1}');
  const [claim] = orphans();
  expect(claim?.id).toBe('old');
  claim?.remove();
  expect(existsSync(join(root, 'old'))).toBe(false);
});

it('removes no folder that holds anything it does not know', () => {
  const spool = newSpool(root, diskFiles);
  writeFileSync(join(spool.directory, '0000000001.seg'), 'a click');
  expect(() => spool.remove()).toThrow();
  expect(existsSync(join(spool.directory, '0000000001.seg'))).toBe(true);
  expect(ids()).toEqual([spool.id]);
});

it('finds nothing where there is no folder yet', () => {
  expect(claimOrphans(join(root, 'none'), diskFiles, () => undefined)).toEqual([]);
});
