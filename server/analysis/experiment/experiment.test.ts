import { ExperimentControl, ExperimentMeasure } from '../../../shared/catalog';
import { onEachDatabase, openTestDatabase, type TestDatabase } from '../../db/testing/databases';
import { startOfDay } from '../../../shared/domain/calendar';
import { ingest } from '../../journeys';
import { makeProduct, type Fixture } from '../../journeys/testing/fixture';
import { settle } from '../../sweeps';
import { DisagreementService } from '../disagreement';
import { onOffEvents } from '../testing/on-off-events';
import { actorOf } from '../testing/world';
import { readExperiment } from './figures';
import { readableFrom, stateOf, type ExperimentPlan } from './plan';

jest.setTimeout(120_000);

const FIRST = 20251006;
const OFF = 20251229;
const LATER = startOfDay(20260201);

describe('the state of an experiment', () => {
  const plan = { firstDay: 20251229, offWeeks: 3, frozenAt: new Date(0) };
  it.each([
    [20251228, 'scheduled'],
    [20251229, 'running'],
    [20260118, 'running'],
    [20260119, 'settling'],
    [20260125, 'settling'],
    [20260126, 'finished'],
  ])('on %i is %s', (today, state) => expect(stateOf(plan, today)).toBe(state));

  it('is planned until it is frozen, and its result is read a week after its last day', () => {
    expect(stateOf({ ...plan, frozenAt: null }, 20270101)).toBe('planned');
    expect(readableFrom(plan)).toBe(20260126);
  });
});

