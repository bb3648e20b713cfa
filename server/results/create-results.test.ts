import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { settle } from '../jobs';
import { ingest, type ClickEvent, type ConversionEvent, type IncomingEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { randomOf, shuffled } from '../journeys/testing/random-events';
import { Ad } from '../settings/ad/ad.entity';
import { Asp } from '../settings/asp/asp.entity';
import { Product } from '../settings/product/product.entity';
import { CvSetting } from '../settings/cv-setting/cv-setting.entity';
import { queueMissingResults, releaseOrphans, ResultHold } from './index';
import { resultsOracle, type OracleAd, type OracleWorld } from './testing/oracle';
import { sortResults, storedResults } from './testing/stored-results';

const EXCLUDED_IP = '192.0.2.7';
const START = Date.UTC(2026, 0, 1);
const HOUR = 3_600_000;

type Random = () => number;
const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

/** Draws random settings of an ad or its ad network. */
function drawSettings(random: Random): OracleAd {
  return {
    flag: pick(random, [0, 1, 1, 2, 2]),
    method: pick(random, [0, 1, 2]),
    cost: pick(random, [0, 100, 250.5]),
    auto: random() < 0.7,
    amount: pick(random, [null, 0, 500]),
    args: pick(random, [null, '', 'order', 'order, sku']),
    ipDays: pick(random, [null, 0, 1, 3]),
    arg: pick(random, [null, '', 'order', 'sku']),
    performance: random() < 0.4,
  };
}

const columnsOf = (ad: OracleAd) => ({
  resultFlag: ad.flag,
  resultMethod: ad.method || null,
  autoApproval: ad.auto,
  approvalAmountFlag: ad.amount !== null,
  approvalAmount: ad.amount,
  argsFlag: ad.args !== null,
  args: ad.args,
  excludeDuplicateIpsFlag: ad.ipDays !== null,
  excludeDuplicateIps: ad.ipDays,
  excludeDuplicateArgsFlag: ad.arg !== null,
  excludeDuplicateArgs: ad.arg,
  performanceCvFlag: ad.performance,
});

/** Gives each ad random settings, from itself or its ad network, with flags on or off. */
async function assignSettings(
  db: Database,
  fixture: Fixture,
  random: Random,
): Promise<Map<number, OracleAd>> {
  const ads = new Map<number, OracleAd>();
  await db.write(async ({ manager }) => {
    for (const id of fixture.ads) {
      const [own, ofAsp] = [drawSettings(random), drawSettings(random)];
      const asp =
        random() < 0.7
          ? await manager.save(
              Object.assign(new Asp(), { productId: fixture.productId, aspName: 'x' }, columnsOf(ofAsp)),
            )
          : null;
      const notice = random() < 0.5;
      const approval = random() < 0.5;
      const flags = {
        aspId: asp?.id ?? null,
        resultNoticeIndividuallySetting: notice,
        autoApprovalIndividuallySetting: approval,
        cvCost: own.cost,
      };
      await manager.update(Ad, id, { ...columnsOf(own), ...flags });
      const noticeFrom = asp && !notice ? ofAsp : own;
      const rulesFrom = asp && !approval ? ofAsp : own;
      ads.set(id, {
        ...rulesFrom,
        flag: noticeFrom.flag,
        method: noticeFrom.method,
        performance: noticeFrom.performance,
        cost: own.cost,
      });
    }
  });
  return ads;
}

function randomEvents(
  fixture: Fixture,
  random: Random,
  count: number,
): { clicks: ClickEvent[]; cvs: ConversionEvent[] } {
  const make = new Events(fixture);
  const when = () => START + Math.floor(random() * 200) * HOUR;
  const visitor = () => `v${Math.floor(random() * 6)}`;
  const odd = () =>
    random() < 0.05 ? EXCLUDED_IP : pick(random, [null, '203.0.113.1', '203.0.113.2', '2001:db8::1']);
  const clicks = Array.from({ length: count }, (_, n) =>
    make.click(`c${n}`, when(), visitor(), {
      adId: pick(random, fixture.ads),
      ip: random() < 0.05 ? EXCLUDED_IP : null,
    }),
  );
  const cvs = Array.from({ length: count }, (_, n) =>
    make.conversion(`${pick(random, ['o', 'é', '\u{1f600}'])}${n}`, when(), visitor(), {
      cvSettingId: pick(random, [fixture.cv.last, fixture.cv.last, fixture.cv.other, fixture.cv.middle]),
      amount: pick(random, [0, 499.99, 500, 1200]),
      userId: pick(random, [null, null, 'U1', 'u1']),
      args: pick(random, [null, 'order=1', 'order=2&sku=a', 'order=&sku=a', 'order=3&sku=b&order=1']),
      ip: odd(),
    }),
  );
  return { clicks, cvs };
}

jest.setTimeout(60_000);

onEachDatabase((dialect) => {
  describe('creation of results', () => {
    let test: TestDatabase;
    let db: Database;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      db = test.db;
    });
    afterAll(() => test.drop());

    /** Cases covered by the random sets. */
    const seen = new Set<string>();
    const seeds = Array.from({ length: Number(process.env.RESULT_SEEDS ?? 9) }, (_, index) => index + 1);
    it.each(seeds)(
      'matches the oracle on random logs in any order of arrival (random set %i)',
      async (seed) => {
        const random = randomOf(seed);
        const evaluation = 1 + (seed % 3);
        const separated = random() < 0.8;
        const fixture = await makeProduct(db, {
          trackingTerm: 3,
          excludedIps: EXCLUDED_IP,
          newExistingSeparation: separated,
          newExistingEvaluation: evaluation,
        });
        const withMiddle = random() < 0.5;
        await db.write(({ manager }) =>
          manager.update(CvSetting, fixture.cv.middle, { resultFlag: withMiddle }),
        );
        const ads = await assignSettings(db, fixture, random);
        const { clicks, cvs } = randomEvents(fixture, random, 120);
        for (let rest = shuffled([...clicks, ...cvs], random); rest.length > 0;) {
          const batch = rest.splice(0, 1 + Math.floor(random() * 60));
          await db.write((tx) => ingest(tx, batch));
        }
        await settle(db);
        const world: OracleWorld = {
          clicks,
          cvs,
          ads,
          termDays: 3,
          evaluation: separated ? evaluation : 3,
          kinds: new Map([
            [fixture.cv.last, 'last'],
            [fixture.cv.other, 'last'],
            [fixture.cv.middle, withMiddle ? 'middle with results' : 'middle'],
          ]),
          excluded: ({ ip }) => ip === EXCLUDED_IP,
        };
        const expected = sortResults(resultsOracle(world));
        expect(sortResults(await storedResults(db, fixture.productId))).toEqual(expected);
        expect(expected.length).toBeGreaterThan(0);
        for (const { type, method, status, flags } of expected) {
          for (const met of [
            `type ${type}`,
            `method ${method}`,
            `state ${status}`,
            ...flags.map((flag, rule) => `rule ${rule} ${flag}`),
          ])
            seen.add(met);
        }
        for (const { flag, performance } of ads.values())
          seen.add(`flag ${flag}`).add(`performance ${performance}`);
      },
    );

    it('covers every flag, type, method, state and rule outcome', () => {
      const three = (name: string, values: readonly number[]) => values.map((value) => `${name} ${value}`);
      const all = [
        ...three('flag', [0, 1, 2]),
        ...three('type', [1, 2, 3]),
        ...three('method', [0, 1, 2]),
        ...three('state', [0, 1, 2]),
        ...[0, 1, 2, 3].flatMap((rule) => three(`rule ${rule}`, [0, 1, 2])),
      ];
      expect(all.filter((one) => !seen.has(one))).toEqual([]);
      expect([...seen].sort()).toEqual([...all, 'performance false', 'performance true'].sort());
    });

    describe('for one conversion', () => {
      const at = (hours: number) => START + hours * HOUR;
      let fixture: Fixture;
      let make: Events;
      beforeEach(async () => {
        fixture = await makeProduct(db);
        make = new Events(fixture);
        await db.write(({ manager }) =>
          manager.update(
            Ad,
            { productId: fixture.productId },
            {
              resultFlag: 1,
              cvCost: 100,
              resultMethod: 2,
              webhookUrl: 'https://asp.example/cv?x={xclid}&s={status}',
            },
          ),
        );
      });
      const stored = () => storedResults(db, fixture.productId);

      it('neither adds nor withdraws results when a path is derived again', async () => {
        await db.write((tx) => ingest(tx, [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v')]));
        await settle(db);
        const first = await stored();
        expect(first).toHaveLength(1);
        await db.write((tx) => ingest(tx, [make.click('c2', at(1), 'v', { adId: fixture.ads[2] })]));
        await settle(db);
        expect(await stored()).toEqual(first);
      });

      it('creates nothing for a repeated conversion', async () => {
        const events = [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v')];
        for (let times = 0; times < 2; times += 1) {
          await db.write((tx) => ingest(tx, events));
          await settle(db);
        }
        expect(await stored()).toHaveLength(1);
      });

      const notices = () =>
        db.read<{ untold: string | null; url: string | null; kind: string | null }>(
          'SELECT h.untold, p.url, p.kind FROM result_history h LEFT JOIN postback p ON p.id = h.postback_id WHERE h.product_id = ? ORDER BY h.id',
          [fixture.productId],
        );

      it('writes a postback with the click ids for a conversion over S2S', async () => {
        await db.write((tx) =>
          ingest(tx, [
            make.click('c1', at(0), 'v', { xclid: 'a b&c' }),
            make.conversion('o', at(2), 'v', { door: 's2s' }),
          ]),
        );
        await settle(db);
        expect(await notices()).toEqual([
          { untold: null, url: 'https://asp.example/cv?x=a%20b%26c&s=pending', kind: 'created' },
        ]);
      });

      it('sends no postbacks for an import unless requested', async () => {
        await db.write((tx) => ingest(tx, [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v')]));
        await db.write((tx) => ingest(tx, [make.conversion('p', at(3), 'v')], { notify: true }));
        await settle(db);
        expect(await notices()).toEqual([
          { untold: 'import', url: null, kind: null },
          { untold: null, url: 'https://asp.example/cv?x=&s=pending', kind: 'created' },
        ]);
      });

      it.each([
        ['the method is the CV tag', { resultMethod: 1 }, 'cv_tag'],
        ['no method is chosen', { resultMethod: null }, 'no_method'],
        ['there is no URL', { webhookUrl: null }, 'no_url'],
      ])('records why there is no postback: %s', async (_, settings, reason) => {
        await db.write(({ manager }) => manager.update(Ad, { productId: fixture.productId }, settings));
        await db.write((tx) =>
          ingest(tx, [make.click('c1', at(0), 'v'), make.conversion('o', at(2), 'v', { door: 's2s' })]),
        );
        await settle(db);
        expect(await notices()).toEqual([{ untold: reason, url: null, kind: null }]);
      });

      it("adds the cost of pending and approved results to the rollups of the conversion's day", async () => {
        await db.write(({ manager }) =>
          manager.update(Ad, fixture.ads[2], {
            autoApproval: true,
            approvalAmountFlag: true,
            approvalAmount: 1,
          }),
        );
        await db.write((tx) =>
          ingest(tx, [
            make.click('c1', at(0), 'v'),
            make.conversion('o', at(2), 'v'),
            make.click('c2', at(1), 'w', { adId: fixture.ads[2] }),
            make.conversion('p', at(2), 'w', { amount: 5 }),
          ]),
        );
        await settle(db);
        const rows = await db.read(
          'SELECT ad_id, cv_cost_approved_sen AS approved, cv_cost_pending_sen AS pending FROM rollup_result_month WHERE product_id = ? ORDER BY ad_id',
          [fixture.productId],
        );
        expect(rows).toEqual([
          { ad_id: fixture.ads[0], approved: 0, pending: 10_000 },
          { ad_id: fixture.ads[2], approved: 10_000, pending: 0 },
        ]);
      });

      const ipFlags = async () =>
        (await stored()).map(({ cv, flags }) => [cv.replace(/^.*:/, ''), flags[2]]).sort();
      const byAddress = { autoApproval: true, excludeDuplicateIpsFlag: true, excludeDuplicateIps: 30 };
      const order = (id: string, hours: number) => make.conversion(id, at(hours), 'v', { ip: '203.0.113.9' });

      it('creates results of a load after its end, in chronological order', async () => {
        await db.write(({ manager }) => manager.update(Ad, { productId: fixture.productId }, byAddress));
        const hold = new ResultHold(db);
        const load = (...events: IncomingEvent[]) =>
          db.write(async (tx) => {
            await hold.renew(tx);
            await ingest(tx, events, { hold: hold.name });
          });
        await load(make.click('c1', at(0), 'v'), order('later', 3));
        await settle(db);
        await releaseOrphans(db);
        expect(await stored()).toEqual([]);
        await load(order('sooner', 2));
        await hold.release();
        await settle(db);
        expect(await ipFlags()).toEqual([
          ['later', 1],
          ['sooner', 0],
        ]);
      });

      it('creates results of a load that never ended', async () => {
        const hold = new ResultHold(db, () => Date.now() - 86_400_000);
        await db.write(async (tx) => {
          await hold.renew(tx);
          await ingest(tx, [make.click('c1', at(0), 'v'), order('o', 2)], { hold: hold.name });
        });
        await releaseOrphans(db);
        await settle(db);
        expect(await stored()).toHaveLength(1);
      });

      it('creates missing results of earlier conversions on request, without postbacks', async () => {
        await db.write((tx) =>
          ingest(tx, [
            make.click('c1', at(0), 'v'),
            make.conversion('o', at(2), 'v', { door: 's2s' }),
            make.conversion('p', at(3), 'v'),
          ]),
        );
        await db.write((tx) =>
          tx.execute('DELETE FROM result_due WHERE product_id = ?', [fixture.productId]),
        );
        await settle(db);
        const queueMissing = async () => {
          const hold = new ResultHold(db);
          const queued = await queueMissingResults(
            db,
            fixture.productId,
            { from: 20260101, to: 20260101 },
            hold,
          );
          await hold.release();
          await settle(db);
          return queued;
        };
        expect(await queueMissing()).toBe(2);
        expect(await notices()).toEqual([
          { untold: 'rebuild', url: null, kind: null },
          { untold: 'rebuild', url: null, kind: null },
        ]);
        expect(await queueMissing()).toBe(0);
        expect(await stored()).toHaveLength(2);
      });

      it('creates none for direct conversions, or repeat ones with new customers only', async () => {
        await db.write(({ manager }) =>
          manager.update(Product, fixture.productId, {
            newExistingSeparation: true,
            newExistingEvaluation: 1,
          }),
        );
        await db.write((tx) =>
          ingest(tx, [
            make.conversion('o', at(0), 'v'),
            make.click('c1', at(1), 'v'),
            make.conversion('p', at(2), 'v'),
          ]),
        );
        await settle(db);
        expect(await stored()).toEqual([]);
        const open = await db.read(
          'SELECT id FROM conversion WHERE product_id = ? AND results_made_at IS NULL',
          [fixture.productId],
        );
        expect(open).toEqual([]);
      });
    });
  });
});
