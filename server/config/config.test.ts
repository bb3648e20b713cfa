import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadCommandConfig, loadConfig, signingSecret } from './config';
import { checkFolders } from './folders';

const SECRET = 's'.repeat(32);
const MYSQL = 'mysql://root:pw@127.0.0.1:3307/inflow';

describe('configuration', () => {
  it('starts on the embedded database with demo data when nothing is set', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      demo: true,
      role: 'all',
      trackerUrl: 'http://localhost:3000',
    });
    expect(config.database.kind).toBe('sqlite');
  });

  it.each([
    ['a given database', { DATABASE_URL: 'sqlite:/tmp/x.db' }, false, '0.0.0.0'],
    ['a MySQL database', { DATABASE_URL: MYSQL, JWT_SECRET: SECRET }, false, '0.0.0.0'],
    ['DEMO=1', { DATABASE_URL: MYSQL, JWT_SECRET: SECRET, DEMO: '1' }, true, '127.0.0.1'],
    ['DEMO=0', { DEMO: '0' }, false, '0.0.0.0'],
  ])('%s sets the default of the demo data and of the listening address', (_, env, demo, host) => {
    expect(loadConfig(env)).toMatchObject({ demo, host });
  });

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: 'abc' }],
    ['PORT', { PORT: '70000' }],
    ['ROLE', { ROLE: 'boss' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://x/y' }],
    ['JWT_SECRET', { DATABASE_URL: MYSQL }],
    ['JWT_SECRET', { DATABASE_URL: MYSQL, JWT_SECRET: 's'.repeat(31) }],
    ['JWT_SECRET', { JWT_SECRET: 'short' }],
    ['DEMO', { DEMO: 'yes' }],
    ['ARCHIVE_AFTER_DAYS', { ARCHIVE_AFTER_DAYS: '30' }],
    ['CLICK_FSYNC', { CLICK_FSYNC: 'never' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['WEBHOOK_ALLOW', { WEBHOOK_ALLOW: '10.0.0.0/40' }],
    ['POSTBACK_RETRY_SECONDS', { POSTBACK_RETRY_SECONDS: '60,x' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'console.example.jp' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SMTP_URL', { SMTP_URL: 'mail' }],
    ['RATE_LIMIT', { RATE_LIMIT: '-1' }],
    ['MAIL_FROM', { MAIL_FROM: 'Inflow Console' }],
    ['DATABASE_URL', { DATABASE_URL: 'sqlite:' }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:p@db:99999/inflow', JWT_SECRET: SECRET }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:p@a,b:x/inflow', JWT_SECRET: SECRET }],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:p@a,,b/inflow', JWT_SECRET: SECRET }],
  ])('names a wrong or missing %s in one line (%j)', (variable, env) => {
    expect(() => loadConfig(env)).toThrow(new RegExp(`^${variable}: [^\n]+$`));
  });

  it('parses hosts, hops and CIDRs', () => {
    expect(loadConfig({ DATABASE_URL: 'mysql://u:p%40@a:1,b/db', JWT_SECRET: SECRET }).database).toEqual({
      kind: 'mysql',
      user: 'u',
      password: 'p@',
      database: 'db',
      hosts: [
        { host: 'a', port: 1 },
        { host: 'b', port: 3306 },
      ],
    });
    expect(
      loadConfig({ DATABASE_URL: 'mysql://u@[::1]:3307/db', JWT_SECRET: SECRET }).database,
    ).toMatchObject({ hosts: [{ host: '::1', port: 3307 }] });
    expect(loadConfig({ MAIL_FROM: '計測 <no-reply@example.jp>' }).mailFrom).toBe(
      '計測 <no-reply@example.jp>',
    );
    expect(loadConfig({ TRUST_PROXY: '2' }).trustProxy).toBe(2);
    expect(loadConfig({ TRUST_PROXY: '10.0.0.0/8, ::1' }).trustProxy).toEqual(['10.0.0.0/8', '::1']);
  });

  it.each(['p@ss:w/rd', '100%', 'a?b#c d', '%40', '秘密'])(
    'takes the password %j as it is, or encoded in the address',
    (password) => {
      const of = (env: Record<string, string>) => loadConfig({ JWT_SECRET: SECRET, ...env }).database;
      const expected = { user: 'inflow', password, database: 'inflow', hosts: [{ host: 'db', port: 3306 }] };
      const plain = { DATABASE_URL: 'mysql://inflow@db:3306/inflow', DATABASE_PASSWORD: password };
      expect(of(plain)).toMatchObject(expected);
      const encoded = `mysql://inflow:${encodeURIComponent(password)}@db:3306/inflow`;
      expect(of({ DATABASE_URL: encoded })).toMatchObject(expected);
    },
  );

  it('counts the bytes of JWT_SECRET, not its characters', () => {
    expect(loadConfig({ JWT_SECRET: '秘'.repeat(11) }).jwtSecret).toHaveLength(11);
  });

  it('accepts commands without a JWT_SECRET or with a short one', () => {
    for (const JWT_SECRET of [undefined, '', 'short'])
      expect(loadCommandConfig({ DATABASE_URL: MYSQL, JWT_SECRET }).database.kind).toBe('mysql');
  });

  it('names the variable whose folder is blocked by a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inflow-folders-'));
    const file = join(folder, 'file');
    writeFileSync(file, '');
    const check = (env: Record<string, string>) => () =>
      checkFolders(loadConfig({ DATA_DIR: folder, ...env }));
    expect(
      check({ DATA_DIR: join(folder, 'new/one'), DATABASE_URL: `sqlite:${join(folder, 'other/db')}` }),
    ).not.toThrow();
    expect(check({ DATA_DIR: file })).toThrow(/^DATA_DIR: must be a folder, and [^\n]*file is a file$/);
    expect(check({ DATA_DIR: join(file, 'below') })).toThrow(/^DATA_DIR: [^\n]*file is a file$/);
    expect(check({ DATABASE_URL: `sqlite:${join(file, 'db')}` })).toThrow(
      /^DATABASE_URL: [^\n]*file is a file$/,
    );
    expect(check({ DATABASE_URL: `sqlite:${folder}` })).toThrow(/^DATABASE_URL: [^\n]*is a folder$/);
  });

  it('names the variable whose folder is not writable, without retrying', () => {
    const folder = mkdtempSync(join(tmpdir(), 'inflow-folders-'));
    const check = (env: Record<string, string>) => () =>
      checkFolders(loadConfig({ DATA_DIR: folder, ...env }));
    for (const none of ['/proc/none', '/proc/none/below', '/proc']) {
      expect(check({ DATA_DIR: none })).toThrow(
        new RegExp(`^DATA_DIR: must be a folder that can be written, and ${none} can't be \\(E[A-Z]+\\)$`),
      );
      expect(check({ DATABASE_URL: `sqlite:${none}/x.db` })).toThrow(
        new RegExp(`^DATABASE_URL: [^\n]*${none} can't be `),
      );
    }
    expect(
      check({ DATA_DIR: '/proc/none', DATABASE_URL: MYSQL, JWT_SECRET: SECRET, ROLE: 'api' }),
    ).not.toThrow();
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['', 'cut off'])('rejects a damaged stored secret (%j) and names its file', (text) => {
    const config = loadConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'inflow-secret-')) });
    writeFileSync(join(config.dataDir, 'jwt-secret'), text);
    expect(() => signingSecret(config)).toThrow(/^DATA_DIR: .*jwt-secret[^\n]*$/);
  });

  it('reuses the generated secret', () => {
    const config = loadConfig({ DATA_DIR: mkdtempSync(join(tmpdir(), 'inflow-secret-')) });
    expect(signingSecret(config)).toHaveLength(43);
    expect(signingSecret(config)).toBe(signingSecret(config));
  });
});
