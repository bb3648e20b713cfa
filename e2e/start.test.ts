import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mariaDbInstalled } from '../server/db/testing/mariadb';
import { npmStartFails, startProduct } from './support/product';
import { onBothDatabases } from './support/databases';
import { eventually, signIn } from './support/rest';

jest.setTimeout(180_000);

describe('npm start', () => {
  onBothDatabases((database) => {
    it('is ready within a minute, shows how to try the demo, and ends with 0 on SIGTERM', async () => {
      const product = await startProduct({ ...(await database.fresh()), DEMO: '1' });
      try {
        expect(product.readyAfter).toBeLessThan(60_000);
        expect(product.stdout()).toContain(product.url);
        expect(product.stdout()).toContain('admin@example.com');
        expect(product.stdout()).toMatch(/ick_[\w-]{20,}/);
        expect((await fetch(`${product.url}/health`)).status).toBe(200);
        for (const [path, type, text] of [
          ['/robots.txt', 'text/plain', /^User-agent: \*\nAllow: \/r\/\nAllow: \/tag\/\nDisallow: \/$/m],
          ['/favicon.ico', 'image/vnd.microsoft.icon', /PNG/],
        ] as const) {
          const answer = await fetch(product.url + path);
          expect([path, answer.status]).toEqual([path, 200]);
          expect(answer.headers.get('content-type')).toContain(type);
          expect(await answer.text()).toMatch(text);
        }
        const me = await (
          await signIn(product.url, 'manager@example.com')
        ).get<{ selections: { product: unknown[] } }>('/users/me/');
        expect(me.selections.product).toHaveLength(2);
      } finally {
        const ended = await product.stop();
        expect(ended.code).toBe(0);
        rmSync(product.dataDir, { recursive: true, force: true });
      }
    });
  });

  it('keeps data and API key over a restart, also at another address', async () => {
    const first = await startProduct();
    const key = /ick_[\w-]{20,}/.exec(first.stdout())?.[0];
    await first.stop();
    const again = await startProduct({ DATA_DIR: first.dataDir });
    try {
      expect(again.stdout()).toContain(key);
      const link = /http\S+\/r\/\S+/.exec(again.stdout())?.[0] ?? '';
      const follow = async (): Promise<string> =>
        (await fetch(link, { redirect: 'manual' })).headers.get('location') ?? '';
      // Collectors learn about changed settings within seconds.
      expect(await eventually(follow, (page) => page.startsWith(again.url))).toContain(
        `${again.url}/demo-site/`,
      );
    } finally {
      await again.discard();
    }
  });

  it('adds no demo data to a given database', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'inflow-e2e-'));
    const product = await startProduct({ DATA_DIR: dir, DATABASE_URL: `sqlite:${join(dir, 'given.db')}` });
    try {
      expect(product.stdout()).not.toContain('admin@example.com');
      await expect(signIn(product.url, 'admin@example.com')).rejects.toThrow('401');
      expect(await (await fetch(`${product.url}/demo-site/`)).text()).not.toContain('/tag/');
    } finally {
      await product.discard();
    }
  });
});

describe('a wrong setting stops the start with one line that names it', () => {
  it.each([
    ['PORT', { PORT: 'many' }],
    ['ROLE', { ROLE: 'boss' }],
    ['DATABASE_URL', { DATABASE_URL: 'postgres://x/y' }],
    ['JWT_SECRET', { DATABASE_URL: 'mysql://u:p@127.0.0.1:1/x' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'not an address' }],
    ['TRUST_PROXY', { TRUST_PROXY: 'true' }],
    ['CLICK_FSYNC', { CLICK_FSYNC: 'never' }],
  ])('%s', async (name, env) => {
    const ended = await npmStartFails(env);
    expect(ended.code).not.toBe(0);
    const lines = ended.stderr.split('\n').filter((line) => line.includes(name));
    expect(lines).toHaveLength(1);
    expect(ended.stderr).not.toMatch(/\n\s+at /);
  });
});

if (!mariaDbInstalled())
  console.warn('SKIPPED: MariaDB is not installed; npm start was tried on SQLite only');
