import { onEachDatabase, openTestDatabase, type TestDatabase } from '../db/testing/databases';
import type { Database } from '../db/database';
import { settle } from '../sweeps';
import { ingest, type ClickEvent, type ConversionEvent } from '../journeys';
import { Events, makeProduct, type Fixture } from '../journeys/testing/fixture';
import { randomOf, shuffled } from '../journeys/testing/random-events';
import { Ad } from '../settings/ad/ad.entity';
import { Asp } from '../settings/asp/asp.entity';
import { CvSetting } from '../settings/cv-setting';
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
  describe('results of random logs', () => {
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
  });
});
