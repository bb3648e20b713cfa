import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeShop } from '../../tracking/testing/settings';
import type { Database } from '../database';
import { emptyDatabase, onEachDatabase, openTestDatabase, type TestDatabase } from '../testing/databases';
import { checkBackup, type Manifest } from './backup-file';
import { backUpDatabase, restoreDatabase } from './database-copy';

jest.setTimeout(60_000);

const MANIFEST_BYTES = 1024;

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let folder: string;
  let backup: string;
  let manifest: Manifest;
  const file = (name: string) => join(folder, name);
  const productsOf = (db: Database) => db.read('SELECT * FROM product ORDER BY id');

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'inflow-backup-'));
    test = await openTestDatabase(dialect);
    await makeShop(test.db, { productName: '茶 🍵 \\ " \' \n' });
    backup = file('good');
    manifest = await backUpDatabase(test.db.target, backup);
  });
  afterAll(async () => {
    await test.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('checks a complete backup and leaves no other file', async () => {
    expect(await checkBackup(backup)).toEqual(manifest);
    expect(manifest).toMatchObject({ database: dialect });
    expect(readdirSync(folder)).toEqual(['good']);
  });

  it('restores every table into an empty database', async () => {
    const other = await emptyDatabase(dialect);
    await restoreDatabase(other.target, backup, { replace: false });
    const db = await other.open();
    expect(await productsOf(db)).toEqual(await productsOf(test.db));
    await other.drop();
  });

  const good = () => readFileSync(backup);
  const withManifest = (changes: Partial<Manifest>) => {
    const bytes = good();
    bytes.fill(' ', 0, MANIFEST_BYTES);
    bytes.write(JSON.stringify({ ...manifest, ...changes }));
    return bytes;
  };
  const flipped = (at: number) => {
    const bytes = good();
    bytes[at]! ^= 1;
    return bytes;
  };
  it.each<[string, () => Buffer | string, RegExp]>([
    ['is empty', () => '', /is no complete backup/],
    ['is another file', () => 'x'.repeat(5000), /is no complete backup/],
    ['lacks its manifest', () => good().fill(' ', 0, MANIFEST_BYTES), /is no complete backup/],
    ['is cut in its manifest', () => good().subarray(0, 100), /is no complete backup/],
    ['is cut in its middle', () => good().subarray(0, 3000), /has 1976 of \d+ bytes of content/],
    ['lacks its last byte', () => good().subarray(0, -1), /has \d+ of \d+ bytes of content/],
    ['has a further byte', () => Buffer.concat([good(), Buffer.from('x')]), /has \d+ of \d+ bytes/],
    ['has a wrong bit', () => flipped(good().length - 100), /is damaged/],
    [
      'is of a newer version',
      () => withManifest({ schema: 'Newer1800000000001' }),
      /is from a newer version/,
    ],
    [
      'is of the other database',
      () => withManifest({ database: dialect === 'sqlite' ? 'mysql' : 'sqlite' }),
      /is a backup of .+, and DATABASE_URL names /,
    ],
  ])('refuses a backup that %s, and leaves the database alone', async (_, content, reason) => {
    const bad = file('bad');
    writeFileSync(bad, content());
    const before = await productsOf(test.db);
    await expect(restoreDatabase(test.db.target, bad, { replace: true })).rejects.toThrow(reason);
    expect(await productsOf(test.db)).toEqual(before);
    rmSync(bad);
  });

  it('replaces a database on request only', async () => {
    const other = await emptyDatabase(dialect);
    const { target } = other;
    await restoreDatabase(target, backup, { replace: false });
    await expect(restoreDatabase(target, backup, { replace: false })).rejects.toThrow(
      /^DATABASE_URL: .+--replace replaces/,
    );
    await restoreDatabase(target, backup, { replace: true });
    expect(await productsOf(await other.open())).toEqual(await productsOf(test.db));
    await other.drop();
  });

  it('overwrites no file, and leaves none behind if it fails', async () => {
    await expect(backUpDatabase(test.db.target, backup)).rejects.toThrow(/exists; choose a new name/);
    await expect(backUpDatabase(test.db.target, file('no/folder'))).rejects.toThrow();
    const missing = {
      ...test.db.target,
      ...(dialect === 'sqlite' ? { path: file('none') } : { database: 'none' }),
    };
    await expect(backUpDatabase(missing, file('new'))).rejects.toThrow();
    expect([existsSync(file('new')), existsSync(file('new.partial'))]).toEqual([false, false]);
  });

  const only = dialect === 'sqlite' ? it : it.skip;
  only('replaces no embedded database that is in use', async () => {
    await expect(restoreDatabase(test.db.target, backup, { replace: true })).rejects.toThrow(
      /is in use; stop all processes first/,
    );
  });

  const onServer = dialect === 'mysql' ? it : it.skip;
  onServer('names the client program that is missing', async () => {
    const { PATH } = process.env;
    process.env.PATH = folder;
    await expect(backUpDatabase(test.db.target, file('new'))).rejects.toThrow(
      'mariadb-dump or mysqldump is not installed (package mariadb-client)',
    );
    await expect(restoreDatabase(test.db.target, backup, { replace: true })).rejects.toThrow(
      'mariadb or mysql is not installed (package mariadb-client)',
    );
    process.env.PATH = PATH;
    expect(await productsOf(test.db)).toHaveLength(1);
  });
});
