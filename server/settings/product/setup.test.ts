import { startApi, type ApiServer } from '../../composition/testing/api-server';
import { insertRows } from '../../db/database';
import { onEachDatabase } from '../../db/testing/databases';
import { settle } from '../../sweeps';
import { ingest, type IncomingEvent } from '../../journeys';

jest.setTimeout(60_000);

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';

onEachDatabase((dialect) => {
  describe('tag state of a product', () => {
    let api: ApiServer;
    let admin: string;
    let productId: number;
    let n = 0;
    beforeEach(async () => {
      api = await startApi(dialect);
      admin = await api.tokenOf('admin@alpha.example');
      productId = api.world.open.product;
      // The fixture was created just now; these tests run in the weeks after.
      api.clock.now += 8 * DAY;
      admin = (
        await api.rest('/auth/signin/', { body: { email: 'admin@alpha.example', password: 'Password1!' } })
      ).body.access;
    });
    afterEach(() => api.stop());

    const base = (door: string, ago: number) => {
      n += 1;
      return {
        productId,
        door,
        ip: '203.0.113.9',
        ua: UA,
        visitorId: `setup-${n}`,
        time: api.clock.now - ago,
        id: `setup-${n}`,
      };
    };
    const view = (door: string, ago: number, host = 'www.open.example', more: object = {}) =>
      ({
        ...base(door, ago),
        type: 'view',
        url: `https://${host}/lp`,
        referrer: null,
        title: null,
        interactionRef: null,
        landingAdId: null,
        xclid: null,
        ses: null,
        key1: null,
        key2: null,
        key3: null,
        ...more,
      }) as IncomingEvent;
    const click = (ago: number) =>
      ({
        ...base('redirect', ago),
        type: 'click',
        adId: api.world.open.ads[0],
        redirectId: 0,
        lpoEntryId: 0,
        params: null,
        landingUrl: null,
        cost: null,
        xclid: null,
        ses: null,
        key1: null,
        key2: null,
        key3: null,
      }) as IncomingEvent;
    const order = (ago: number, more: object = {}) =>
      ({
        ...base('collect', ago),
        type: 'conversion',
        interactionRef: null,
        cvSettingId: api.world.open.cvSetting,
        amount: 1,
        userId: null,
        args: null,
        otherKey1: null,
        otherKey2: null,
        otherKey3: null,
        url: null,
        referrer: null,
        ...more,
      }) as IncomingEvent;

    const state = async (events: IncomingEvent[]) => {
      await api.database.db.write((tx) => ingest(tx, events));
      await settle(api.database.db);
      const { body } = await api.rest(`/products/${productId}/setup/`, { token: admin });
      return {
        speaks: body.last_tag_at !== null,
        missing: body.missing.map(({ code }: { code: string }) => code),
      };
    };

    it.each([
      [
        'only events before the last week',
        () => [view('collect', 8 * DAY)],
        { speaks: false, missing: ['no_hit'] },
      ],
      [
        'page views only from server-to-server and import',
        () => [view('s2s', MINUTE), view('import', MINUTE)],
        { speaks: false, missing: ['only_servers'] },
      ],
      [
        'clicks without page views of their landing pages',
        () => [click(5 * MINUTE)],
        { speaks: false, missing: ['silent_landings'] },
      ],
      [
        'a click whose page may still be loading',
        () => [click(MINUTE)],
        { speaks: false, missing: ['no_hit'] },
      ],
      [
        'the tag on another domain',
        () => [view('collect', MINUTE, 'elsewhere.example')],
        { speaks: false, missing: ['wrong_domain'] },
      ],
      [
        'only bots with the tag',
        () => [view('collect', MINUTE, 'open.example', { ua: 'Googlebot/2.1' })],
        { speaks: false, missing: ['only_excluded'] },
      ],
      [
        'the tag on a registered domain',
        () => [view('collect', MINUTE, 'shop.open.example')],
        { speaks: true, missing: [] },
      ],
      [
        'the tag on the product’s domain and on others',
        () => [view('collect', MINUTE), view('collect', 0, 'elsewhere.example'), view('s2s', 0)],
        { speaks: true, missing: [] },
      ],
      [
        'conversions before any page view',
        () => [view('collect', MINUTE), order(0)],
        { speaks: true, missing: ['wrong_order'] },
      ],
      [
        'conversions with page views',
        () => [
          view('collect', MINUTE, 'open.example', { visitorId: 'buyer' }),
          order(0, { visitorId: 'buyer' }),
        ],
        { speaks: true, missing: [] },
      ],
    ])('detects %s', async (_, events, expected) => {
      expect(await state(events())).toEqual(expected);
    });

    it('detects CV pages elsewhere', async () => {
      await state([view('collect', MINUTE)]);
      const missingWith = async (cvUrl: string) => {
        await api.database.db.write((tx) =>
          tx.execute('UPDATE cv_setting SET cv_url = ? WHERE product_id = ?', [cvUrl, productId]),
        );
        return (await state([])).missing;
      };
      for (const elsewhere of ['https://cart.example/thanks*', 'cart.example/thanks?order=*'])
        expect([elsewhere, await missingWith(elsewhere)]).toEqual([elsewhere, ['cv_elsewhere']]);
      for (const own of ['pay.open.example/thanks', '*.open.example/thanks', '*/thanks', '/thanks'])
        expect([own, await missingWith(own)]).toEqual([own, []]);
    });

    it('finds a tag behind thousands of newer page views from a server', async () => {
      const row = {
        product_id: productId,
        day: 20260101,
        visitor_id: 'server',
        door: 's2s',
        device: 1,
        stored_at: api.clock.now,
      };
      const rows = Array.from({ length: 2500 }, (_, at) => [`server-${at}`, api.clock.now - at]);
      await api.database.db.write((tx) => insertRows(tx, 'access', ['id', 'time'], rows, row));
      expect(await state([])).toEqual({ speaks: false, missing: ['only_servers'] });
      const installed = async () =>
        (await api.rest(`/products/${productId}/transmission_notice/`, { token: admin })).body.installed;
      expect(await installed()).toBe(false);
      expect(await state([view('collect', DAY)])).toEqual({ speaks: true, missing: [] });
      expect(await installed()).toBe(true);
    });

    it('restarts the observed time when the domain changes', async () => {
      expect(await state([view('collect', MINUTE, 'open.example')])).toMatchObject({ speaks: true });
      const { body } = await api.rest(`/products/${productId}/`, { token: admin });
      await api.rest(`/products/${productId}/`, {
        method: 'PUT',
        token: admin,
        body: { ...body, product_url: 'https://open.example/new' },
      });
      expect(await state([])).toEqual({ speaks: false, missing: ['no_hit'] });
    });
  });
});
