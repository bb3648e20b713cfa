import type { Database } from '../db/database';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import { setTimeout } from 'node:timers/promises';
import { settle, startWorker } from '../sweeps';
import { ingest } from '../journeys';
import { BOT } from '../journeys/testing/random-events';
import { at, erasureScenario, MINE, NOW, WORDS } from './testing/erasure-scenario';
import { eraseStep } from './work';

jest.setTimeout(180_000);

onEachDatabase((dialect) => {
  describe('erasing a person while events and steps continue', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    const { rows, store, begin, finish, erase, derivedData, differences, leftovers, storePerson } =
      erasureScenario(() => db);

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
  });
});
