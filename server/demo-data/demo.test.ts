import { hashSecret } from '../auth/tokens';
import { addDays, dayOf, lastDays } from '../../shared/domain/calendar';
import { checkDelivery, judgeTest } from '../../shared/domain/experiment';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { makeApiWorld } from '../composition/testing/api-world';
import { prepareDemo, welcomeToDemo, type DemoInfo, type DemoSettings } from '.';

jest.setTimeout(120_000);

const NOW = Date.parse('2026-11-20T15:00:00+09:00');

describe('demo in an empty embedded database', () => {
  let test: TestDatabase;
  let settings: DemoSettings;
  let info: DemoInfo | undefined;
  const one = async <T>(sql: string): Promise<T> => (await test.db.read<T>(sql))[0]!;

  beforeAll(async () => {
    test = await openTestDatabase('sqlite');
    settings = { publicUrl: 'http://localhost:3000', trackerUrl: 'http://localhost:3000', now: NOW };
    info = await prepareDemo(test.db, settings);
  });
  afterAll(() => test.drop());

  it('has the accounts of the README, and a second company', async () => {
    const users = await test.db.read<{ email: string; company: string }>(
      'SELECT u.email, c.div_name AS company FROM app_user u JOIN company c ON c.id = u.company_id ORDER BY u.id',
    );
    expect(users.map(({ email, company }) => `${company}: ${email}`)).toEqual([
      'Demo: admin@example.com',
      'Demo: manager@example.com',
      'Demo: analyst@example.com',
      'Demo: agency@example.com',
      'Other: admin@other.example',
    ]);
  });

  it('hides one product from manager and analyst', async () => {
    const rows = await test.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM user_product GROUP BY user_id');
    expect(rows.map(({ n }) => n)).toEqual([2, 2, 2]);
    expect(await one('SELECT COUNT(*) AS n FROM product WHERE company_id = 1')).toEqual({ n: 3 });
  });

  it('has a year up to yesterday, derived and rolled up', async () => {
    const span = await one<{ first: number; last: number }>(
      'SELECT MIN(day) AS first, MAX(day) AS last FROM interaction WHERE product_id = 1',
    );
    const yesterday = addDays(dayOf(NOW), -1);
    expect(span.last).toBe(yesterday);
    expect(span.first).toBeLessThanOrEqual(addDays(yesterday, -360));
    expect(await one('SELECT COUNT(*) AS n FROM stale_visitor')).toEqual({ n: 0 });
    expect(await one('SELECT COUNT(*) AS n FROM stale_day')).toEqual({ n: 0 });
    const rolled = await one<{ clicks: number }>(
      'SELECT SUM(clicks) AS clicks FROM rollup_touch_month WHERE product_id = 1',
    );
    expect(rolled.clicks).toBeGreaterThan(12_000);
  });

  it('has direct and repeat conversions, several devices, and variants that differ', async () => {
    const cv = await one<Record<string, number>>(
      'SELECT SUM(touch_count = 0) AS direct, SUM(repeated) AS repeated, SUM(touch_count > 2) AS long, COUNT(*) AS n FROM conversion WHERE product_id = 1 AND cv_type = 1',
    );
    for (const part of ['direct', 'repeated', 'long']) expect(cv[part]! / cv.n!).toBeGreaterThan(0.04);
    expect(await one('SELECT COUNT(DISTINCT device) AS n FROM interaction WHERE product_id = 1')).toEqual({
      n: 4,
    });
    expect(
      (
        await one<{ n: number }>(
          'SELECT COUNT(DISTINCT lpo_entry_id) AS n FROM interaction WHERE product_id = 1',
        )
      ).n,
    ).toBeGreaterThan(4);
  });

  it('has split tests: one decided, one undecided, one with a wrong delivery', async () => {
    const { from, to } = lastDays(30, dayOf(NOW));
    const sum = (column: string, kind: string, also = '') =>
      `(SELECT COALESCE(SUM(f.${column}), 0) FROM rollup_${kind}_fine_day f WHERE f.product_id = 1 AND f.lpo_entry_id = e.id AND f.day BETWEEN ${from} AND ${to}${also})`;
    const rows = await test.db.read<{
      redirect_id: number;
      rate: number;
      clicks: number;
      visitors: number;
      cvs: number;
    }>(
      `SELECT e.redirect_id, e.rate, ${sum('clicks', 'touch')} AS clicks, ${sum('first_touches', 'touch')} AS visitors, ${sum('cv_count', 'cv', ' AND f.cv_type = 1 AND f.class IN (1, 3)')} AS cvs
         FROM lpo_entry e JOIN redirect r ON r.id = e.redirect_id WHERE r.product_id = 1 ORDER BY e.id`,
    );
    const tests = [...new Set(rows.map(({ redirect_id: id }) => id))].map((id) =>
      rows.filter((row) => row.redirect_id === id),
    );
    const verdicts = tests.map(
      (variants) =>
        judgeTest(variants.map(({ clicks, cvs, rate }) => ({ trials: clicks, successes: cvs, rate }))).verdict
          .state,
    );
    const checks = tests.map(
      (variants) =>
        checkDelivery({
          variants: variants.map(({ visitors, rate }) => ({ count: visitors, rate })),
          isOn: true,
          isChanged: false,
        }).state,
    );
    expect(verdicts).toEqual(expect.arrayContaining(['decided', 'undecided']));
    expect(checks.filter((state) => state === 'mismatch')).toHaveLength(1);
    expect(verdicts.some((state, index) => state === 'decided' && checks[index] === 'matches')).toBe(true);
  });

  it('has results in all states, decided by day, and a queue with an unreachable network', async () => {
    const states = await test.db.read<{ approval_status: number; n: number }>(
      'SELECT approval_status, COUNT(*) AS n FROM result WHERE product_id = 1 GROUP BY approval_status ORDER BY approval_status',
    );
    expect(states.map(({ approval_status: state }) => state)).toEqual([0, 1, 2]);
    for (const { n } of states) expect(n).toBeGreaterThan(10);
    const { days } = await one<{ days: number }>(
      'SELECT COUNT(DISTINCT at) AS days FROM result_history WHERE product_id = 1 AND user_id IS NOT NULL',
    );
    expect(days).toBeGreaterThan(50);
    const queue = await test.db.read<{ result_status: number | null }>(
      'SELECT DISTINCT result_status FROM postback WHERE product_id = 1 ORDER BY result_status',
    );
    expect(queue.map(({ result_status: status }) => status)).toEqual([null, 0, 1]);
    const wrong = await one<{ n: number }>(
      'SELECT COUNT(*) AS n FROM result_history WHERE (postback_id IS NULL) = (untold IS NULL)',
    );
    expect(wrong.n).toBe(0);
    const { approved, rolled } = await one<{ approved: number; rolled: number }>(
      'SELECT (SELECT SUM(cv_cost_sen) FROM result WHERE product_id = 1 AND approval_status = 1) AS approved, (SELECT SUM(cv_cost_approved_sen) FROM rollup_result_month WHERE product_id = 1) AS rolled',
    );
    expect(rolled).toBe(approved);
  });

  it('has media costs of some ads and months in its reports', async () => {
    const { ads, months, cost } = await one<{ ads: number; months: number; cost: number }>(
      'SELECT COUNT(DISTINCT ad_id) AS ads, COUNT(DISTINCT FLOOR(day / 100)) AS months, SUM(cost_sen) AS cost FROM media_cost WHERE product_id = 1',
    );
    expect(ads).toBeGreaterThan(3);
    expect(months).toBeGreaterThan(2);
    expect(
      await one('SELECT SUM(media_cost_sen) AS cost FROM rollup_media_month WHERE product_id = 1'),
    ).toEqual({ cost });
  });

  it('keeps its data and key at the next start, and follows a changed address', async () => {
    const again = await prepareDemo(test.db, {
      ...settings,
      publicUrl: 'http://localhost:4444',
      trackerUrl: 'http://localhost:4444',
    });
    expect(again?.apiKey).toBe(info?.apiKey);
    expect(await one('SELECT COUNT(*) AS n FROM company')).toEqual({ n: 2 });
    expect(again?.links[0]?.url).toContain('http://localhost:4444/r/');
    for (const [table, column] of [
      ['redirect', 'redirect_url'],
      ['lpo_entry', 'url'],
      ['product', 'product_url'],
    ]) {
      expect(
        await one(
          `SELECT COUNT(*) AS n FROM ${table} WHERE ${column} NOT LIKE 'http://localhost:4444/demo-site/%'`,
        ),
      ).toEqual({ n: 0 });
    }
  });

  it('doesn’t touch a database with other companies', async () => {
    const other = await openTestDatabase('sqlite');
    await other.db.write((tx) =>
      tx.execute(
        "INSERT INTO company (version, created_at, updated_at, div_name, status) VALUES (1, 0, 0, 'Real', 1)",
      ),
    );
    expect(await prepareDemo(other.db, settings)).toBeUndefined();
    expect(await other.db.read('SELECT id FROM product')).toEqual([]);
    await other.drop();
  });
});

onEachDatabase((dialect) => {
  it('has one key, however many processes start at the same time, until a user deletes it', async () => {
    const { db, drop } = await openTestDatabase(dialect);
    await makeApiWorld(db);
    await db.write((tx) =>
      tx.execute(
        "UPDATE app_user SET email_key = 'admin@example.com' WHERE email_key = 'admin@alpha.example'",
      ),
    );
    const start = async () => {
      const address = 'http://localhost:3000';
      return (await welcomeToDemo(db, { publicUrl: address, trackerUrl: address, now: NOW }))?.apiKey ?? '';
    };
    const keys = () => db.read("SELECT key_hash FROM api_key WHERE name = 'demo'");
    const [first = '', ...others] = await Promise.all([start(), start(), start()]);
    expect(others).toEqual([first, first]);
    expect(await start()).toBe(first);
    expect(await keys()).toEqual([{ key_hash: hashSecret(first) }]);
    await db.write((tx) => tx.execute("DELETE FROM api_key WHERE name = 'demo'"));
    const next = await start();
    expect(next).not.toBe(first);
    expect(await keys()).toEqual([{ key_hash: hashSecret(next) }]);
    await drop();
  });
});
