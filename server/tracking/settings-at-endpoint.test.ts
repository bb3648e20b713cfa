import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { Asp } from '../settings/asp/asp.entity';
import { CvSetting } from '../settings/cv-setting';
import { Product } from '../settings/product/product.entity';
import { Ad } from '../settings/ad/ad.entity';
import { eventLine, readLine } from './spool/spool-line';
import { clickEvent } from './testing/events';
import { makeAsp, makeLink, makeShop, save } from './testing/settings';
import { send, startTracking, type TrackingServer } from './testing/tracking-server';

const UA = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36';

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let server: TrackingServer;

  beforeEach(async () => {
    test = await openTestDatabase(dialect);
  });
  afterEach(async () => {
    await server.stop();
    await test.drop();
  });

  const rows = (sql: string) => test.db.read<Record<string, unknown>>(sql);

  it('stores the settings at the arrival of an event, even if they change before it is stored', async () => {
    const shop = await makeShop(test.db, { trackingTerm: 30, excludedIps: '198.51.100.0/24' });
    const asp = await makeAsp(test.db, shop.product.id, { performanceCvFlag: true });
    const { ad, redirect } = await makeLink(test.db, shop.product.id, { aspId: asp.id });
    server = await startTracking(test.db, { trustProxy: 1 });
    const from = (ip: string) => ({ 'user-agent': UA, 'x-forwarded-for': ip });
    const collect = (event: object, ip: string) =>
      send(server.url, '/collect', {
        method: 'POST',
        headers: from(ip),
        body: JSON.stringify({
          product_id: shop.product.id,
          visitor_id: 'v',
          url: 'https://shop.example/',
          referrer: '',
          ...event,
        }),
      });

    await test.db.close();
    for (const ip of ['203.0.113.1', '198.51.100.1']) {
      expect(
        (await send(server.url, `/r/${redirect.code}`, { headers: from(ip) })).headers.location,
      ).toContain('a_iid');
    }
    const landing = `https://shop.example/?a_ad=${ad.id}`;
    for (const [id, ip] of [
      ['counts', '203.0.113.1'],
      ['excluded', '198.51.100.1'],
    ] as const) {
      const answers = [
        await collect({ type: 'view', event_id: id, url: landing }, ip),
        await collect({ type: 'cv', event_id: id, cv_setting_id: shop.cv.id }, ip),
      ];
      expect(answers.map((answer) => JSON.parse(answer.body) as unknown)).toEqual(
        [1, 2].map(() => expect.objectContaining({ accepted: 1, deferred: true })),
      );
    }

    await test.db.connect();
    await save(test.db, Product, { ...shop.product, trackingTerm: 90, excludedIps: '203.0.113.1' });
    await save(test.db, Asp, { ...asp, performanceCvFlag: false });
    await save(test.db, Ad, { ...ad, clickCost: 77 });
    await save(test.db, CvSetting, { ...shop.cv, cvSlot: 3 });
    await server.tracking.drain();

    const settingsAtArrival = { tracking_term: 30, performance_flag: 1, cost_sen: 3000 };
    const contacts = await rows(
      'SELECT ip, door, tracking_term, performance_flag, cost_sen, excluded_reason FROM interaction ORDER BY door, ip',
    );
    expect(contacts).toEqual([
      { ...settingsAtArrival, door: 'landing', ip: '198.51.100.1', excluded_reason: 'excluded_ip' },
      { ...settingsAtArrival, door: 'landing', ip: '203.0.113.1', excluded_reason: null },
      { ...settingsAtArrival, door: 'redirect', ip: '198.51.100.1', excluded_reason: 'excluded_ip' },
      { ...settingsAtArrival, door: 'redirect', ip: '203.0.113.1', excluded_reason: null },
    ]);
    expect(await rows('SELECT id, excluded_reason FROM access ORDER BY id')).toEqual([
      { id: 'counts', excluded_reason: null },
      { id: 'excluded', excluded_reason: 'excluded_ip' },
    ]);
    expect(
      await rows(
        'SELECT event_id, tracking_term, cv_slot, excluded_reason FROM conversion ORDER BY event_id',
      ),
    ).toEqual([
      { event_id: 'counts', tracking_term: 30, cv_slot: 1, excluded_reason: null },
      { event_id: 'excluded', tracking_term: 30, cv_slot: 1, excluded_reason: 'excluded_ip' },
    ]);
  });

  it('records the contact of a landing whose ad was saved a moment ago', async () => {
    const shop = await makeShop(test.db);
    server = await startTracking(test.db);
    const { ad } = await makeLink(test.db, shop.product.id);
    const answer = await send(server.url, '/collect', {
      method: 'POST',
      headers: { 'user-agent': UA },
      body: JSON.stringify({
        type: 'view',
        event_id: 'first',
        product_id: shop.product.id,
        visitor_id: 'v',
        url: `https://shop.example/?a_ad=${ad.id}`,
      }),
    });
    expect(answer.status).toBe(200);
    expect(await rows('SELECT ad_id, door FROM interaction')).toEqual([{ ad_id: ad.id, door: 'landing' }]);
  });
});

it('a spool line keeps the settings at arrival; a line of an earlier version has none', () => {
  const now = clickEvent('now', { atDoor: { trackingTerm: 30, excludedIp: false, performance: true } });
  const before = clickEvent('before');
  expect([now, before].flatMap((event) => readLine(Buffer.from(eventLine(event))))).toEqual([
    { kind: 'event', event: now },
    { kind: 'event', event: before },
  ]);
});
