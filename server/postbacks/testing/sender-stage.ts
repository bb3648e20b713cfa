import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SECRET, startApi, type ApiServer, type Json } from '../../composition/testing/api-server';
import { EVENT_TIME } from '../../composition/testing/api-world';
import type { Dialect } from '../../db/database';
import { runQueue } from '../../jobs/queue-loop';
import { ingest, type IncomingEvent } from '../../journeys';
import { SealedSecrets } from '../../auth/second-factor/sealed-secrets';
import { settle } from '../../sweeps';
import { reachOf } from '../request';
import { conversionQueue } from '../conversions/conversion-queue';
import { decideSends } from '../conversions/decide-sends';

export const HASH = 'ab'.repeat(32);
export const TOKEN = 'very-secret-token';
export const TIME = EVENT_TIME + 3_600_000;

/** An API with a platform that answers as a test says. Registers its own setup and end. */
export function stageSenders(dialect: Dialect) {
  let api: ApiServer;
  let platform: Server;
  let url: string;
  let token: string;
  const requests: { path: string; key: string; body: Json }[] = [];
  const productId = () => api.world.open.product;
  const database = () => api.database.db;

  beforeAll(async () => {
    platform = createServer((request, response) => {
      let text = '';
      request.on('data', (piece) => (text += piece));
      request.on('end', () => {
        const body = JSON.parse(text || '{}');
        requests.push({ path: String(request.url), key: String(request.headers['idempotency-key']), body });
        const [status, given = {}] = stage.answer(body, String(request.url));
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(given));
      });
    });
    await new Promise<void>((done) => platform.listen(0, '127.0.0.1', done));
    url = `http://127.0.0.1:${(platform.address() as AddressInfo).port}`;
    api = await startApi(dialect, { now: TIME, webhookAllow: ['127.0.0.0/8'] });
    token = await api.tokenOf('admin@alpha.example');
  });
  afterAll(async () => {
    platform.close();
    await api.stop();
  });
  beforeEach(async () => {
    requests.length = 0;
    stage.answer = () => [200, { events_received: 1 }];
    await database().write(async (tx) => {
      for (const table of ['conversion_send', 'conversion_batch', 'conversion_attempt', 'conversion_sender'])
        await tx.execute(`DELETE FROM ${table}`);
      await tx.execute('DELETE FROM postback_host');
    });
  });

  const create = async (more: object = {}) => {
    const { status, body } = await api.rest('/conversion_senders/', {
      token,
      body: {
        product_id: productId(),
        platform: 'meta_conversions_api',
        name: 'Meta',
        credentials: { pixel_id: '123', token: TOKEN },
        cv_setting_ids: [api.world.open.cvSetting],
        base_url: url,
        ...more,
      },
    });
    expect([status, body]).toEqual([201, expect.anything()]);
    return body;
  };
  let count = 0;
  /** Stores a click and its conversion, derives them and returns the conversion's id. */
  const convert = async (more: object = {}, click: object = {}, times = 1): Promise<string[]> => {
    const ids: string[] = [];
    const events: IncomingEvent[] = [];
    for (let n = 0; n < times; n += 1) {
      const id = `cv${(count += 1)}`;
      ids.push(id);
      const base = {
        productId: productId(),
        door: 's2s' as const,
        ip: '203.0.113.10',
        ua: 'Mozilla/5.0 Chrome/131.0',
        visitorId: `v-${id}`,
      };
      const none = { xclid: null, ses: null, key1: null, key2: null, key3: null };
      events.push(
        {
          ...base,
          ...none,
          type: 'click',
          id: `c-${id}`,
          time: TIME - 60_000,
          adId: api.world.open.ads[0],
          redirectId: 0,
          lpoEntryId: 0,
          params: null,
          landingUrl: null,
          cost: null,
          clickIds: { fbclid: `fb-${id}`, gclid: `g-${id}` },
          ...click,
        },
        {
          ...base,
          type: 'conversion',
          id,
          time: TIME,
          interactionRef: null,
          cvSettingId: api.world.open.cvSetting,
          amount: 5400,
          userId: null,
          args: null,
          otherKey1: null,
          otherKey2: null,
          otherKey3: null,
          url: 'https://shop.example/thanks',
          referrer: null,
          match: {
            consent: 'granted',
            hashedEmail: HASH,
            hashedPhone: null,
            hashedPhoneDigits: null,
            fbp: null,
            lySu: null,
            lyR: null,
            clickIds: undefined,
          },
          ...more,
        } as IncomingEvent,
      );
    }
    await database().write((tx) => ingest(tx, events));
    await settle(database());
    return ids;
  };
  const decide = (now = TIME) => database().write((tx) => decideSends(tx, productId(), now, 5000));
  const send = async (now = TIME) => {
    await decide(now);
    const errors: unknown[] = [];
    const queue = conversionQueue({
      reach: reachOf(['127.0.0.0/8']),
      retrySeconds: [60, 300],
      secrets: new SealedSecrets(SECRET, undefined, 'conversion sender'),
      now: () => now,
      timeoutMs: 2000,
    });
    await runQueue(
      database(),
      queue,
      { stopping: () => false, onError: (error) => errors.push(error) },
      { now: () => now, random: () => 0 },
    );
    expect(errors).toEqual([]);
  };
  const ledger = async (query = ''): Promise<Json[]> =>
    (await api.rest(`/logs/conversionSends/?product_id=${productId()}&page_size=1000${query}`, { token }))
      .body.results;
  // Rows are due at the time of the machine.
  const dueNow = () =>
    database().write((tx) =>
      tx.execute('UPDATE conversion_send SET due_at = ? WHERE due_at IS NOT NULL', [TIME]),
    );

  const stage = {
    get api() {
      return api;
    },
    get token() {
      return token;
    },
    get url() {
      return url;
    },
    /** How the platform answers. */
    answer: ((_body: Json) => [200, {}]) as (
      body: Json,
      path: string,
    ) => readonly [status: number, body?: object],
    requests,
    productId,
    database,
    create,
    convert,
    decide,
    send,
    ledger,
    dueNow,
  };
  return stage;
}
