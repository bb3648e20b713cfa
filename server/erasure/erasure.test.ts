import { setTimeout } from 'node:timers/promises';
import { startOfDay } from '../../shared/domain/calendar';
import { verifyDays } from '../analysis/rollups';
import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { settle, startWorker } from '../jobs';
import { ingest, type IncomingEvent } from '../journeys';
import { rebuildSettings } from '../journeys/rebuild/rebuild-settings';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { BOT, EXCLUDED_IP, randomEvents, randomOf, shuffled } from '../journeys/testing/random-events';
import { verifyJourneys } from '../journeys/verify/verify-journeys';
import { Product } from '../settings/product/product.entity';
import { newErased } from './persons';
import { personsOf, type Subject } from './subject';
import { beginWork, eraseStep } from './work';

jest.setTimeout(180_000);

const ALL_DAYS = { from: 20250101, to: 20271231 };
const UA =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36';
const NOW = Date.UTC(2026, 5, 1);

onEachDatabase((dialect) => {
  describe('erasing a person', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const rows = <T>(sql: string, ...params: (string | number)[]) => db.read<T>(sql, params);
    const store = async (events: readonly IncomingEvent[]) => {
      const outcomes = await db.write((tx) => ingest(tx, events));
      await settle(db);
      return outcomes;
    };
    let numbers = 0;
    /** Starts an erasure like the service, without its access checks. */
    const begin = async (productId: number, subject: Subject): Promise<number> => {
      const persons = await personsOf(db.reading, productId, subject);
      numbers += 1;
      if (!persons) throw new Error('more browsers than a person has');
      return db.write(async (tx) => {
        const id = await tx.insert(
          `INSERT INTO erasure (number, company_id, product_id, subject_kind, subject_digest, requested_at, user_id, user_name, counts) VALUES (?,?,?,?,?,?,NULL,'',?)`,
          [`${dialect}${numbers}`, 1, productId, subject.kind, `d${numbers}`, NOW, '{}'],
        );
        await beginWork(tx, id, persons, 'secret');
        return id;
      });
    };
    const finish = async (id: number, most = 7): Promise<number> => {
      for (let steps = 1; ; steps += 1) {
        const step = await db.write((tx) => eraseStep(tx, id, most, NOW));
        expect(step).not.toBe('waiting');
        if (step === 'done') return steps;
        if (steps > 2000) throw new Error('the erasure did not finish');
      }
    };
    const erase = async (productId: number, subject: Subject, most?: number) =>
      finish(await begin(productId, subject), most);

    /** Reads all derived data of a product; ads, settings and visitors are replaced by their positions. */
    const derivedData = async ({ productId, ads, cv }: Fixture) => {
      const [firstAd] = ads;
      const ad = (column: string) =>
        `CASE WHEN ${column} = 0 THEN 0 ELSE ${column} - ${firstAd} + 1 END AS ${column}`;
      const share = (n: number) => `ROUND(SUM(share_${n}), 9) AS share_${n}`;
      /** Replaces each id by the first row that has it, so a renamed id compares equal. */
      const placed = (list: Record<string, unknown>[], ...columns: string[]) => {
        const first = new Map<unknown, string>();
        return list.map((row, n) => ({
          ...row,
          ...Object.fromEntries(
            columns.map((column) => {
              const key = `${column} ${String(row[column])}`;
              if (row[column] !== null && !first.has(key)) first.set(key, `#${n}`);
              return [column, row[column] === null ? null : first.get(key)];
            }),
          ),
        }));
      };
      return {
        interactions: placed(
          await rows(
            `SELECT id, visitor_id, counted, first_touch, reference_id, cost_sen, device, excluded_reason, ${ad('ad_id')} FROM interaction WHERE product_id = ? ORDER BY id`,
            productId,
          ),
          'visitor_id',
        ),
        views: placed(
          await rows(
            `SELECT id, visitor_id, interaction_id, device, excluded_reason, ${ad('ad_id')} FROM access WHERE product_id = ? ORDER BY id`,
            productId,
          ),
          'visitor_id',
        ),
        conversions: placed(
          await rows(
            `SELECT event_id, cv_setting_id - ${cv.last} AS setting, visitor_id, user_id, repeated, previous_time, touch_count, cut_from, amount_sen, excluded_reason, ${ad('first_ad_id')}, ${ad('last_ad_id')}, latency_ms
              FROM conversion WHERE product_id = ? ORDER BY event_id, cv_setting_id`,
            productId,
          ),
          'visitor_id',
          'user_id',
        ),
        touches: await rows(
          `SELECT c.event_id, t.cv_setting_id - ${cv.last} AS setting, t.class, t.pos, t.n, t.interaction_id, ${[1, 2, 3, 4, 5].map(share).join(', ')}
            FROM conversion_touch t JOIN conversion c ON c.id = t.conversion_id WHERE t.product_id = ? GROUP BY c.event_id, t.cv_setting_id, t.class, t.pos, t.n, t.interaction_id
            ORDER BY c.event_id, t.cv_setting_id, t.class, t.pos`,
          productId,
        ),
        results: await rows(
          `SELECT event_id, ${ad('ad_id')}, result_type, approval_status, cv_cost_sen, interaction_id, interaction_number FROM result WHERE product_id = ? ORDER BY event_id, cv_time, conversion_id, ad_id`,
          productId,
        ),
        days: await rows(
          `SELECT day, ${ad('ad_id')}, clicks, first_touches, pv, cost_sen FROM rollup_touch_day WHERE product_id = ? ORDER BY day, ad_id`,
          productId,
        ),
        months: await rows(
          `SELECT month, ${ad('ad_id')}, SUM(cv_count) AS cv, ROUND(SUM(attr_cv_3), 6) AS a FROM rollup_cv_month WHERE product_id = ? GROUP BY month, ad_id ORDER BY month, ad_id`,
          productId,
        ),
      };
    };
    const differences = async (productId: number) => {
      const differing: unknown[] = [];
      for await (const part of verifyJourneys(db, productId, ALL_DAYS, () => settle(db)))
        differing.push(...part.differences);
      const days = await rows<{ day: number }>(
        'SELECT DISTINCT day FROM rollup_touch_day WHERE product_id = ? UNION SELECT day FROM rollup_cv_day WHERE product_id = ?',
        productId,
        productId,
      );
      return [
        ...differing,
        ...(await verifyDays(
          db,
          productId,
          days.map(({ day }) => day),
          0,
        )),
      ];
    };
    /** Finds every text in the product's rows that contains one of the words. */
    const leftovers = async (productId: number, words: readonly string[]) => {
      const tables = [
        'interaction',
        'access',
        'access_ref',
        'conversion',
        'conversion_touch',
        'result',
        'result_due',
        'postback',
        'postback_attempt',
        'bad_event',
        'stale_visitor',
        'erasure',
        'erased_person',
      ];
      const matches: string[] = [];
      for (const table of tables) {
        for (const row of await rows<Record<string, unknown>>(
          `SELECT * FROM ${table} WHERE product_id = ?`,
          productId,
        )) {
          for (const [column, value] of Object.entries(row)) {
            if (typeof value === 'string' && words.some((word) => value.includes(word)))
              matches.push(`${table}.${column}: ${value}`);
          }
        }
      }
      return matches;
    };

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
        if (!(await personsOf(db.reading, erased.productId, subject))?.visitors.length) continue;
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
      const persons = await personsOf(db.reading, fixture.productId, { kind: 'user', id: 'many' });
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

    const MINE = { ip: '198.51.100.77', ua: `${UA} Mine/1` };
    const at = startOfDay(20260301);
    /**
     * Stores a person with a tracker id, a site id, a customer id and an order, and a neighbour who shares
     * nothing.
     */
    const storePerson = async (settings = {}) => {
      const fixture = await makeProduct(db, settings);
      const make = new Events(fixture);
      const medium = {
        xclid: 'gclid-hanako',
        ses: 'ses-hanako',
        key1: 'key-hanako',
        params: 'mail=hanako@example.jp',
        referrer: 'https://r.example/?hanako',
      };
      await store([
        make.click('c-1', at, 'tracker-hana', { ...MINE, ...medium }),
        make.view('p-1', at + 1000, 'visitor-hana', {
          ...MINE,
          interactionRef: 'c-1',
          url: 'https://shop.example/my/hanako?mail=hanako@example.jp',
          referrer: 'https://r.example/?hanako',
          title: '花子 hanako様',
        }),
        make.view('p-2', at + 2000, 'visitor-hana', {
          ...MINE,
          url: 'https://shop.example/lp?a_ad=1&u=hanako',
          landingAdId: fixture.ads[1],
        }),
        make.view('p-3', at + 3000, 'visitor-hana', {
          ...MINE,
          url: 'https://shop.example/lp?a_ad=1&u=hanako',
          landingAdId: fixture.ads[1],
        }),
        make.conversion('o-1', at + 4000, 'visitor-hana', {
          ...MINE,
          userId: 'customer-hanako',
          amount: 500,
          args: 'order=1&name=hanako',
          otherKey1: 'k-hanako',
          url: 'https://shop.example/thanks?hanako',
          referrer: 'x-hanako',
        }),
        make.click('c-9', at, 'visitor-taro', { ip: '203.0.113.1' }),
        make.conversion('o-9', at + 5000, 'visitor-taro', {
          userId: 'customer-taro',
          amount: 900,
          args: 'name=taro',
        }),
      ]);
      const bad = JSON.stringify({
        type: 'view',
        visitor_id: 'visitor-hana',
        url: 'https://shop.example/hanako',
      });
      await db.write((tx) =>
        tx.execute(
          "INSERT INTO bad_event (product_id, door, reason, text, ip, stored_at) VALUES (?, 'collect', 'url is missing', ?, ?, 1), (?, 'collect', 'url is missing', 'visitor-hana2', NULL, 1)",
          [fixture.productId, bad, MINE.ip, fixture.productId],
        ),
      );
      return { ...fixture, make };
    };
    const WORDS = ['hanako', 'visitor-hana"', 'tracker-hana', MINE.ip, 'Mine/1', '花子'];

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

    it('treats later events of the person as a new person and replays as duplicates', async () => {
      const { make, productId } = await storePerson();
      await erase(productId, { kind: 'user', id: 'customer-hanako' });
      const replay = [
        make.conversion('o-1', at + 4000, 'visitor-hana', { userId: 'customer-hanako' }),
        make.view('p-1', at + 1000, 'visitor-hana'),
        make.click('c-1', at, 'tracker-hana'),
      ];
      expect((await store(replay)).map(({ status }) => status)).toEqual([
        'duplicate',
        'duplicate',
        'duplicate',
      ]);
      expect(await leftovers(productId, WORDS)).toEqual([]);
      const new_ = make.conversion('o-2', NOW + 1000, 'visitor-hana', { userId: 'customer-hanako' });
      expect(await store([new_])).toEqual([{ status: 'accepted' }]);
      expect(
        await rows(
          "SELECT repeated, touch_count, visitor_id, user_id FROM conversion WHERE product_id = ? AND event_id = 'o-2'",
          productId,
        ),
      ).toEqual([{ repeated: 0, touch_count: 0, visitor_id: 'visitor-hana', user_id: 'customer-hanako' }]);
      // An erased contact does not lead back to its person.
      expect(
        await store([make.conversion('o-3', NOW + 2000, null, { interactionRef: 'c-1' })]),
      ).toMatchObject([{ status: 'rejected' }]);
      await store([make.view('p-9', NOW + 3000, 'visitor-new', { interactionRef: 'c-1' })]);
      expect(
        await rows(
          "SELECT COUNT(*) AS n FROM interaction WHERE product_id = ? AND visitor_id = 'visitor-new'",
          productId,
        ),
      ).toEqual([{ n: 0 }]);
      expect(await differences(productId)).toEqual([]);
    });

    it('counts late events from before the erasure without personal data', async () => {
      const { make, productId, ads } = await storePerson();
      await erase(productId, { kind: 'visitor', id: 'visitor-hana' });
      const late = { ...MINE, xclid: 'gclid-hanako' };
      expect(
        await store([
          make.click('c-late', at + 100, 'visitor-hana', late),
          make.view('p-late', at + 200, 'tracker-hana', {
            ...late,
            url: 'https://shop.example/hanako',
            landingAdId: ads[2],
            title: 'hanako',
          }),
          make.conversion('o-late', at + 300, 'visitor-hana', {
            ...MINE,
            userId: 'customer-hanako',
            args: 'name=hanako',
            amount: 3,
          }),
          make.view('p-bot', at + 400, 'visitor-hana', { ...MINE, ua: BOT }),
        ]),
      ).toEqual(Array.from({ length: 4 }, () => ({ status: 'accepted' })));
      expect(await leftovers(productId, WORDS)).toEqual([]);
      expect(
        await rows(
          "SELECT id, excluded_reason FROM access WHERE product_id = ? AND id IN ('p-late', 'p-bot') ORDER BY id",
          productId,
        ),
      ).toEqual([
        { id: 'p-bot', excluded_reason: 'bot' },
        { id: 'p-late', excluded_reason: null },
      ]);
      expect(
        await rows(
          "SELECT amount_sen, touch_count FROM conversion WHERE product_id = ? AND event_id = 'o-late'",
          productId,
        ),
      ).toEqual([{ amount_sen: 300, touch_count: 1 }]);
      expect(await differences(productId)).toEqual([]);
    });

    it('continues after an interruption, and a repeated step has no effect', async () => {
      const person = await storePerson();
      const before = await derivedData(person);
      const id = await begin(person.productId, { kind: 'user', id: 'customer-hanako' });
      // A transaction that fails at its end changes nothing; the next one repeats it.
      for (let steps = 0; steps < 200; steps += 1) {
        await db
          .write(async (tx) => {
            await eraseStep(tx, id, 1, NOW);
            throw new Error('cut');
          })
          .catch((error: Error) => expect(error.message).toBe('cut'));
        if ((await db.write((tx) => eraseStep(tx, id, 1, NOW))) === 'done') break;
      }
      expect(await db.write((tx) => eraseStep(tx, id, 1, NOW))).toBe('done');
      expect(await leftovers(person.productId, WORDS)).toEqual([]);
      expect(await derivedData(person)).toEqual(before);
    });

    it('waits for pending derivations', async () => {
      const { make, productId } = await storePerson();
      const id = await begin(productId, { kind: 'visitor', id: 'visitor-hana' });
      await db.write((tx) => ingest(tx, [make.view('p-5', at + 6000, 'visitor-hana', MINE)]));
      expect(await db.write((tx) => eraseStep(tx, id, 100, NOW))).toBe('waiting');
      await settle(db);
      await finish(id);
      expect(await leftovers(productId, WORDS)).toEqual([]);
    });

    it('is continued by a worker after the request ends', async () => {
      const { productId } = await storePerson();
      const id = await begin(productId, { kind: 'user', id: 'customer-hanako' });
      expect(await db.write((tx) => eraseStep(tx, id, 1, NOW))).toBe('more');
      const worker = startWorker(db, (error) => {
        throw error;
      });
      const open = () => rows('SELECT id FROM erasure WHERE finished_at IS NULL AND id = ?', id);
      for (let tries = 0; tries < 400 && (await open()).length > 0; tries += 1) await setTimeout(50);
      await worker.stop();
      expect(await leftovers(productId, WORDS)).toEqual([]);
    });

    it('keeps the same id in another product', async () => {
      const [mine, other] = [await storePerson(), await storePerson()];
      await erase(mine.productId, { kind: 'user', id: 'customer-hanako' });
      expect((await leftovers(other.productId, ['customer-hanako'])).length).toBe(1);
      expect(newErased()).not.toBe(newErased());
    });
  });
});
