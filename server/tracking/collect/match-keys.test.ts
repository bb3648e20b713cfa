import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ApiKey } from '../../auth/auth.entities';
import { newApiKey } from '../../auth/machine-tokens';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { makeShop } from '../testing/settings';
import { startTracking, type TrackingServer } from '../testing/tracking-server';

const HASH = 'ab'.repeat(32);
const EMAIL = 'taro@example.co.jp';
const pause = (ms: number) => new Promise((wake) => setTimeout(wake, ms));

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;
  let productId: number;
  let key: string;

  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    productId = (await makeShop(test.db)).product.id;
    const { secret, keyHash, prefix } = newApiKey();
    key = secret;
    await test.db.write((tx) =>
      tx.manager.save(Object.assign(new ApiKey(), { productId, name: 'server', keyHash, prefix })),
    );
    server = await startTracking(test.db);
  });
  afterAll(async () => {
    await server.stop();
    await test.drop();
  });

  const post = async (path: string, body: unknown) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return answer.json();
  };
  const rows = async (table: string, count: number): Promise<Record<string, unknown>[]> => {
    for (let tries = 0; tries < 200; tries += 1) {
      const found = await test.db.read<Record<string, unknown>>(`SELECT * FROM ${table}`);
      if (found.length >= count) return found;
      await pause(25);
    }
    throw new Error(`no row in ${table}`);
  };
  const setting = async () =>
    Number((await test.db.read<{ id: number }>('SELECT id FROM cv_setting ORDER BY id'))[0]?.id);

  it('keeps digests and consent of tag and S2S, and no value that is none', async () => {
    const tag = {
      type: 'cv',
      product_id: productId,
      visitor_id: 'v1',
      url: 'https://shop.example/',
      cv_setting_id: await setting(),
    };
    const line = {
      type: 'conversion',
      product_id: productId,
      visitor_id: 'v1',
      time: new Date().toISOString(),
      cv_setting_id: await setting(),
    };
    expect(
      await post('/collect', {
        ...tag,
        event_id: 'o1',
        consent: 'granted',
        hashed_email: HASH,
        email: EMAIL,
      }),
    ).toMatchObject({ accepted: 1 });
    expect(await post('/s2s/events', { ...line, id: 'o2', hashed_phone: HASH, email: EMAIL })).toMatchObject({
      accepted: 1,
    });
    const refused = [
      await post('/collect', { ...tag, event_id: 'o3', hashed_email: EMAIL }),
      await post('/collect', {
        ...tag,
        event_id: 'o4',
        cv_setting_id: 999,
        hashed_email: HASH,
        phone: '090-1234-5678',
      }),
      await post('/s2s/events', { ...line, id: 'o5', hashed_phone_digits: '819012345678' }),
      await post('/collect', `{"hashed_email":"${EMAIL}"`),
    ];
    expect(JSON.stringify(refused)).not.toMatch(/taro|8190|1234-5678/);
    const matches = await rows('conversion_match', 2);
    expect(matches).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ event_id: 'o1', consent: 'granted', hashed_email: HASH }),
        expect.objectContaining({ event_id: 'o2', consent: null, hashed_phone: HASH }),
      ]),
    );
    const bad = JSON.stringify(await rows('bad_event', 4));
    const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    const conversions = JSON.stringify(await rows('conversion', 2));
    for (const text of [bad, conversions, ...files]) expect(text).not.toMatch(/taro|8190|1234-5678/);
    expect(bad).not.toContain(HASH);
    expect(conversions).not.toContain(HASH);
  });
});
