import { randomBytes, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { createConnection, type Connection, type RowDataPacket } from 'mysql2/promise';
import { DAY_MS } from '../../shared/domain/journey';
import { mariaDbInstalled, startMariaDb, type PrivateMariaDb } from '../../server/db/testing/mariadb';
import { USER_AGENT } from '../support/chromium';
import { buildLastRelease, lastReleaseKnown } from '../support/last-release';
import { npmRun, startProduct, type Product } from '../support/product';
import { eventually } from '../support/rest';

jest.setTimeout(900_000);

/** Visitors per round, of whom each has a click, a landing and two conversions. */
const VISITORS = 40;
const ROUNDS = 6;
const DAYS = 25;

(mariaDbInstalled() && lastReleaseKnown() ? describe : describe.skip)('beside the last release', () => {
  let server: PrivateMariaDb;
  let connection: Connection;
  let folder: string;
  let older: Product;
  let newer: Product;
  let env: Record<string, string>;
  let key: string;
  let productId: number;
  let adIds: number[];
  let codes: string[];
  let cvSettingId: number;
  let sent = 0;

  const query = async <T>(sql: string): Promise<T[]> =>
    (await connection.query<(RowDataPacket & T)[]>(sql))[0];

  beforeAll(async () => {
    folder = buildLastRelease();
    server = await startMariaDb({ forgetful: true });
    const url = await server.createDatabase('versions');
    env = { DATABASE_URL: url, JWT_SECRET: randomBytes(32).toString('hex') };
    connection = await createConnection(url);
    // Its demo is a year of events that it derived.
    older = await startProduct({ ...env, DEMO: '1', LOG_LEVEL: 'error' }, undefined, folder);
    const [, product, printed] = /Product +(\d+)\s+API key +(\S+)/.exec(older.stdout())!;
    [productId, key] = [Number(product), printed!];
    const read = (sql: string) =>
      query<{ value: never }>(`${sql} WHERE product_id = ${productId} ORDER BY id`);
    adIds = (await read('SELECT id AS value FROM ad')).map(({ value }) => value);
    codes = (await read('SELECT code AS value FROM redirect')).map(({ value }) => value);
    cvSettingId = (await read('SELECT id AS value FROM cv_setting'))[0]!.value;
  });
  afterAll(async () => {
    await Promise.all([older?.discard(), newer?.discard()]);
    await connection?.end();
    await server?.stop();
    if (folder) rmSync(folder, { recursive: true, force: true });
  });

  const post = async (url: string, path: string, body: string, more: object = {}): Promise<void> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'User-Agent': USER_AGENT, ...more },
      body,
    });
    const answer = await response.text();
    if (response.status !== 200 || !answer.includes('"rejected":[]')) throw new Error(`${path}: ${answer}`);
  };

  /** Sends journeys of past days over S2S, and journeys of now over the redirect and `/collect`. */
  const visit = async ({ url }: Product, round: number): Promise<void> => {
    const lines: object[] = [];
    for (let i = 0; i < VISITORS; i += 1) {
      // Some visitors come again in each round, over either version.
      const visitor_id = i % 4 === 0 ? `returning-${i}` : `${randomUUID()}`;
      const at = (hours: number): string =>
        new Date(Date.now() - ((i * 7 + round) % DAYS) * DAY_MS - hours * 3_600_000).toISOString();
      const order = { type: 'conversion', cv_setting_id: cvSettingId, visitor_id, amount: 1000 + i };
      lines.push(
        { type: 'click', id: randomUUID(), time: at(5), ad_id: adIds[i % adIds.length], visitor_id },
        { type: 'view', id: randomUUID(), time: at(4), visitor_id, url: 'https://shop.example/' },
        { ...order, id: randomUUID(), time: at(3) },
        { ...order, id: randomUUID(), time: at(2), user_id: `customer-${i % 9}` },
      );
    }
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    await post(url, '/s2s/events', text, { Authorization: `Bearer ${key}` });
    sent += 2 * VISITORS;
    for (let i = 0; i < VISITORS / 2; i += 1) {
      const visitor_id = i % 4 === 0 ? `returning-${i}` : randomUUID();
      const headers = { 'User-Agent': USER_AGENT };
      const { headers: answer } = await fetch(`${url}/r/${codes[i % codes.length]}`, {
        redirect: 'manual',
        headers,
      });
      const landing = {
        type: 'view',
        event_id: randomUUID(),
        url: answer.get('location'),
        referrer: 'https://search.example/',
      };
      const order = {
        type: 'cv',
        url: 'https://shop.example/thanks',
        event_id: randomUUID(),
        cv_setting_id: cvSettingId,
        amount: 500 + i,
      };
      for (const event of [landing, order])
        await post(url, '/collect', JSON.stringify({ product_id: productId, visitor_id, ...event }));
      sent += 1;
    }
  };

  const backlog = async (): Promise<number> =>
    (
      await query<{ n: number }>(
        'SELECT (SELECT COUNT(*) FROM stale_visitor) + (SELECT COUNT(*) FROM stale_day) + (SELECT COUNT(*) FROM stale_media_day) AS n',
      )
    )[0]!.n;

  it('leaves no difference after it stopped', async () => {
    const before = await query<{ n: number }>('SELECT COUNT(*) AS n FROM conversion');
    await visit(older, 0);
    newer = await startProduct({ ...env, DEMO: '0' });
    for (let round = 1; round <= ROUNDS; round += 1) {
      await Promise.all([visit(older, round), visit(newer, 2 * round)]);
      await new Promise((resolve) => setTimeout(resolve, 2000));
    }
    await older.stop();
    const [after] = await query<{ n: number }>('SELECT COUNT(*) AS n FROM conversion');
    expect(after!.n - before[0]!.n).toBe(sent);
    expect(await eventually(backlog, (n) => n === 0, 120_000)).toBe(0);
    const { code, stdout } = await npmRun(['verify'], newer.env);
    expect([code, stdout]).toEqual([0, expect.stringContaining('"differences":0')]);
    expect(older.stderr()).toBe('');
  });
});
