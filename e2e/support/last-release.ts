import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, realpathSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** Commit of the last release, 0.2.0. */
const LAST_RELEASE = '5825aa6ade0de55b68ba644a7eb30a27e9c6809c';
const SOURCES = ['server', 'shared', 'tools', 'schema.graphql', 'package.json', 'tsconfig.json'];
const ROOT = resolve(__dirname, '../..');

/** Returns whether the git history has the last release. */
export const lastReleaseKnown = (): boolean =>
  spawnSync('git', ['cat-file', '-e', `${LAST_RELEASE}^{tree}`], { cwd: ROOT }).status === 0;

/** Builds the server of the last release with the installed packages. Returns its folder. */
export function buildLastRelease(): string {
  const folder = mkdtempSync(join(tmpdir(), 'inflow-last-release-'));
  const input = execFileSync('git', ['archive', LAST_RELEASE, ...SOURCES], {
    cwd: ROOT,
    maxBuffer: Infinity,
  });
  execFileSync('tar', ['x', '-C', folder], { input });
  symlinkSync(realpathSync(join(ROOT, 'node_modules')), join(folder, 'node_modules'));
  execFileSync(process.execPath, ['--import', 'tsx', 'tools/build/bundle-server.ts'], { cwd: folder });
  return folder;
}
