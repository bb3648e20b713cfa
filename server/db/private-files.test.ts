import { chmodSync, mkdtempSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { productDatabase } from '../composition/open-database';

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

it.each([
  ['new', false],
  ['one that others could read', true],
])('is readable only by its owner: %s', async (_, there) => {
  const path = join(mkdtempSync(join(tmpdir(), 'inflow-modes-')), 'data', 'inflow.db');
  const first = productDatabase({ kind: 'sqlite', path });
  await first.connect();
  await first.migrate();
  await first.close();
  if (there) {
    chmodSync(path, 0o644);
    expect(modeOf(path)).toBe('644');
  }
  const db = productDatabase({ kind: 'sqlite', path });
  await db.connect();
  await db.write((tx) => tx.execute('UPDATE setting_revision SET revision = revision + 1'));
  expect([path, `${path}-wal`, `${path}-shm`].map(modeOf)).toEqual(['600', '600', '600']);
  expect(modeOf(join(path, '..'))).toBe('700');
  await db.close();
});
