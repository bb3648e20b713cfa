import { ExcludedReason } from '../../shared/catalog';
import { addDays, dayOf } from '../../shared/domain/calendar';
import { verifyDays } from '../rollups';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { settle } from '../sweeps';
import type { AmendmentEvent, ConversionEvent, IncomingEvent } from './events/incoming-event';
import { ingest } from './index';
import { rebuildSettings } from './rebuild-settings';
import { Events, makeProduct, type Fixture } from './testing/fixture';
import { BOT, randomOf, shuffled } from './testing/random-events';
import { verifyJourneys } from './verify-journeys';

jest.setTimeout(60_000);

const START = Date.UTC(2026, 0, 1, 3);
const MINUTE = 60_000;
const at = (minutes: number) => START + minutes * MINUTE;

onEachDatabase((dialect) => {
  let test: TestDatabase;
  let db: Database;
  let fixture: Fixture;
  let make: Events;
  beforeAll(async () => {
    test = await openTestDatabase(dialect);
    db = test.db;
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    fixture = await makeProduct(db);
    make = new Events(fixture);
    await setOrderKey('order');
  });

  const setOrderKey = (key: string | null) =>
    db.write((tx) =>
      tx.execute('UPDATE cv_setting SET order_key = ? WHERE product_id = ?', [key, fixture.productId]),
    );
  const order = (
    id: string,
    minutes: number,
    visitor: string,
    number: string,
    more: Partial<ConversionEvent> = {},
  ) =>
    make.conversion(id, at(minutes), visitor, {
      amount: 5000,
      args: String(new URLSearchParams({ order: number })),
      ...more,
    });
  const amendment = (id: string, minutes: number, set: Partial<AmendmentEvent>): AmendmentEvent => ({
    type: 'amendment',
    productId: fixture.productId,
    id,
    time: at(minutes),
    door: 's2s',
    ip: null,
    ua: null,
    visitorId: null,
    conversionId: null,
    order: null,
    cvSettingId: null,
    amount: null,
    cancelled: null,
    reason: null,
    authorId: null,
    ...set,
  });
  const store = async (...batches: IncomingEvent[][]) => {
    const outcomes = [];
    for (const batch of batches) {
      outcomes.push(...(await db.write((tx) => ingest(tx, batch))));
      await settle(db);
    }
    return outcomes;
  };
  /** `id` for a conversion that counts, `id=first` for a duplicate, `id!reason` for another excluded one. */
  const conversions = async () => {
    const rows = await db.read<{
      event_id: string;
      excluded_reason: string | null;
      duplicate_of: string | null;
    }>(
      'SELECT event_id, excluded_reason, duplicate_of FROM conversion WHERE product_id = ? ORDER BY event_id',
      [fixture.productId],
    );
    return rows.map(({ event_id: id, excluded_reason: reason, duplicate_of: first }) =>
      reason === ExcludedReason.DUPLICATE_ORDER ? `${id}=${first}` : reason === null ? id : `${id}!${reason}`,
    );
  };
  const states = async () => {
    const rows = await db.read<{ event_id: string; amended_sen: number | null; cancelled: number }>(
      'SELECT event_id, amended_sen, cancelled FROM conversion WHERE product_id = ? ORDER BY event_id',
      [fixture.productId],
    );
    return Object.fromEntries(
      rows.map(({ event_id, amended_sen, cancelled }) => [
        event_id,
        `${amended_sen === null ? '-' : amended_sen / 100}${Number(cancelled) ? ' cancelled' : ''}`,
      ]),
    );
  };
  const totals = async () => {
    const [row] = await db.read<Record<string, number>>(
      'SELECT SUM(cv_count) AS cv, SUM(amount_sen) / 100 AS amount, SUM(amount_net_sen) / 100 AS net, SUM(cv_cancelled) AS cancelled FROM rollup_cv_day WHERE product_id = ? AND class IN (1, 3)',
      [fixture.productId],
    );
    return { cv: row?.cv, amount: row?.amount, net: row?.net, cancelled: row?.cancelled };
  };
  const faults = async () => {
    const range = { from: addDays(dayOf(START), -2), to: addDays(dayOf(START), 2) };
    const differences = [];
    for await (const found of verifyJourneys(db, fixture.productId, range, () => settle(db)))
      differences.push(...found.differences);
    const days = [-2, -1, 0, 1, 2].map((more) => addDays(dayOf(START), more));
    return [...differences, ...(await verifyDays(db, fixture.productId, days))];
  };

  describe('an order counts once (domain.md 8.5)', () => {
    it.each<[string, () => IncomingEvent[], string[]]>([
      [
        'over the tag, the server and another browser',
        () => [
          order('va-hash', 0, 'va', '1001'),
          order('1001', 1, 'va', '1001'),
          order('vb-hash', 2, 'vb', '1001'),
        ],
        ['1001=va-hash', 'va-hash', 'vb-hash=va-hash'],
      ],
      [
        'however the number is written',
        () => [
          order('a', 0, 'va', '１００１'),
          order('b', 1, 'vb', ' 1001 '),
          order('c', 2, 'vc', '1001\u3000'),
        ],
        ['a', 'b=a', 'c=a'],
      ],
      [
        'but letter case and leading zeros make other orders',
        () => [
          order('a', 0, 'va', 'ab'),
          order('b', 1, 'va', 'AB'),
          order('c', 2, 'va', '0'),
          order('d', 2, 'va', '00'),
        ],
        ['a', 'b', 'c', 'd'],
      ],
      [
        'even if the number has thousands of characters',
        () => [
          order('a', 0, 'va', 'x'.repeat(3000)),
          order('b', 1, 'vb', 'x'.repeat(3000)),
          order('c', 2, 'vc', 'x'.repeat(2999)),
        ],
        ['a', 'b=a', 'c'],
      ],
      [
        'of the same instant by the lower id',
        () => [order('b', 0, 'vb', '1'), order('B', 0, 'va', '1'), order('a', 0, 'vc', '1')],
        ['B', 'a=B', 'b=B'],
      ],
      [
        'per CV setting',
        () => [order('a', 0, 'va', '1'), order('b', 1, 'va', '1', { cvSettingId: fixture.cv.other })],
        ['a', 'b'],
      ],
      [
        'and an event without the argument stands for itself',
        () => [
          order('a', 0, 'va', ''),
          order('b', 1, 'va', ' '),
          make.conversion('c', at(2), 'va', { args: 'sku=1' }),
          make.conversion('d', at(3), 'va'),
        ],
        ['a', 'b', 'c', 'd'],
      ],
      [
        'and a robot uses up no order',
        () => [order('a', 0, 'va', '1', { ua: BOT }), order('b', 1, 'vb', '1'), order('c', 2, 'vc', '1')],
        ['a!bot', 'b', 'c=b'],
      ],
    ])('%s', async (_rule, events, expected) => {
      await store(...shuffled(events(), randomOf(1)).map((event) => [event]));
      expect(await conversions()).toEqual(expected);
      expect((await totals()).cv).toBe(expected.filter((one) => !/[=!]/.test(one)).length);
      expect(await faults()).toEqual([]);
    });

    it('in whichever order and batches it arrives, with the paths and repeats of what counts', async () => {
      const events = [
        make.click('k1', at(-9), 'va'),
        make.click('k2', at(-8), 'vb', { adId: fixture.ads[1] }),
        order('a', 0, 'va', '1', { userId: 'u' }),
        order('b', 1, 'vb', '1', { userId: 'u' }),
        order('c', 2, 'vb', '2', { userId: 'u' }),
        order('d', 3, 'va', '2'),
        make.conversion('e', at(4), null, { userId: 'u', amount: 1 }),
      ];
      const read = async () => [
        await conversions(),
        await totals(),
        (
          await db.read<{ event_id: string; repeated: number; touch_count: number; last_ad_id: number }>(
            'SELECT event_id, repeated, touch_count, last_ad_id FROM conversion WHERE product_id = ? ORDER BY event_id',
            [fixture.productId],
          )
        ).map(({ last_ad_id: ad, ...row }) => ({ ...row, ad: fixture.ads.indexOf(ad) })),
      ];
      await store(events);
      const expected = await read();
      expect(expected[0]).toEqual(['a', 'b=a', 'c', 'd=c', 'e']);
      for (const seed of [1, 2, 3]) {
        fixture = await makeProduct(db);
        make = new Events(fixture);
        await setOrderKey('order');
        const again = events.map((event) => ({ ...event, productId: fixture.productId }));
        const own = again.map((event) =>
          event.type === 'click'
            ? { ...event, adId: fixture.ads[event.id === 'k2' ? 1 : 0] }
            : event.type === 'conversion'
              ? { ...event, cvSettingId: fixture.cv.last }
              : event,
        );
        // A conversion that names only its customer needs one that names a visitor.
        const [last, ...others] = [...own].reverse();
        await store(...shuffled(others, randomOf(seed)).map((event) => [event]), last ? [last] : []);
        expect(await read()).toEqual(expected);
        expect(await faults()).toEqual([]);
        await store(own);
        expect(await read()).toEqual(expected);
      }
    });

    it('from the moment that order_key is set; rebuild applies it to the past', async () => {
      const range = { from: addDays(dayOf(START), -1), to: addDays(dayOf(START), 1) };
      await setOrderKey(null);
      await store([order('a', 0, 'va', '1'), order('b', 1, 'vb', '1')]);
      await setOrderKey('order');
      await store([order('c', 2, 'vc', '1')]);
      expect(await conversions()).toEqual(['a', 'b', 'c']);
      await rebuildSettings(db, fixture.productId, range);
      await settle(db);
      expect(await conversions()).toEqual(['a', 'b=a', 'c=a']);
      await setOrderKey(null);
      await rebuildSettings(db, fixture.productId, range);
      await settle(db);
      expect(await conversions()).toEqual(['a', 'b', 'c']);
      expect(await faults()).toEqual([]);
    });
  });

  describe('an amendment changes an order (domain.md 8.6)', () => {
    it.each<[string, () => AmendmentEvent[], string, object]>([
      [
        'a partial refund',
        () => [amendment('m', 9, { conversionId: 'o', amount: 3000 })],
        '3000',
        { net: 3000, cancelled: 0 },
      ],
      [
        'a cancellation',
        () => [amendment('m', 9, { conversionId: 'o', cancelled: true })],
        '- cancelled',
        { net: 0, cancelled: 1 },
      ],
      [
        'by the number of the order',
        () => [amendment('m', 9, { order: '1', cancelled: true })],
        '- cancelled',
        { net: 0, cancelled: 1 },
      ],
      [
        'a full refund',
        () => [amendment('m', 9, { conversionId: 'o', amount: 0 })],
        '0',
        { net: 0, cancelled: 0 },
      ],
      [
        'the newest of each field decides',
        () => [
          amendment('m3', 9, { conversionId: 'o', cancelled: false }),
          amendment('m1', 7, { order: '1', amount: 1, cancelled: true }),
          amendment('m2', 8, { conversionId: 'o', amount: 2 }),
        ],
        '2',
        { net: 2, cancelled: 0 },
      ],
      [
        'of one instant the higher id decides',
        () => [
          amendment('b', 9, { conversionId: 'o', amount: 2 }),
          amendment('a', 9, { conversionId: 'o', amount: 1 }),
        ],
        '2',
        { net: 2, cancelled: 0 },
      ],
    ])('%s', async (_rule, amendments, state, expected) => {
      const outcomes = await store([...amendments(), order('o', 0, 'v', '1')]);
      expect(outcomes.every(({ status }) => status === 'accepted')).toBe(true);
      expect(await states()).toEqual({ o: state });
      // What happened stays.
      expect(await totals()).toEqual({ cv: 1, amount: 5000, ...expected });
      expect(await faults()).toEqual([]);
      const again = await store(amendments().reverse());
      expect(again.every(({ status }) => status === 'duplicate')).toBe(true);
      expect(await states()).toEqual({ o: state });
    });

    it('follows the order when an earlier conversion arrives late', async () => {
      await store(
        [order('b', 2, 'vb', '1')],
        [
          amendment('m', 9, { conversionId: 'b', amount: 1000 }),
          amendment('n', 8, { order: '1', cancelled: true }),
        ],
        [order('a', 1, 'va', '1')],
      );
      expect(await conversions()).toEqual(['a', 'b=a']);
      expect(await states()).toEqual({ a: '1000 cancelled', b: '1000 cancelled' });
      expect(await totals()).toEqual({ cv: 1, amount: 5000, net: 0, cancelled: 1 });
      expect(await faults()).toEqual([]);
    });

    it('is rejected if its conversion is unknown, or several have the name', async () => {
      await store([order('o', 0, 'v', '1'), order('o', 0, 'v', '1', { cvSettingId: fixture.cv.other })]);
      const reasons = (
        await store([
          amendment('a', 1, { conversionId: 'x', amount: 1 }),
          amendment('b', 1, { order: '2', amount: 1 }),
          amendment('c', 1, { conversionId: 'o', amount: 1 }),
          amendment('d', 1, { conversionId: 'o', amount: 1, cvSettingId: fixture.cv.middle }),
          amendment('e', 1, { conversionId: 'o', amount: 1, cvSettingId: fixture.cv.last }),
          // A rejected amendment uses up no id.
          amendment('a', 1, { conversionId: 'o', amount: 2, cvSettingId: fixture.cv.other }),
        ])
      ).map((outcome) => (outcome.status === 'rejected' ? outcome.reason : outcome.status));
      expect(reasons).toEqual([
        'conversion_id is not known, so that the conversion is missing',
        'order is not known, so that the conversion is missing',
        'conversion_id names conversions of several CV settings; cv_setting_id is missing',
        'conversion_id is not known, so that the conversion is missing',
        'accepted',
        'accepted',
      ]);
    });
  });
});
