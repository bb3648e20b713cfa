import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { startOfDay } from '../../shared/domain/calendar';
import { settle } from '../sweeps';
import type { IncomingEvent } from '../journeys';
import { clickKey } from '../journeys/ingest/click-keys';
import { rebuildSettings } from '../journeys/rebuild-settings';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { EXCLUDED_IP, randomEvents, randomOf, shuffled } from '../journeys/testing/random-events';
import { Product } from '../settings/product/product.entity';
import { newErased } from '../journeys/privacy/persons';
import { personsOf, type Subject } from './subject';
import { ALL_DAYS, erasureScenario, UA, WORDS } from './testing/erasure-scenario';

jest.setTimeout(180_000);

onEachDatabase((dialect) => {
  describe('erasing a person', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const { rows, store, erase, derivedData, differences, leftovers, storePerson } = erasureScenario(
      () => db,
    );

    it.each([1, 2, 3])('keeps all metrics, of earlier and of later events (seed %i)', async (seed) => {
      const [erased, untouched] = [
        await makeProduct(db, { trackingTerm: 3, excludedIps: EXCLUDED_IP }),
        await makeProduct(db, { trackingTerm: 3, excludedIps: EXCLUDED_IP }),
      ];
      const of = (fixture: Fixture) =>
        randomEvents(fixture, new Events(fixture), seed, 220).map((event): IncomingEvent => ({
          ...event,
          ...(event.ip === null && { ip: '203.0.113.7' }),
          ...(event.ua === null && { ua: UA }),
        }));
      const order = randomOf(seed);
      const places = shuffled(
        of(untouched).map((_, n) => n),
        order,
      );
      const stored = new Set<string>();
      const nameOf = (event: IncomingEvent) =>
        `${event.productId} ${event.type} ${event.type === 'conversion' ? event.cvSettingId : ''} ${event.id}`;
      for (const fixture of [erased, untouched]) {
        const events = places.map((place) => of(fixture)[place]!);
        // A reference to an unknown event is rejected and does not use up its id.
        (await store(events)).forEach(
          ({ status }, n) => status === 'rejected' || stored.add(nameOf(events[n]!)),
        );
      }
      const before = await derivedData(untouched);
      expect(await derivedData(erased)).toEqual(before);
      const subjects: Subject[] = [
        { kind: 'user', id: 'U1' },
        { kind: 'visitor', id: 'v3' },
        { kind: 'visitor', id: 'v0' },
      ];
      for (const subject of subjects) {
        if (!(await personsOf(db.readOnlyTx, erased.productId, subject))?.visitors.length) continue;
        await erase(erased.productId, subject);
        expect(await derivedData(erased)).toEqual(before);
      }
      expect(await differences(erased.productId)).toEqual([]);
      // A replay of everything consists of duplicates and restores no person.
      const again = await store(of(erased).filter((event) => stored.has(nameOf(event))));
      expect(new Set(again.map(({ status }) => status))).toEqual(new Set(['duplicate']));
      expect(await derivedData(erased)).toEqual(before);
      // Changed settings still apply to the remaining rows.
      await db.write((tx) =>
        tx.manager.update(Product, { id: erased.productId }, { excludedIps: EXCLUDED_IP }),
      );
      expect(await rebuildSettings(db, erased.productId, ALL_DAYS)).toEqual({
        interactions: 0,
        accesses: 0,
        conversions: 0,
      });
      await settle(db);
      expect(await derivedData(erased)).toEqual(before);
    });

    it('erases a person whose clicks each have a different tracker id', async () => {
      const fixture = await makeProduct(db);
      const make = new Events(fixture);
      const CLICKS = 1200;
      // Ids of the maximum length: together they exceed a text of 64 KB.
      const tracker = (n: number) => `t${String(n).padStart(127, '0')}`;
      const time = startOfDay(20260301);
      const clicks = Array.from({ length: CLICKS }, (_, n) => make.click(`many-${n}`, time + n, tracker(n)));
      await store([...clicks, make.conversion('many-o', time + 5000, 'site-id', { userId: 'many' })]);
      await db.write((tx) =>
        tx.execute('UPDATE interaction SET visitor_id = ? WHERE product_id = ?', [
          'site-id',
          fixture.productId,
        ]),
      );
      const persons = await personsOf(db.readOnlyTx, fixture.productId, { kind: 'user', id: 'many' });
      expect(persons?.visitors).toHaveLength(CLICKS + 1);
      await erase(fixture.productId, { kind: 'user', id: 'many' }, 1000);
      const [left] = await rows<{ n: number }>(
        'SELECT COUNT(*) AS n FROM interaction WHERE product_id = ? AND claimed_visitor_id LIKE ?',
        fixture.productId,
        't0%',
      );
      expect(Number(left?.n)).toBe(0);
      expect(await rows('SELECT * FROM erasure_subject')).toEqual([]);
    });

    it.each<Subject>([
      { kind: 'user', id: 'customer-hanako' },
      { kind: 'visitor', id: 'visitor-hana' },
      { kind: 'conversion', id: 'o-1' },
    ])('erases all data of the person named by a $kind and none of others', async (subject) => {
      const person = await storePerson();
      const before = await derivedData(person);
      await erase(person.productId, subject, 1);
      expect(await leftovers(person.productId, WORDS)).toEqual([]);
      expect((await leftovers(person.productId, ['taro'])).length).toBeGreaterThan(4);
      expect(await derivedData(person)).toEqual(before);
      expect(await differences(person.productId)).toEqual([]);
      expect(
        await rows('SELECT text, ip FROM bad_event WHERE product_id = ? ORDER BY id', person.productId),
      ).toEqual([
        { text: null, ip: null },
        { text: 'visitor-hana2', ip: null },
      ]);
      expect(await rows('SELECT work FROM erasure WHERE product_id = ?', person.productId)).toEqual([
        { work: null },
      ]);
    });

    it('keeps a click joined by a click id, without the id and its key', async () => {
      const { productId, ads } = await makeProduct(db);
      const make = new Events({ productId, ads, cv: { last: 0, other: 0, middle: 0 } });
      const G = { clickIds: { gclid: 'erased-gclid' } };
      const time = startOfDay(20260301);
      await store([
        make.click('c', time, 'tracker', { ...G, xclid: 'erased-gclid' }),
        make.view('p', time + 1000, 'person', { ...G, url: 'https://shop.example/?gclid=erased-gclid' }),
        make.view('q', time + 2000, 'friend', G),
      ]);
      await erase(productId, { kind: 'visitor', id: 'person' });
      expect(await differences(productId)).toEqual([]);
      const keys = [clickKey('gclid', 'erased-gclid'), clickKey('a_xclid', 'erased-gclid')];
      expect(await leftovers(productId, ['erased-gclid', 'person', 'tracker'])).toEqual([]);
      expect(await leftovers(productId, keys)).toEqual([`click_key.click_key: ${keys[0]}`]);
      // The friend's landing came too late, and a late event of the person gives no id away either.
      await store([make.view('late', time + 500, 'person', G)]);
      expect(await leftovers(productId, keys)).toEqual([`click_key.click_key: ${keys[0]}`]);
      expect(await rows('SELECT visitor_id FROM interaction WHERE product_id = ?', productId)).toEqual([
        { visitor_id: expect.stringMatching(/^erased~/) as string },
      ]);
      expect(await differences(productId)).toEqual([]);
    });

    it('keeps the same id in another product', async () => {
      const [mine, other] = [await storePerson(), await storePerson()];
      await erase(mine.productId, { kind: 'user', id: 'customer-hanako' });
      expect((await leftovers(other.productId, ['customer-hanako'])).length).toBe(2);
      expect(newErased()).not.toBe(newErased());
    });
  });
});