onEachDatabase((dialect) => {
  describe('an on/off test', () => {
    let test: TestDatabase;
    let fixture: Fixture;
    beforeAll(async () => {
      test = await openTestDatabase(dialect);
      fixture = await makeProduct(test.db, { trackingTerm: 30 });
      const events = onOffEvents({ fixture, start: startOfDay(FIRST) + 43_200_000, weeks: 15, offFrom: 12 });
      await test.db.write((tx) => ingest(tx, events));
      await settle(test.db);
    });
    afterAll(() => test.drop());

    const planOf = (more: Partial<ExperimentPlan> = {}): ExperimentPlan => ({
      companyId: 1,
      productId: fixture.productId,
      adIds: [fixture.ads[0]],
      firstDay: OFF,
      offWeeks: 3,
      preWeeks: 12,
      measure: ExperimentMeasure.CONVERSIONS,
      control: ExperimentControl.CLICKS,
      controlAdIds: [],
      evaluation: null,
      frozenAt: new Date(0),
      minimalEffect: null,
      minimalEffectShare: null,
      ...more,
    });
    const read = (more: Partial<ExperimentPlan> = {}, now = LATER) =>
      readExperiment(test.db, planOf(more), now);

    it('reads weekly sums from its first day, and finds the conversions that the ad brought', async () => {
      const { weeks, result, state, usedWeeks, baseline } = await read();
      expect([state, usedWeeks, weeks.length]).toEqual(['finished', 12, 15]);
      // 12 to 18 clicks of the other ad and one by a journey of both.
      expect(weeks.map(({ control }) => control).slice(0, 4)).toEqual([13, 18, 16, 14]);
      expect(weeks.slice(0, 2).map(({ actual }) => actual)).toEqual([8, 10]);
      expect(baseline).toBeCloseTo(
        weeks.slice(0, 12).reduce((sum, { actual }) => sum + (actual ?? 0), 0) / 12,
        9,
      );
      expect(Math.abs((result?.effect ?? 0) - 12)).toBeLessThan(4);
      expect(result).toMatchObject({ verdict: 'found', clicksLeft: 0, adCost: 3 * 6 * 30 });
      expect(result?.ratio).toBeCloseTo(540 / (result?.effect ?? 1), 9);
      expect(result?.ratioLow).toBeCloseTo(540 / (result?.high ?? 1), 9);
    });

    it('takes conversions with a contact of ads that keep running, also when they lost another contact', async () => {
      const { weeks } = await read({ control: ExperimentControl.CONVERSIONS });
      // A third of the clicks of the other ad, and one journey of both while the first is on.
      expect(weeks.map(({ control }) => control).slice(0, 2)).toEqual([5, 7]);
      const chosen = await read({ control: ExperimentControl.CONVERSIONS, controlAdIds: [fixture.ads[1]] });
      expect(chosen.weeks).toEqual(weeks);
    });

    it('measures amounts and their ROAS', async () => {
      const { result } = await read({ measure: ExperimentMeasure.AMOUNT });
      const conversions = (await read()).result;
      expect(result?.effect).toBeCloseTo(1000 * (conversions?.effect ?? 0), 6);
      expect(result?.ratio).toBeCloseTo((result?.effect ?? 0) / 540, 9);
      expect(result?.ratioLow).toBeLessThan(result?.ratioHigh ?? 0);
    });

    it('says what the plan can find before its result, which nobody reads early', async () => {
      const figures = await read({ frozenAt: null });
      expect(figures).toMatchObject({ state: 'planned', result: null, placeboChecks: 2 });
      expect(figures.minimalEffect).toBeGreaterThan(0);
      expect(figures.minimalEffectShare).toBeCloseTo(figures.minimalEffect / (figures.baseline ?? 0), 12);
      for (const more of [{ frozenAt: null }, {}]) {
        const { weeks } = await read(more, startOfDay(20260120));
        expect(weeks.slice(12)).toEqual(
          [20251229, 20260105, 20260112].map((week) => ({
            ...{ week, isOff: true, actual: null, control: null, expected: null, low: null, high: null },
          })),
        );
      }
    });

    it('plans ahead by the weeks that are over', async () => {
      const ahead = await read({ firstDay: 20260126, frozenAt: null }, startOfDay(20260110));
      expect([ahead.usedWeeks, ahead.weeks.filter(({ isOff }) => isOff).length]).toEqual([9, 3]);
    });

    it('keeps the smallest effect that it was frozen with', async () => {
      expect(await read({ minimalEffect: 2.5, minimalEffectShare: null })).toMatchObject({
        minimalEffect: 2.5,
        minimalEffectShare: null,
      });
    });

    it.each([
      ['too few weeks', { firstDay: 20251124 }, 'preWeeks'],
      ['no data', { firstDay: 20240101 }, 'preWeeks'],
      ['weeks to come', { firstDay: 20300101 }, 'preWeeks'],
    ] as const)('rejects %s', async (_case, more, field) => {
      await expect(read(more)).rejects.toMatchObject({
        code: 'BAD_USER_INPUT',
        details: { fields: { [field]: [{ key: 'tooFewWeeks', params: { min: 8 } }] } },
      });
    });

    it('rejects a control that never changes', async () => {
      await expect(read({ controlAdIds: [fixture.ads[3]] })).rejects.toMatchObject({
        details: { fields: { control: [{ key: 'constantControl' }] } },
      });
    });

    it('stands on the map as measured, by weeks of its period', async () => {
      const store = (
        values: readonly (number | null | string)[],
        ads: readonly (readonly [number, 0 | 1])[],
      ) =>
        test.db.write(async (tx) => {
          const id = await tx.insert(
            `INSERT INTO experiment (version, created_at, updated_at, product_id, title, first_day, off_weeks,
              pre_weeks, measure, control, frozen_at, evaluation) VALUES (1,0,0,?,?,?,?,?,?,?,?,?)`,
            [fixture.productId, ...values],
          );
          for (const [ad, isOff] of ads)
            await tx.execute('INSERT INTO experiment_ad (experiment_id, ad_id, is_off) VALUES (?,?,?)', [
              ...[Number(id), ad, isOff],
            ]);
        });
      const [a, b, c] = fixture.ads;
      const { evaluation, result } = await read();
      await store(
        ['one', OFF, 3, 12, 1, 1, 5, evaluation],
        [
          [a, 1],
          [b, 0],
        ],
      );
      await store(['a plan', OFF, 3, 12, 1, 1, null, null], [[b, 1]]);
      await store(
        ['two ads', OFF, 3, 12, 1, 1, 5, evaluation],
        [
          [b, 1],
          [c, 1],
        ],
      );
      await store(['amounts', OFF, 3, 12, 2, 1, 5, evaluation], [[b, 1]]);
      await store(['no data', 20250101, 3, 12, 1, 1, 5, evaluation], [[b, 1]]);
      const service = new DisagreementService(test.db, () => LATER);
      const actor = actorOf({ companyId: 1, productId: fixture.productId });
      const ask = (dateFrom: number, dateTo: number, more: object = {}) =>
        service.read(actor, {
          ...{
            productId: fixture.productId,
            dateFrom,
            dateTo,
            axis: 'ad',
            measure: 'cv',
            bootstrap: 0,
            seed: 1,
          },
          includeNull: true,
          ...more,
        });
      const { results } = await ask(20251006, 20251130);
      expect(results.filter(({ measured }) => measured !== null).map(({ adId }) => adId)).toEqual([a]);
      expect(results.find(({ adId }) => adId === a)?.measured).toBeCloseTo(
        ((result?.effect ?? 0) * 8) / 3,
        9,
      );
      const other = await ask(20251006, 20251130, { evaluation: evaluation === 1 ? 2 : 1 });
      expect(other.results.every(({ measured }) => measured === null)).toBe(true);
      const amounts = await ask(20251006, 20251130, { measure: 'amount' });
      expect(amounts.results.find(({ adId }) => adId === a)?.measured ?? null).toBeNull();
      const byAsp = await ask(20251006, 20251130, { axis: 'asp' });
      expect(byAsp.results.every(({ measured }) => measured === null)).toBe(true);
    });
  });
});
