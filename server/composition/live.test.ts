import { onEachDatabase } from '../db/testing/databases';
import { ingest, type IncomingEvent } from '../journeys';
import { MAX_STREAMS_OF_USER } from '../rest/live';
import { serveApi, startApi, type ApiServer, type Json } from './testing/api-server';
import { EVENT_TIME, PASSWORD } from './testing/api-world';
import { callers } from './testing/endpoints';
import { eventsOf, LiveClient } from './testing/live-client';

jest.setTimeout(120_000);

const NOW = EVENT_TIME + 300_000;
const LOGS = {
  click: 'interactions',
  view: 'accesses',
  cv: 'conversions',
  result: 'results',
  postback: 'result_queue',
  rejected: 'refused_events',
} as const;
const kinds = Object.keys(LOGS) as (keyof typeof LOGS)[];

onEachDatabase((dialect) => {
  describe('the live view', () => {
    let api: ApiServer;
    let clicks = 0;
    const open: LiveClient[] = [];
    beforeAll(async () => {
      api = await startApi(dialect, { now: NOW, liveRecheckMs: 50 });
    });
    afterEach(() => {
      for (const client of open.splice(0)) client.close();
    });
    afterAll(() => api.stop());

    const follow = async (email: string, options: { query?: string; lastId?: string } = {}) => {
      const token = await api.tokenOf(email);
      const client = await LiveClient.open(api, api.world.open.product, token, options);
      open.push(client);
      return client;
    };
    const ready = async (email: string, options: { query?: string; lastId?: string } = {}) => {
      const client = await follow(email, options);
      await client.until((one) => one.of('ready').length > 0);
      return client;
    };
    const all = async (email: string, productId: number, query = '') => {
      const { status, body } = await api.rest(`/products/${productId}/live/?follow=0&${query}`, {
        token: await api.tokenOf(email),
      });
      return { status, text: String(body), events: status === 200 ? eventsOf(String(body)) : [] };
    };
    /** Stores clicks of the open product in one transaction, in turn for both agencies. */
    const store = async (count: number) => {
      const { product, ads } = api.world.open;
      api.clock.now += 1000;
      const events = Array.from({ length: count }, (_, index): IncomingEvent => ({
        type: 'click',
        id: `live-${(clicks += 1)}`,
        productId: product,
        door: 'import',
        ip: '203.0.113.77',
        ua: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/131.0.0.0 Safari/537.36',
        visitorId: `live-v${clicks}`,
        time: api.clock.now,
        adId: ads[index % 2] ?? 0,
        redirectId: 0,
        lpoEntryId: 0,
        params: null,
        landingUrl: null,
        cost: null,
        ...{ xclid: null, ses: null, key1: null, key2: null, key3: null },
      }));
      await api.database.db.write(async (tx) => void (await ingest(tx, events)));
    };

    describe.each(callers.map((caller) => [caller.name, caller] as const))('%s', (_name, caller) => {
      it('gets exactly the rows of the logs, masked alike, of visible products only', async () => {
        const token = await api.tokenOf(caller.email);
        for (const { product } of [api.world.open, api.world.closed, api.world.foreign]) {
          const logs = await api.rest(`/logs/interactions/?product_id=${product}`, { token });
          const { status, text, events } = await all(caller.email, product);
          expect([product, status]).toEqual([product, logs.status === 200 ? 200 : 404]);
          if (status !== 200) continue;
          for (const kind of kinds) {
            const { body } = await api.rest(`/logs/${LOGS[kind]}/?product_id=${product}&page_size=9999`, {
              token,
            });
            const rows = events.filter(({ name }) => name === kind).map(({ data }) => data);
            const byId = (list: Json[]) => [...list].sort((a, b) => (String(a.id) < String(b.id) ? -1 : 1));
            expect([kind, byId(rows)]).toEqual([kind, byId(body.results ?? [])]);
          }
          if (['ANALYST', 'AGENCY'].includes(caller.name))
            expect(text).not.toMatch(/customer\d|203\.0|198\.51/);
        }
      });

      it('gets 404 for products that do not exist', async () => {
        for (const id of ['987654', '0', '-1', 'x', '1e3', '99999999999999999999'])
          expect([
            id,
            (await api.rest(`/products/${id}/live/`, { token: await api.tokenOf(caller.email) })).status,
          ]).toEqual([id, 404]);
      });
    });

    it('requires a token and GET', async () => {
      const path = `/products/${api.world.open.product}/live/`;
      expect((await api.rest(path)).status).toBe(401);
      expect((await api.rest(path, { token: 'x' })).status).toBe(401);
      const token = await api.tokenOf('admin@alpha.example');
      for (const method of ['HEAD', 'POST', 'DELETE'])
        expect([method, (await api.rest(path, { method, token })).status]).toEqual([method, 405]);
    });

    it('is neither compressed nor buffered nor cached', async () => {
      const { response } = await ready('admin@alpha.example');
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      expect(response.headers.get('content-encoding')).toBeNull();
    });

    it('refuses wrong filters by name, and other agencies’ ads', async () => {
      const { product, ads } = api.world.open;
      const ask = async (email: string, query: string) =>
        api.rest(`/products/${product}/live/?follow=0&${query}`, { token: await api.tokenOf(email) });
      for (const [query, field] of [
        ['kind=sale', 'kind'],
        ['ad_id=x', 'ad_id'],
        [`ad_id=${Array.from({ length: 101 }, (_, index) => index).join()}`, 'ad_id'],
      ] as const) {
        const { status, body } = await ask('admin@alpha.example', query);
        expect([query, status, Object.keys(body.errors)]).toEqual([query, 400, [field]]);
      }
      for (const ad of [ads[1], api.world.foreign.ads[0]])
        expect((await ask('agency@alpha.example', `ad_id=${ad}`)).status).toBe(403);
      expect((await ask('agency@alpha.example', `ad_id=${ads[0]}`)).status).toBe(200);
    });

    it('filters by kind and ad', async () => {
      const { product, ads } = api.world.open;
      const { events } = await all('admin@alpha.example', product, `kind=click,cv&ad_id=${ads[0]}`);
      expect(events.map(({ name }) => name).sort()).toEqual(['click', 'cv', 'end', 'ready']);
      expect(events.flatMap(({ data }) => data.ad_id ?? data.last_cv_ad_id ?? [])).toEqual([ads[0], ads[0]]);
    });

    it('shows 20 rows of a burst and counts the others, for an agency its own', async () => {
      const admin = await ready('admin@alpha.example', { query: 'kind=click' });
      const agency = await ready('agency@alpha.example', { query: 'kind=click' });
      const [before, ownBefore] = [admin.total('click'), agency.total('click')];
      const shown = admin.of('click').length;
      await store(1000);
      await admin.until((one) => one.total('click') >= before + 1000);
      await agency.until((one) => one.total('click') >= ownBefore + 500);
      expect(admin.total('click')).toBe(before + 1000);
      expect(agency.total('click')).toBe(ownBefore + 500);
      expect(admin.of('click').length - shown).toBe(20);
      expect(new Set(agency.of('click').map(({ data }) => data.ad_id))).toEqual(
        new Set([api.world.open.ads[0]]),
      );
    });

    it('resumes after the last event, and begins anew after a wrong one', async () => {
      const first = await ready('admin@alpha.example', { query: 'kind=click' });
      const lastId = first.of('ready')[0]?.id ?? '';
      await store(2);
      await first.until((one) => one.events.at(-1)?.name === 'click');
      const resumed = await ready('admin@alpha.example', { query: 'kind=click', lastId });
      expect(resumed.of('click')).toHaveLength(2);
      for (const wrong of ['x', '-1', '9'.repeat(400), '9999999999999', ' ', '0'.repeat(13) + '1']) {
        const anew = await ready('admin@alpha.example', { query: 'kind=click', lastId: wrong });
        expect([wrong, anew.of('click').length]).toEqual([wrong, 200]);
        anew.close();
      }
    });

    it('follows rows that another process serves and stores', async () => {
      const other = await serveApi(api.database, { now: api.clock.now });
      const token = await api.tokenOf('admin@alpha.example');
      const here = await ready('admin@alpha.example', { query: 'kind=click' });
      const there = await LiveClient.open(other, api.world.open.product, token, { query: 'kind=click' });
      await there.until((one) => one.of('ready').length > 0);
      const ids = (client: LiveClient) =>
        client
          .of('click')
          .slice(-2)
          .map(({ data }) => data.id as string);
      await store(2);
      other.clock.now = api.clock.now;
      await here.until((one) => ids(one).includes(`live-${clicks}`));
      await there.until((one) => ids(one).includes(`live-${clicks}`));
      expect(ids(there).sort()).toEqual(ids(here).sort());
      other.end();
      await there.until((one) => one.of('end').length > 0);
      expect(there.of('end')[0]?.data).toEqual({ reason: 'shutdown' });
      expect((await other.rest(`/products/${api.world.open.product}/live/`, { token })).status).toBe(503);
      await other.close();
    });

    it('reads a product once for all listeners, and not without any', async () => {
      const read = jest.spyOn(api.database.db, 'read');
      const reads = () => read.mock.calls.filter(([sql]) => sql.includes('ix_access_time')).length;
      const pass = async (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
      const clients = await Promise.all(Array.from({ length: 4 }, () => ready('admin@alpha.example')));
      const [before, startedAt] = [reads(), performance.now()];
      await store(1);
      const hasClick = (one: LiveClient) => one.of('click').some(({ data }) => data.id === `live-${clicks}`);
      await Promise.all(clients.map((one) => one.until(hasClick)));
      await pass(1200);
      expect(reads() - before).toBeLessThanOrEqual((performance.now() - startedAt) / 500 + 1);
      for (const one of clients) one.close();
      let last: number;
      do {
        last = reads();
        await pass(1200);
      } while (reads() > last);
      read.mockRestore();
    });

    it('limits the streams of a user', async () => {
      const clients = await Promise.all(
        Array.from({ length: MAX_STREAMS_OF_USER }, () => ready('manager@alpha.example')),
      );
      const path = `/products/${api.world.open.product}/live/?follow=0`;
      const ask = async () => api.rest(path, { token: await api.tokenOf('manager@alpha.example') });
      const { status, headers, body } = await ask();
      expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
      expect(body._message[0]).toContain(String(MAX_STREAMS_OF_USER));
      expect((await all('analyst@alpha.example', api.world.open.product)).status).toBe(200);
      clients[0]?.close();
      let again = await ask();
      while (again.status === 429) again = await ask();
      expect(again.status).toBe(200);
    });

    it('ends with its session', async () => {
      const { body } = await api.rest('/auth/signin/', {
        body: { email: 'admin@alpha.example', password: PASSWORD },
      });
      const client = await LiveClient.open(api, api.world.open.product, body.access);
      await client.until((one) => one.of('ready').length > 0);
      await api.rest('/auth/signout/', { body: { refresh: body.refresh } });
      await client.until((one) => one.of('end').length > 0);
      expect(client.of('end')[0]?.data).toEqual({ reason: 'session' });
    });

    it('ends when the user loses the product', async () => {
      const client = await ready('analyst@alpha.example');
      await api.database.db.write((tx) =>
        tx.execute('DELETE FROM user_product WHERE user_id = ?', [api.world.users.analyst]),
      );
      await client.until((one) => one.of('end').length > 0);
      expect(client.of('end')[0]?.data).toEqual({ reason: 'rights' });
    });
  });
});
