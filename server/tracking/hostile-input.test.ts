import { connect } from 'node:net';
import { seeded } from '../../shared/domain/testing/random';
import { newApiKey } from '../auth/machine-tokens';
import { ApiKey } from '../auth/auth.entities';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { CollectAnswer } from './collect/collect-endpoint';
import { makeShop, save } from './testing/settings';
import { send, startTracking, type TrackingServer } from './testing/tracking-server';

jest.setTimeout(120_000);

const BODIES = 60;
const nested = (levels: number, open = '[', close = ']') => open.repeat(levels) + '1' + close.repeat(levels);

/** JSON values that have broken parsers or columns before. */
const VALUES = [
  '1e400',
  '-1e400',
  '1e-400',
  '-0',
  '9007199254740993',
  '1e308',
  '0.1',
  'true',
  'null',
  '""',
  '"\\ud800"',
  '"\\udc00x"',
  '"\\u0000"',
  '"😀\\u0001"',
  '"__proto__"',
  '{"__proto__":{"x":1}}',
  '{"constructor":1,"toString":2}',
  '[]',
  '{}',
  '[1,[2]]',
  '{"a":{"b":1}}',
  nested(2000),
  nested(1000, '{"a":', '}'),
  `"${'x'.repeat(5000)}"`,
  '"https://shop.example/?a_ad=1&a_iid=%ff"',
  '"http://["',
  '"2026-01-01T00:00:00Z"',
  '"9999-12-31T23:59:59Z"',
  '"%"',
  '{"a":"\\ud800"}',
];
const FIELDS = [
  'type',
  'product_id',
  'event_id',
  'id',
  'visitor_id',
  'url',
  'referrer',
  'title',
  'interaction_id',
  'ad_id',
  'xclid',
  'key1',
  'cv_setting_id',
  'amount',
  'user_id',
  'args',
  'other_key1',
  'time',
  'ip',
  'ua',
  'cost',
  '__proto__',
  'constructor',
];

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let shop: Awaited<ReturnType<typeof makeShop>>;
  const key = newApiKey();

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    shop = await makeShop(test.db);
    await save(test.db, ApiKey, {
      productId: shop.product.id,
      name: 'shop',
      keyHash: key.keyHash,
      prefix: key.prefix,
    });
    server = await startTracking(test.db);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const post = (path: string, body: string) =>
    send(server.url, path, { method: 'POST', headers: { authorization: `Bearer ${key.secret}` }, body });
  const answerOf = async (path: string, body: string): Promise<CollectAnswer> => {
    const answer = await post(path, body);
    expect([answer.status, answer.body.slice(0, 200)]).toEqual([200, expect.any(String)]);
    return JSON.parse(answer.body) as CollectAnswer;
  };
  const time = new Date().toISOString();
  const good = (path: string, id: string) =>
    JSON.stringify({
      type: path === '/collect' ? 'cv' : 'conversion',
      product_id: shop.product.id,
      id,
      visitor_id: 'v',
      cv_setting_id: shop.cv.id,
      time,
      amount: 1,
    });
  const ENDPOINTS = ['/collect', '/s2s/events', '/s2s/conversions'];

  it.each(ENDPOINTS)(
    '%s rejects an event with too many levels and accepts the rest of its batch',
    async (path) => {
      const id = `deep ${path}`;
      const deep = [
        nested(8000),
        good(path, `${id} x`).replace('}', `,"more":${nested(8000)}}`),
        good(path, `${id} y`).replace('}', `,"args":${nested(8000, '{"a":', '}')}}`),
      ];
      const answer = await answerOf(
        path,
        `[${good(path, `${id} 1`)},${deep[0]},${deep[1]},${good(path, `${id} 2`)}]`,
      );
      const reason = 'the event is nested deeper than 32 levels';
      expect(answer).toMatchObject({
        accepted: 2,
        duplicates: 0,
        rejected: [
          { index: 1, reason },
          { index: 2, reason },
        ],
      });
      expect(await answerOf(path, deep[2] ?? '')).toMatchObject({
        accepted: 0,
        rejected: [{ index: 0, reason }],
      });
      const args = good(path, `${id} z`).replace('}', ',"args":{"a":[[1]]}}');
      expect(await answerOf(path, args)).toMatchObject({ accepted: 1, rejected: [] });
    },
  );

  it.each(ENDPOINTS)('%s answers random input with consistent counts or 400', async (path) => {
    const random = seeded(7).next;
    const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;
    for (let i = 0; i < BODIES; i += 1) {
      const items = Array.from({ length: 1 + Math.floor(random() * 4) }, (_, n) => {
        if (random() < 0.15) return pick(VALUES);
        const fields = Array.from(
          { length: 1 + Math.floor(random() * 2) },
          () => `${JSON.stringify(pick(FIELDS))}:${pick(VALUES)}`,
        );
        return `${good(path, `${path} ${i}.${n}`).slice(0, -1)},${fields.join(',')}}`;
      });
      const answer = await answerOf(path, `[${items.join(',')}]`);
      expect([items, answer.accepted + answer.duplicates + answer.rejected.length]).toEqual([
        items,
        items.length,
      ]);
    }
    for (const body of ['', '[', nested(8000).slice(1), '[1,', '{"a":', '\ud800', '[}', '\0']) {
      expect([body.slice(0, 20), (await post(path, body)).status]).toEqual([body.slice(0, 20), 400]);
    }
    expect((await post(path, 'x'.repeat(8 * 1024 * 1024 + 1))).status).toBe(413);
    expect(await answerOf(path, good(path, `${path} last`))).toMatchObject({ accepted: 1 });
  });

  it('redirects and tags answer any bytes with a status and keep working', async () => {
    const random = seeded(11).next;
    const { port } = new URL(server.url);
    const raw = (path: string, header: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1');
        let answer = '';
        socket.setEncoding('latin1').on('data', (text: string) => (answer += text));
        socket.once('close', () => resolve(answer)).once('error', reject);
        socket.end(
          Buffer.from(
            `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nCookie: ${header}\r\nUser-Agent: ${header}\r\n\r\n`,
            'latin1',
          ),
        );
      });
    const bytes = (length: number) =>
      Array.from({ length }, () => String.fromCharCode(0x21 + Math.floor(random() * 0xde)))
        .filter((c) => c !== '\x7f')
        .join('');
    for (let i = 0; i < 60; i += 1) {
      const path = [
        `/r/${bytes(8)}`,
        `/r/${shop.redirect.code}?${bytes(60)}`,
        `/r/${shop.redirect.code}?lpurl=${bytes(20)}&%=%E0%A4`,
        `/tag/${bytes(6)}.js`,
      ][i % 4];
      expect(await raw(path ?? '', bytes(40))).toMatch(/^HTTP\/1\.1 (200|302|304|400|404|503) /);
    }
    expect((await send(server.url, `/r/${shop.redirect.code}`)).status).toBe(302);
    await server.tracking.drain();
    const damaged = await test.db.read(
      "SELECT * FROM bad_event WHERE reason LIKE '%damaged%' OR reason LIKE '%storable%'",
    );
    expect(damaged).toEqual([]);
  });
});
