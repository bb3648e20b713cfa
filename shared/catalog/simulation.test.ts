import { AdAnalyzeAdjustmentItem, AdAnalyzeSimulationItem, parseCostChanges } from '../domain/cost';
import { seeded } from '../domain/testing/random';
import { emptyValues } from './base-columns';
import { evaluateMeasures } from './evaluate';
import { shareKeys, shareOf, simulatedKeys, createSimulator, type Simulation } from './simulation';

const { AD_COST, AD_COST_UNAPPROVED } = AdAnalyzeSimulationItem;

/** Builds a row of ad statistics. */
const rowOf = (cost: number, cv: number, sales: number, unapproved = 0) =>
  evaluateMeasures(
    {
      ...emptyValues(),
      feeYen: cost,
      cvFinal: cv,
      amountSen: sales * 100,
      cvCostPendingSen: unapproved * 100,
      attrCv1: cv / 2,
      attrAmount1: (sales / 2) * 100,
    },
    1,
  );

const ask = (changes: string, elasticity = 0, item: Simulation['item'] = AD_COST): Simulation => ({
  item,
  elasticity,
  changes: parseCostChanges(changes) ?? new Map(),
});

describe('a simulation', () => {
  const search = rowOf(100_000, 50, 400_000, 10_000);
  const social = rowOf(60_000, 20, 90_000);
  const direct = rowOf(0, 5, 30_000);
  const total = rowOf(160_000, 75, 520_000, 10_000);

  function run(simulation: Simulation) {
    const simulate = createSimulator(simulation);
    return {
      search: simulate.row('1', search),
      social: simulate.row('2', social),
      direct: simulate.row(null, direct),
      total: simulate.total(total),
      refused: [...simulate.refused],
    };
  }

  it('recomputes CPA, ROAS, profit and ROI with results held', () => {
    const { search: row, social: other, total: all } = run(ask('1:50000y'));
    expect(row.before).toMatchObject({
      adCost: 100_000,
      cpa: 2_000,
      roas: 4,
      profit: 300_000,
      roi: 3,
      attrCpa: 4_000,
      attrRoas: 2,
    });
    expect(row.after).toMatchObject({
      adCost: 150_000,
      cvTotalFinal: 50,
      cpa: 3_000,
      profit: 250_000,
      attrCpa: 6_000,
      attrProfit: 50_000,
    });
    expect(row.after.roas).toBeCloseTo(400 / 150, 12);
    expect(other.after).toBe(other.before);
    expect(all.after).toMatchObject({
      adCost: 210_000,
      cvTotalFinal: 75,
      amountSum: 520_000,
      profit: 310_000,
      cpa: 2_800,
    });
  });

  it('scales results by the elasticity', () => {
    const { search: row, total: all } = run(ask('1:44p', 0.5));
    expect(row.after).toMatchObject({ adCost: 144_000, cvTotalFinal: 60, amountSum: 480_000, cpa: 2_400 });
    expect(all.after).toMatchObject({ adCost: 204_000, cvTotalFinal: 85, amountSum: 600_000, cpa: 2_400 });
  });

  it('counts pending costs as approved when it changes them', () => {
    const { search: row, social: other } = run(ask('1:-100p', 0, AD_COST_UNAPPROVED));
    expect(row.before).toMatchObject({
      adCost: 100_000,
      adCostUnapproved: 10_000,
      cpa: 2_200,
      profit: 290_000,
    });
    expect(row.after).toMatchObject({ adCost: 100_000, adCostUnapproved: 0, cpa: 2_000, profit: 300_000 });
    expect(other.after).toMatchObject({ cpa: 3_000 });
  });

  it('without a change, keeps every digit of the total', () => {
    const { total: all } = run(ask('', 1.7));
    expect(all.after).toBe(all.before);
    for (const key of simulatedKeys) expect([key, all.before[key]]).toEqual([key, total[key]]);
  });

  it('has no CPA and no ROAS when no cost or result is left', () => {
    const { total: all } = run(ask('1:-100p,2:-100p'));
    expect(all.after).toMatchObject({ adCost: 0, cpa: 0, roas: null, roi: null, profit: 520_000 });
    expect(run(ask('1:-100p', 1)).search.after).toMatchObject({ cvTotalFinal: 0, amountSum: 0, cpa: null });
  });

  it('rejects a change that takes more than the cost, and keeps that row', () => {
    const { social: row, total: all, refused } = run(ask('2:-60001y'));
    expect([row.after, all.after, refused]).toEqual([row.before, all.before, ['2']]);
  });

  it('ignores changes of missing rows', () => {
    expect(run(ask('99:50p')).total.after.adCost).toBe(160_000);
  });

  it('has a total equal to the sum of its rows, and shares that add up to one', () => {
    const random = seeded(3);
    for (let round = 0; round < 200; round += 1) {
      const rows = Array.from(
        { length: 1 + random.below(12) },
        () => [random.below(90_000), random.below(40), random.below(500_000), random.below(5_000)] as const,
      );
      const sum = (at: 0 | 1 | 2 | 3): number => rows.reduce((all, row) => all + row[at], 0);
      const changes = new Map(
        rows.flatMap((_, id) =>
          random.below(2)
            ? [
                [
                  String(id),
                  { by: AdAnalyzeAdjustmentItem.PERCENT, amount: random.below(300) - 100 },
                ] as const,
              ]
            : [],
        ),
      );
      const simulate = createSimulator({
        item: random.below(2) ? AD_COST : AD_COST_UNAPPROVED,
        elasticity: random.below(3) / 2,
        changes,
      });
      const after = rows.map((row, id) => simulate.row(String(id), rowOf(...row)).after);
      const whole = simulate.total(rowOf(sum(0), sum(1), sum(2), sum(3))).after;
      for (const key of simulatedKeys.filter((one) => shareKeys.includes(one))) {
        const parts = after.reduce((all, row) => all + (row[key] ?? 0), 0);
        expect([key, parts]).toEqual([key, expect.closeTo(whole[key] ?? 0, 4)]);
        if (Math.abs(whole[key] ?? 0) < 1) continue;
        expect(after.reduce((all, row) => all + (shareOf(row[key], whole[key]) ?? 0), 0)).toBeCloseTo(1, 6);
      }
    }
  });
});

describe('a share of the total', () => {
  it.each([
    ['a quarter', 25, 100, 0.25],
    ['negative for a loss within a positive total', -50, 100, -0.5],
    ['null for a total of zero', 5, 0, null],
    ['null for an unknown value', null, 10, null],
  ])('%s', (_name, value, total, share) => {
    expect(shareOf(value, total)).toBe(share);
  });

  it('exists for every additive measure, including the items of the report', () => {
    expect(shareKeys).toEqual(
      expect.arrayContaining([
        'adClickCount',
        'cvTotalFinal',
        'adCost',
        'adCostUnapproved',
        'amountSum',
        'profit',
        'attrCv',
        'attrAmount',
        'attrProfit',
      ]),
    );
    expect(shareKeys).not.toEqual(expect.arrayContaining(['cpa']));
  });
});
