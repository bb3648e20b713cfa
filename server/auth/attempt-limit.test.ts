import type { Database, Tx } from '../db/database';
import { productDatabase } from '../composition/open-database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { AttemptLimit, type LimitKey, networkKey } from './attempt-limit';
import { Failure } from './failure';

jest.setTimeout(60_000);

const MINUTE = 60_000;

onEachDatabase((dialect) => {
  describe('limits of failed attempts', () => {
    let test: TestDatabase;
    let elsewhere: Database;
    let now: number;
    let one: AttemptLimit;
    let other: AttemptLimit;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      // A second process. The embedded database allows one writer per process, so its tests share the
      // connection.
      elsewhere = dialect === 'sqlite' ? test.db : productDatabase(test.db.target);
      await elsewhere.connect();
    });
    afterAll(async () => {
      if (elsewhere !== test.db) await elsewhere.close();
      await test.drop();
    });
    beforeEach(async () => {
      now = 1_800_000_000_000;
      one = new AttemptLimit(test.db, () => now);
      other = new AttemptLimit(elsewhere, () => now);
      await test.db.write((tx) => tx.execute('DELETE FROM attempt'));
    });

    const person: LimitKey = { limit: 'as', key: 'a@b.example', maxFailures: 10, resetOnSuccess: true };
    const place: LimitKey = { limit: 'from', key: '192.0.2.1', maxFailures: 15 };
    const tried: string[] = [];
    const attempt = async (limit: AttemptLimit, failed: boolean, all = [person]): Promise<string> => {
      try {
        return await limit.run(all, async () => {
          tried.push('tried');
          return { failed, result: failed ? 'wrong' : 'right' };
        });
      } catch (error) {
        if (error instanceof Failure && error.code === 'RATE_LIMITED') return 'closed';
        throw error;
      }
    };
    const counts = (all: string[]) =>
      Object.fromEntries(
        [...new Set(all)].sort().map((name) => [name, all.filter((each) => each === name).length]),
      );

    it('allow exactly ten attempts across two processes, even in parallel', async () => {
      tried.length = 0;
      const all = await Promise.all(Array.from({ length: 40 }, (_, n) => attempt(n % 2 ? one : other, true)));
      expect(counts(all)).toEqual({ closed: 30, wrong: 10 });
      expect(tried).toHaveLength(10);
      expect(await attempt(one, false)).toBe('closed');
      expect(await attempt(new AttemptLimit(elsewhere, () => now), false)).toBe('closed');
      now += 15 * MINUTE - 1;
      expect(await attempt(other, false)).toBe('closed');
      now += 2;
      expect(await attempt(other, false)).toBe('right');
    });

    it('never count successful attempts, and a success clears earlier failures', async () => {
      const good = await Promise.all(
        Array.from({ length: 30 }, (_, n) => attempt(n % 2 ? one : other, false)),
      );
      expect(counts(good)).toEqual({ right: 30 });
      for (let round = 0; round < 3; round += 1) {
        for (let n = 0; n < 9; n += 1) expect(await attempt(one, true)).toBe('wrong');
        expect(await attempt(other, false)).toBe('right');
      }
    });

    it('return the waiting time', async () => {
      for (let n = 0; n < 10; n += 1) await attempt(one, true);
      now += 5 * MINUTE;
      await expect(other.run([person], async () => ({ failed: false, result: 1 }))).rejects.toMatchObject({
        details: { retryAfter: 600 },
      });
    });

    it('apply to several keys at once: a rejection by one uses no attempt of the other', async () => {
      for (let n = 0; n < 15; n += 1) await attempt(one, true, [place, { ...person, key: `u${n}` }]);
      for (let n = 0; n < 12; n += 1) expect(await attempt(other, true, [place, person])).toBe('closed');
      expect(await attempt(one, true, [{ ...place, key: '192.0.2.2' }, person])).toBe('wrong');
    });

    it('release attempts of a dead process after half a minute', async () => {
      for (let n = 0; n < 10; n += 1) void one.run([person], () => new Promise(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, 300));
      const waiting = attempt(other, false);
      await new Promise((resolve) => setTimeout(resolve, 200));
      now += 30_001;
      expect(await waiting).toBe('right');
    });

    it('neither allow more attempts nor lock users out if the database fails midway', async () => {
      const flaky = productDatabase(test.db.target);
      const broken = Object.assign(Object.create(test.db) as Database, {
        write: (work: (tx: Tx) => Promise<unknown>) =>
          test.db.write((tx) =>
            work({
              ...tx,
              execute: (sql, params) =>
                /failed = |failed_until = CASE/.test(sql) && sql.includes('pending - 1')
                  ? Promise.reject(new Error('gone'))
                  : tx.execute(sql, params),
            }),
          ),
      });
      expect(flaky.connected).toBe(false);
      await expect(
        new AttemptLimit(flaky, () => now).run([person], async () => ({ failed: false, result: 1 })),
      ).rejects.toThrow('not available');
      const unlucky = new AttemptLimit(broken, () => now);
      for (let n = 0; n < 10; n += 1) await expect(attempt(unlucky, true)).rejects.toThrow('gone');
      // All ten attempts are pending, so an eleventh is rejected now ...
      tried.length = 0;
      expect(await attempt(one, true)).toBe('closed');
      expect(tried).toEqual([]);
      // ... but no user is locked out for a quarter of an hour.
      now += 30_001;
      expect(await attempt(one, false)).toBe('right');
    });

    it('store no address, and no row longer than needed', async () => {
      await attempt(one, true, [place, person]);
      const rows = JSON.stringify(await test.db.read('SELECT * FROM attempt'));
      expect(rows).not.toMatch(/192\.0\.2|a@b/);
      now += 15 * MINUTE + 1;
      await attempt(one, false, [{ ...person, key: 'somebody else' }]);
      const [left] = await test.db.read<{ n: number }>('SELECT COUNT(*) AS n FROM attempt');
      expect(Number(left?.n)).toBe(1);
    });
  });
});

describe('limit key of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['', ''],
    ['no address', 'no address'],
  ])('%s: %s', (ip, network) => expect(networkKey(ip)).toBe(network));
});
