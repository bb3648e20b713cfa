import { monitorEventLoopDelay } from 'node:perf_hooks';
import type { Database } from '../database';
import { productDatabase } from '../../composition/open-database';
import { openTestDatabase, onEachDatabase, type TestDatabase } from '../testing/databases';
import { ReadTimeLimitError } from '../transient-error';
import { isLong, LongReads } from './long-reads';

jest.setTimeout(60_000);

const LIMIT_MS = 1500;
/** Counts practically forever. */
const ENDLESS =
  'WITH RECURSIVE c (n) AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 10000000000) SELECT COUNT(*) AS n FROM c';
const DIGITS = `(${[...'0123456789'].map((n) => `SELECT ${n} AS n`).join(' UNION ALL ')})`;
const ENDLESS_JOIN = `SELECT COUNT(*) AS n FROM ${[...'abcdefghijklm'].map((name) => `${DIGITS} ${name}`).join(' JOIN ')} WHERE a.n + b.n + m.n < 0`;

onEachDatabase((dialect) => {
  const endless = dialect === 'sqlite' ? ENDLESS : ENDLESS_JOIN;
  let test: TestDatabase;
  let db: Database;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = productDatabase(test.db.target, { readLimitMs: LIMIT_MS });
    await db.connect();
  });
  afterAll(async () => {
    await db.close();
    await test.drop();
  });

  it('aborts a read at its limit without blocking the event loop, and continues to read', async () => {
    const delay = monitorEventLoopDelay({ resolution: 10 });
    const started = performance.now();
    delay.enable();
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => db.read(endless)));
    delay.disable();
    const took = performance.now() - started;
    expect(
      outcomes.map(
        (outcome) => outcome.status === 'rejected' && outcome.reason instanceof ReadTimeLimitError,
      ),
    ).toEqual([true, true, true]);
    expect(delay.max / 1e6).toBeLessThan(took / 2);
    expect(await db.read('SELECT COUNT(*) AS n FROM interaction')).toEqual([{ n: 0 }]);
  });
});

it('ends an idle read process, and starts another for the next read', async () => {
  const test = await openTestDatabase('sqlite');
  const reads = new LongReads(test.url.slice('sqlite:'.length), 10_000, 200);
  const children = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length;
  const before = children();
  expect(await reads.read('SELECT 1 AS n', [])).toEqual([{ n: 1 }]);
  expect(await reads.read('SELECT 2 AS n', [])).toEqual([{ n: 2 }]);
  for (const end = Date.now() + 10_000; Date.now() < end && children() > before;)
    await new Promise((resolve) => setTimeout(resolve, 50));
  expect(children()).toBe(before);
  expect(await reads.read('SELECT 3 AS n', [])).toEqual([{ n: 3 }]);
  await reads.close();
  await test.drop();
});

it('returns the same rows from either process: binary numbers, nulls, texts, and no rows', async () => {
  const test = await openTestDatabase('sqlite');
  const reads = new LongReads(test.url.slice('sqlite:'.length), 10_000);
  const statements: [sql: string, rows: number][] = [
    ['SELECT 1 AS a, 0.1 AS b, -9007199254740991 AS c, NULL AS d, 1e300 AS e, -0.0 AS f', 1],
    ['SELECT 1 AS a, NULL AS b UNION ALL SELECT NULL, 2.5 UNION ALL SELECT 3, 0', 3],
    ["SELECT 1 AS a, '二' AS b, NULL AS c", 1],
    ['SELECT 1 AS a WHERE 1 = 0', 0],
    [
      'WITH RECURSIVE c (n) AS (SELECT 1 AS n UNION ALL SELECT n + 1 FROM c WHERE n < 20000) SELECT n, n / 3.0 AS third FROM c',
      20_000,
    ],
  ];
  for (const [sql, count] of statements) {
    const rows = await reads.read(sql, []);
    expect(rows).toHaveLength(count);
    expect(rows).toEqual(await test.db.reader.query(sql));
  }
  await expect(reads.read('SELECT missing', [])).rejects.toThrow('no such column');
  await reads.close();
  await test.drop();
});

it('reads settings in this process, and tables that grow with traffic in another', () => {
  expect(isLong('SELECT * FROM ad e LEFT JOIN asp p ON p.id = e.asp_id WHERE e.id = ?')).toBe(false);
  expect(isLong('SELECT * FROM conversion e LEFT JOIN ad a ON a.id = e.ad_id')).toBe(true);
  expect(isLong("SELECT * FROM ad e WHERE LOWER(e.ad_name) LIKE LOWER(?) ESCAPE '!'")).toBe(true);
  expect(isLong('SELECT 1')).toBe(false);
  const tables =
    'ad ad_category ad_type agency analyze_setting app_user asp company crossdomain cv_setting product redirect'.split(
      ' ',
    );
  expect(tables.filter((table) => isLong(`SELECT id FROM ${table} WHERE id = ?`))).toEqual([]);
});
