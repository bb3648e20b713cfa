import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { creditMap, encodeJourneys } from '../../../shared/domain/attribution';
import { dayOf } from '../../../shared/domain/calendar';
import { seeded } from '../../../shared/domain/random';
import { ingest, type IncomingEvent } from '../../journeys';
import { Events, makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { settle } from '../../sweeps';
import { actorOf } from '../testing/world';
import { DisagreementService, MODEL_KEYS, type Disagreement, type DisagreementInput } from './index';
import { SharedResults } from './shared-results';

jest.setTimeout(120_000);

const START = Date.parse('2026-01-05T12:00:00+09:00');
const DAY = 86_400_000;
const HOUR = 3_600_000;
const LATER = START + 200 * DAY;

onEachDatabase((dialect) => {
  describe('the disagreement map', () => {
    let test: TestDatabase;
    let fixture: Fixture;
    let events: Events;
    const stored: IncomingEvent[] = [];
    let visitors = 0;

    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      fixture = await makeProduct(test.db, { trackingTerm: 60, newExistingSeparation: true });
      events = new Events(fixture);
    });
    afterAll(() => test.drop());

    /** Journeys of new visitors over the ads of a path, an hour apart. */
    const travel = (path: string, conversions: number, nulls: number, start = START, amount = 1000) => {
      for (let n = 0; n < conversions + nulls; n += 1) {
        const visitor = `v${(visitors += 1)}`;
        for (const [step, name] of [...path].entries())
          stored.push(
            events.click(`${visitor}-${step}`, start + step * HOUR, visitor, {
              adId: fixture.ads['abcd'.indexOf(name)] ?? 0,
            }),
          );
        if (n < conversions)
          stored.push(events.conversion(`cv-${visitor}`, start + path.length * HOUR, visitor, { amount }));
      }
    };
    const store = async (): Promise<void> => {
      await test.db.write((tx) => ingest(tx, stored.splice(0)));
      await settle(test.db);
    };
    const ask = (input: Partial<DisagreementInput> = {}, now = LATER): Promise<Disagreement> =>
      new DisagreementService(test.db, () => now).read(
        actorOf({ companyId: 1, productId: fixture.productId }),
        {
          productId: fixture.productId,
          dateFrom: 20260101,
          dateTo: 20260430,
          axis: 'ad',
          measure: 'cv',
          bootstrap: 20,
          seed: 1,
          includeNull: true,
          ...input,
        },
      );
    const rowOf = ({ results }: Disagreement, name: string) => results.find((row) => row.ad === name) ?? {};

    it('credits the worked example under every model', async () => {
      travel('ab', 3, 1);
      travel('ac', 1, 1);
      stored.push(events.conversion('direct', START, 'nobody', { amount: 500 }));
      await store();
      const answer = await ask();
      expect(answer.model).toMatchObject({
        journeys: 4,
        nullJourneys: 2,
        openJourneys: 0,
        base: expect.closeTo(2 / 3, 12),
        states: 4,
        transitions: 3,
      });
      expect(rowOf(answer, 'a')).toMatchObject({
        attr_1: 2,
        attr_4: 4,
        attr_5: 0,
        attr_6: 2,
        markov_1: expect.closeTo(2, 9),
        markov_1_effect: expect.closeTo(1, 9),
        min: 0,
        max: 4,
        spread: 1,
        distinctShare: 1,
        others: false,
        noAd: false,
      });
      expect(rowOf(answer, 'b').markov_1).toBeCloseTo(1.5, 9);
      expect(rowOf(answer, 'c').markov_1).toBeCloseTo(0.5, 9);
      expect(answer.results.find(({ noAd }) => noAd)).toMatchObject({
        attr_1: 1,
        attr_6: 1,
        markov_1: 1,
        markov_3: 1,
        exact_set: null,
        spread: 0,
      });
      expect(answer.total).toMatchObject({
        attr_1: expect.closeTo(5, 9),
        markov_1: expect.closeTo(5, 9),
        markov_2: expect.closeTo(5, 9),
        markov_3: expect.closeTo(5, 9),
        exact_set: expect.closeTo(4, 9),
        distinctShare: 1,
      });
      const amounts = await ask({ measure: 'amount' });
      expect(amounts.total).toMatchObject({
        attr_1: 4500,
        markov_1: expect.closeTo(4500, 6),
        exact_set: null,
      });
      expect((await ask({ includeNull: false })).model).toMatchObject({
        base: expect.closeTo(1, 12),
        nullJourneys: 0,
      });
    });

    it('says what a row costs and earns under each model', async () => {
      const { results } = await ask();
      const row = results.find(({ ad }) => ad === 'a') ?? {};
      const cost = Number(row.adCost);
      const models = row.models as unknown as Record<string, number | null>[];
      expect(models.map(({ model }) => model)).toEqual([...MODEL_KEYS]);
      for (const { model, cv, amount, cpa, roas, profit } of models) {
        expect(cv).toBe(row[String(model)]);
        // Each conversion has an amount of 1,000 yen.
        expect(amount).toBeCloseTo(Number(cv) * 1000, 6);
        expect(profit).toBeCloseTo(Number(amount) - cost, 6);
        expect(roas).toBeCloseTo(Number(amount) / cost, 9);
        if (cv) expect(cpa).toBeCloseTo(cost / cv, 9);
        else expect(cpa).toBeNull();
      }
      expect(row.profitMin).toBeCloseTo(Number(row.min) * 1000 - cost, 6);
      expect(row.profitMax).toBeCloseTo(Number(row.max) * 1000 - cost, 6);
      const ofAmounts = (await ask({ measure: 'amount' })).results.find(({ ad }) => ad === 'a') ?? {};
      expect(ofAmounts.profitMax).toBeCloseTo(Number(row.profitMax), 6);
      expect(ofAmounts.models).toEqual(
        models.map((one) =>
          Object.fromEntries(
            Object.entries(one).map(([key, value]) => [
              key,
              typeof value === 'number' ? expect.closeTo(value, 6) : value,
            ]),
          ),
        ),
      );
    });

    it('chooses rows by filters and keeps the chain', async () => {
      const whole = await ask();
      const adIds = [fixture.ads[1]];
      const { results, total, model } = await ask({ filters: { adIds } });
      expect(results).toEqual([rowOf(whole, 'b')]);
      expect(model).toEqual(whole.model);
      expect(total.markov_1).toBeCloseTo(1.5, 9);
    });

    it('judges the cost per credit against a target', async () => {
      const cost = Number(rowOf(await ask(), 'a').adCost);
      expect(cost).toBeGreaterThan(0);
      expect(rowOf(await ask(), 'a').decision).toBeNull();
      expect((await ask({ cpa: cost * 10 })).total.decision).toBe('under');
      expect(rowOf(await ask({ cpa: cost / 3 }), 'a').decision).toBe('flips');
      expect(rowOf(await ask({ cpa: cost / 100 }), 'a').decision).toBe('over');
    });

    it('leaves young journeys open, judged at the end of the days', async () => {
      travel('d', 0, 2, Date.parse('2026-05-01T12:00:00+09:00'));
      await store();
      const may = { dateFrom: 20260501, dateTo: 20260501 };
      expect((await ask(may)).model).toMatchObject({ nullJourneys: 0, openJourneys: 2 });
      expect((await ask({ ...may, maturityDays: 0 })).model).toMatchObject({
        nullJourneys: 2,
        openJourneys: 0,
        base: 0,
      });
      expect((await ask({ dateFrom: 20260501, dateTo: 20260531 })).model).toMatchObject({ openJourneys: 0 });
      // Beyond the last day, only the current time counts.
      const early = Date.parse('2026-05-20T00:00:00+09:00');
      expect((await ask({ dateFrom: 20260501, dateTo: 20260531 }, early)).model).toMatchObject({
        nullJourneys: 0,
        openJourneys: 2,
      });
    });

    it('takes contacts of later conversions out of null journeys', async () => {
      const time = Date.parse('2026-06-10T12:00:00+09:00');
      stored.push(events.click('x1', time, 'x', { adId: fixture.ads[3] }));
      stored.push(events.click('x2', time + 2 * DAY, 'x', { adId: fixture.ads[2] }));
      stored.push(events.conversion('cx', time + DAY, 'x', { amount: 1 }));
      await store();
      const june = { dateFrom: 20260601, dateTo: 20260712 };
      expect((await ask(june)).model).toMatchObject({ journeys: 1, nullJourneys: 1 });
      // Within the term, a second conversion has both contacts in its path.
      stored.push(events.conversion('cy', time + 3 * DAY, 'x', { amount: 1 }));
      await store();
      expect((await ask({ ...june, evaluation: 3 })).model).toMatchObject({ journeys: 2, nullJourneys: 0 });
      expect((await ask({ ...june, evaluation: 1 })).model).toMatchObject({ journeys: 1, nullJourneys: 0 });
    });

    it.each<[Partial<DisagreementInput>, string]>([
      [{ axis: 'device' }, 'axis'],
      [{ filters: { device: ['pc'] } }, 'device'],
      [{ measure: 'roas' }, 'measure'],
      [{ bootstrap: 501 }, 'bootstrap'],
      [{ bootstrap: -1 }, 'bootstrap'],
      [{ maturityDays: -1 }, 'maturityDays'],
      [{ cpa: -1 }, 'cpa'],
      [{ evaluation: 4 }, 'evaluation'],
    ])('rejects %j', async (input, field) => {
      await expect(ask(input)).rejects.toMatchObject({ details: { fields: { [field]: expect.anything() } } });
    });

    it('equals the map of randomly made paths', async () => {
      const random = seeded(3);
      const start = Date.parse('2026-08-01T00:00:00+09:00');
      const paths = new Map<string, { conversions: number; nulls: number }>();
      for (let round = 0; round < 60; round += 1) {
        const path = Array.from({ length: 1 + random.below(5) }, () => 'abcd'[random.below(4)]).join('');
        const [conversions, nulls] = [random.below(3), random.below(3)];
        travel(path, conversions, nulls, start + random.below(20) * DAY);
        const known = paths.get(path) ?? { conversions: 0, nulls: 0 };
        paths.set(path, { conversions: known.conversions + conversions, nulls: known.nulls + nulls });
      }
      await store();
      const lines = [...paths].flatMap(([names, { conversions, nulls }]) => {
        const path = [...names].map((name) => fixture.ads['abcd'.indexOf(name)]).join(',');
        return [
          { class: 1, path, journeys: conversions, amount_sen: conversions * 100_000, ages: '' },
          { class: 0, path, journeys: nulls, amount_sen: 0, ages: nulls > 0 ? `5*${nulls}` : '' },
        ].filter(({ journeys }) => journeys > 0);
      });
      const expected = creditMap({
        texts: [{ text: encodeJourneys(lines), matureAge: 0 }],
        classes: [1],
        valueOf: null,
        interactions: new Map(),
        measure: 'cv',
        includeNulls: true,
        replicates: 0,
        seed: 1,
      });
      const days = { dateFrom: 20260801, dateTo: 20261031 };
      const answer = await ask({ ...days, bootstrap: 0 }, start + 300 * DAY);
      expect(answer.model.journeys).toBe(expected.journeys);
      expect(answer.model.nullJourneys).toBe(expected.nullJourneys);
      for (const [value, { markov, exactSet }] of expected.values) {
        const row = answer.results.find(({ adId }) => adId === value) ?? {};
        for (const [index, credit] of markov.entries())
          expect(row[`markov_${index + 1}`]).toBeCloseTo(credit ?? NaN, 9);
        expect(row.exact_set).toBeCloseTo(exactSet ?? NaN, 9);
      }
      expect(dayOf(start)).toBe(20260801);
    });
  });
});

describe('shared results', () => {
  const never = (signal: AbortSignal) =>
    new Promise<string>((_, reject) => signal.addEventListener('abort', () => reject(new Error('gone'))));

  it('are computed once for several callers, and again after their time', async () => {
    const results = new SharedResults<number>(2);
    let runs = 0;
    const compute = () => Promise.resolve((runs += 1));
    const read = (key: string, now: number) => results.read(key, { now, until: now + 10 }, compute);
    expect(await Promise.all([read('a', 0), read('a', 0)])).toEqual([1, 1]);
    expect(await read('a', 9)).toBe(1);
    expect(await read('a', 10)).toBe(2);
    await read('b', 10);
    await read('c', 10);
    expect(await read('a', 11)).toBe(5);
  });

  it('are cancelled when the last caller leaves', async () => {
    const results = new SharedResults<string>(2);
    const [one, two] = [new AbortController(), new AbortController()];
    const at = { now: 0, until: 10 };
    const waiting = [one, two].map(({ signal }) => results.read('a', { ...at, gone: signal }, never));
    const outcomes = Promise.allSettled(waiting);
    one.abort();
    two.abort();
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await results.read('a', at, () => Promise.resolve('new'))).toBe('new');
  });
});
