import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settle, startWorker } from '../sweeps';
import { makeProduct, type Fixture } from '../journeys/testing/fixture';
import { randomOf, shuffled } from '../journeys/testing/random-events';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { importEvents } from './import-events';

/** Each command starts a process. */
const COMMANDS_MS = 120_000;

const ROLLUPS = ['touch', 'cv'].flatMap((kind) =>
  ['day', 'month'].flatMap((period) => [`rollup_${kind}_${period}`, `rollup_${kind}_fine_${period}`]),
);

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  const dir = mkdtempSync(join(tmpdir(), 'inflow-import-'));
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(async () => {
    await test.drop();
    rmSync(dir, { recursive: true });
  });

  const file = (name: string, lines: readonly (object | string)[]) => {
    const path = join(dir, name);
    writeFileSync(
      path,
      lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n') + '\n',
    );
    return path;
  };

  /** Generates event lines of a product with few visitors, so the order of time matters. */
  function lines(productId: number, seed: number, count: number) {
    const random = randomOf(seed);
    const day = Date.UTC(2025, 10, 1);
    return Array.from({ length: count }, (_, n) => {
      const base = {
        id: `e${n}`,
        time: new Date(day + Math.floor(random() * 60 * 24) * 3_600_000).toISOString(),
        product_id: productId,
        visitor_id: `v${Math.floor(random() * 30)}`,
      };
      const kind = random();
      if (kind < 0.5) return { ...base, type: 'click', ad_name: `ad ${Math.floor(random() * 5)}` };
      if (kind < 0.7)
        return {
          ...base,
          type: 'view',
          url: random() < 0.3 ? `https://x.example/?a_iid=e${Math.floor(random() * count)}` : '/',
        };
      return {
        ...base,
        type: 'conversion',
        cv_setting_id: undefined,
        amount: Math.floor(random() * 1e6) / 100,
        user_id: random() < 0.3 ? 'U' : null,
      };
    });
  }

  async function productWithOneLast(): Promise<Fixture> {
    const fixture = await makeProduct(db, { trackingTerm: 10 });
    await db.write((tx) => tx.execute('DELETE FROM cv_setting WHERE id = ?', [fixture.cv.other]));
    return fixture;
  }

  /** Reads all data of the reports, with names instead of keys. */
  async function reportsOf(productId: number) {
    const ads = await db.read<{ id: number; ad_name: string }>(
      'SELECT id, ad_name FROM ad WHERE product_id = ?',
      [productId],
    );
    const name = new Map(ads.map((ad) => [ad.id, ad.ad_name]));
    const result: string[] = [];
    for (const table of ROLLUPS) {
      const rows = await db.read<Record<string, number>>(`SELECT * FROM ${table} WHERE product_id = ?`, [
        productId,
      ]);
      for (const { product_id: _, cv_setting_id: __, ad_id, ...row } of rows) {
        const facts = Object.entries(row).map(([key, value]) => `${key} ${Number(value).toPrecision(10)}`);
        result.push(`${table} ${name.get(ad_id ?? 0) ?? 'no ad'} ${facts.join(' ')}`);
      }
    }
    return result.sort();
  }

  it('produces the same reports from lines in any order, also repeatedly', async () => {
    const one = await productWithOneLast();
    const other = await productWithOneLast();
    const events = lines(one.productId, 5, 1500);
    const counts = await importEvents(db, { file: file('a.ndjson', events), createAds: true });
    expect(counts).toEqual({ read: 1500, accepted: 1500, duplicates: 0, rejected: 0 });
    await settle(db);
    const reports = await reportsOf(one.productId);
    expect(reports.length).toBeGreaterThan(100);

    const again = await importEvents(db, { file: file('a.ndjson', events), createAds: true });
    expect(again).toEqual({ read: 1500, accepted: 0, duplicates: 1500, rejected: 0 });
    await settle(db);
    expect(await reportsOf(one.productId)).toEqual(reports);

    const moved = shuffled(lines(other.productId, 5, 1500), randomOf(6));
    for (let part = 0; part < 3; part += 1) {
      await importEvents(db, {
        file: file('b.ndjson', moved.slice(part * 500, part * 500 + 500)),
        createAds: true,
      });
      await settle(db);
    }
    expect(await reportsOf(other.productId)).toEqual(reports);
  });

  it('writes rejected lines with line, reason and text to a file, and imports the rest', async () => {
    const { productId, ads } = await productWithOneLast();
    const click = { type: 'click', id: 'c', time: '2026-01-02T03:04:05', visitor_id: 'v', ad_id: ads[0] };
    const path = file('c.ndjson', [
      click,
      '',
      '{broken',
      { ...click, id: 'd', ad_id: 999_999 },
      { ...click, id: '' },
      { ...click, product_id: 999_999 },
    ]);
    const counts = await importEvents(db, { file: path, productId, createAds: false });
    expect(counts).toEqual({ read: 5, accepted: 1, duplicates: 0, rejected: 4 });
    const rejected = readFileSync(`${path}.rejected.ndjson`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(rejected).toEqual([
      { line: 3, reason: 'the line is not valid JSON', text: '{broken' },
      {
        line: 4,
        reason: 'ad_id 999999 is not an ad of the product',
        text: JSON.stringify({ ...click, id: 'd', ad_id: 999_999 }),
      },
      { line: 5, reason: 'id is missing', text: JSON.stringify({ ...click, id: '' }) },
      {
        line: 6,
        reason: 'product_id 999999 is unknown',
        text: JSON.stringify({ ...click, product_id: 999_999 }),
      },
    ]);
    writeFileSync(path, `${JSON.stringify(click)}\n`);
    expect(await importEvents(db, { file: path, productId, createAds: false })).toMatchObject({
      duplicates: 1,
      rejected: 0,
    });
    expect(existsSync(`${path}.rejected.ndjson`)).toBe(false);
  });

  it('applies an amendment that stands before its conversion in the file', async () => {
    const { productId } = await productWithOneLast();
    const time = '2026-01-02T03:04:05';
    const order = (id: string) => ({ type: 'conversion', id, time, visitor_id: 'v', amount: 100 });
    const amendment = (id: string, of: string) => ({
      type: 'amendment',
      id,
      time,
      conversion_id: of,
      cancelled: true,
    });
    const path = file('amended.ndjson', [
      amendment('m', 'last'),
      amendment('n', 'none'),
      ...Array.from({ length: 2500 }, (_, n) => order(`o${n}`)),
      order('last'),
      amendment('m', 'last'),
    ]);
    const counts = await importEvents(db, { file: path, productId, createAds: false });
    expect(counts).toEqual({ read: 2504, accepted: 2502, duplicates: 1, rejected: 1 });
    expect(JSON.parse(readFileSync(`${path}.rejected.ndjson`, 'utf8'))).toMatchObject({
      line: 2,
      reason: 'conversion_id is not known, so that the conversion is missing',
    });
    expect(
      await db.read('SELECT event_id FROM conversion WHERE product_id = ? AND cancelled = 1', [productId]),
    ).toEqual([{ event_id: 'last' }]);
  });

  it('reads the flags of amendments from CSV', async () => {
    const { productId } = await productWithOneLast();
    const path = file('amended.csv', [
      'type,id,time,visitor_id,conversion_id,amount,cancelled',
      'conversion,o,2026-01-02T03:04:05,v,,100,',
      'amendment,m,2026-01-02T03:04:05,,o,,TRUE',
      'amendment,n,2026-01-02T03:04:05,,o,50,',
    ]);
    const counts = await importEvents(db, { file: path, productId, createAds: false });
    expect(counts).toMatchObject({ accepted: 3, rejected: 0 });
    expect(
      await db.read('SELECT cancelled, amended_sen FROM conversion WHERE product_id = ?', [productId]),
    ).toEqual([{ cancelled: 1, amended_sen: 5000 }]);
  });

  it('creates one ad per unknown name, compared byte for byte, and none for a rejected line', async () => {
    const { productId } = await productWithOneLast();
    const click = (id: string, name: string, more: object = {}) => ({
      type: 'click',
      id,
      time: '2026-01-02T03:04:05Z',
      product_id: productId,
      visitor_id: 'v',
      ad_name: name,
      ...more,
    });
    const events = [
      click('1', 'new'),
      click('2', 'New'),
      click('3', 'new '),
      click('4', 'new'),
      click('5', 'a'),
      click('6', 'ぱ'),
      click('7', 'は'),
      click('8', 'bad', { cost: -1 }),
    ];
    expect(await importEvents(db, { file: file('d.ndjson', events), createAds: true })).toMatchObject({
      accepted: 7,
      rejected: 1,
    });
    const rows = await db.read<Record<string, unknown>>(
      'SELECT ad_name, click_cost_sen, cv_cost_sen, asp_id, ad_category_id, period_from, status FROM ad WHERE product_id = ? ORDER BY id',
      [productId],
    );
    expect(rows.slice(0, 4).map((row) => row.ad_name)).toEqual(['a', 'b', 'c', 'd']);
    expect(rows.slice(4).map((row) => row.ad_name)).toEqual(['new', 'New', 'new ', 'ぱ', 'は']);
    expect({ ...rows[4] }).toMatchObject({
      click_cost_sen: 0,
      cv_cost_sen: 0,
      asp_id: null,
      ad_category_id: null,
      period_from: null,
      status: 1,
    });
    expect(
      await importEvents(db, { file: file('e.ndjson', [click('9', 'unknown')]), createAds: false }),
    ).toMatchObject({ rejected: 1 });
  });

  it('reads CSV by its column names, with numbers as text', async () => {
    const { productId, ads, cv } = await productWithOneLast();
    const path = file('f.csv', [
      'type,id,time,product_id,visitor_id,ad_id,cost,cv_setting_id,amount,user_id,args,unknown',
      `click,1,2026-01-02T03:04:05,${productId},v,${ads[0]},12.5,,,,,x`,
      `conversion,2,2026-01-02T03:05:05,${productId},v,,,${cv.middle},1000,u,"order=1,2",`,
      `conversion,3,2026-01-02T03:05:05,${productId},v,,,,"1,000",,,`,
    ]);
    expect(await importEvents(db, { file: path, createAds: false })).toEqual({
      read: 3,
      accepted: 2,
      duplicates: 0,
      rejected: 1,
    });
    const [click] = await db.read<{ cost_sen: number }>(
      'SELECT cost_sen FROM interaction WHERE product_id = ?',
      [productId],
    );
    const [conversion] = await db.read<Record<string, unknown>>(
      'SELECT amount_sen, args, cv_type, user_id FROM conversion WHERE product_id = ?',
      [productId],
    );
    expect(click?.cost_sen).toBe(1250);
    expect({ ...conversion }).toEqual({ amount_sen: 100_000, args: 'order=1,2', cv_type: 0, user_id: 'u' });
  });

  const run = (args: string[]) =>
    new Promise<{ code: number | null; out: string; err: string }>((resolve) => {
      const child = spawn(process.execPath, ['--import', 'tsx', ...args], {
        cwd: join(__dirname, '../..'),
        env: { PATH: process.env.PATH, HOME: process.env.HOME, DATABASE_URL: test.url, DATA_DIR: dir },
      });
      let [out, err] = ['', ''];
      child.stdout.on('data', (data: Buffer) => (out += data.toString()));
      child.stderr.on('data', (data: Buffer) => (err += data.toString()));
      child.on('close', (code) => resolve({ code, out, err }));
    });

  it(
    'runs as a command beside a worker; verify then finds nothing, or the manipulated rows',
    async () => {
      const { productId } = await productWithOneLast();
      const errors: unknown[] = [];
      const worker = startWorker(db, (error) => errors.push(error));
      const path = file('g.ndjson', [...lines(productId, 8, 1200), 'broken']);
      const command = [
        'server/cli/import.ts',
        path,
        '--product',
        String(productId),
        '--create-ads',
        '--notify',
      ];
      const imported = await run(command).finally(() => worker.stop());
      expect(errors).toEqual([]);
      expect(imported.code).toBe(3);
      expect(JSON.parse(imported.out.trim().split('\n').at(-1) ?? '')).toEqual({
        read: 1201,
        accepted: 1200,
        duplicates: 0,
        rejected: 1,
      });
      const [clicks] = await db.read<{ clicks: number }>(
        'SELECT SUM(clicks) AS clicks FROM rollup_touch_month WHERE product_id = ?',
        [productId],
      );
      const [stored] = await db.read<{ n: number }>(
        'SELECT COUNT(*) AS n FROM interaction WHERE product_id = ? AND counted = 1',
        [productId],
      );
      expect(Number(clicks?.clicks)).toBe(Number(stored?.n));

      const verified = await run(['server/cli/verify.ts', '--product', String(productId)]);
      expect(verified).toMatchObject({ code: 0, err: '' });
      await db.write((tx) =>
        tx.execute(
          "UPDATE interaction SET first_touch = 1 - first_touch WHERE product_id = ? AND id = 'e1'",
          [productId],
        ),
      );
      await db.write((tx) =>
        tx.execute('UPDATE conversion_touch SET share_2 = share_2 / 2 WHERE product_id = ? AND pos = 1', [
          productId,
        ]),
      );
      const result = await run(['server/cli/verify.ts', '--product', String(productId)]);
      expect(result.code).toBe(1);
      expect(result.out).toMatch(/conversion_touch e\d+ of \d{8} does not say what its events say/);
      expect(result.out).toMatch(/rollup_cv_fine_day .* attr_cv_2 is .*, should be /);
      const [untouched] = await db.read<{ n: number }>('SELECT COUNT(*) AS n FROM stale_day');
      expect(Number(untouched?.n)).toBe(0);
    },
    COMMANDS_MS,
  );

  it(
    'exits with 2 for a missing file, an unknown product or option, and with 0 for a clean run',
    async () => {
      const { productId } = await productWithOneLast();
      const empty = file('h.ndjson', []);
      expect((await run(['server/cli/import.ts', join(dir, 'none.ndjson')])).code).toBe(2);
      expect((await run(['server/cli/import.ts', empty, '--product', '999999'])).code).toBe(2);
      expect((await run(['server/cli/import.ts', empty, '--nonsense'])).code).toBe(2);
      const clean = await run(['server/cli/import.ts', empty, '--product', String(productId)]);
      expect(clean).toMatchObject({ code: 0, out: '{"read":0,"accepted":0,"duplicates":0,"rejected":0}\n' });
    },
    COMMANDS_MS,
  );
});
