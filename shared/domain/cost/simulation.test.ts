import { seeded } from '../testing/random';
import {
  AdAnalyzeAdjustmentItem,
  AdAnalyzeSimulationItem,
  applyCostChange,
  costChangeLimits,
  costRowKey,
  formatCostChanges,
  isExtrapolated,
  parseCostChanges,
  resultFactor,
  simulateRow,
  type CostFacts,
} from './index';

const { PERCENT, CURRENCY } = AdAnalyzeAdjustmentItem;
const { AD_COST, AD_COST_UNAPPROVED } = AdAnalyzeSimulationItem;

// rule: limits-19
describe('a cost changes by percent or by yen, and never below zero', () => {
  it.each([
    ['a fifth less', 50_000, { by: PERCENT, amount: -20 }, 40_000],
    ['half more', 50_000, { by: PERCENT, amount: 50 }, 75_000],
    ['the whole cost', 1_234.5, { by: PERCENT, amount: -100 }, 0],
    ['more than the whole cost', 50_000, { by: PERCENT, amount: -100.01 }, null],
    ['more than a cost of zero', 0, { by: PERCENT, amount: -120 }, null],
    ['percent of zero', 0, { by: PERCENT, amount: 50 }, 0],
    ['yen more', 50_000, { by: CURRENCY, amount: 100_000 }, 150_000],
    ['yen less', 50_000, { by: CURRENCY, amount: -49_999.5 }, 0.5],
    ['yen down to zero', 50_000, { by: CURRENCY, amount: -50_000 }, 0],
    ['more yen than the cost', 50_000, { by: CURRENCY, amount: -50_001 }, null],
    ['yen on a cost of zero', 0, { by: CURRENCY, amount: 3_000 }, 3_000],
    ['no change', 50_000, { by: PERCENT, amount: 0 }, 50_000],
  ])('%s', (_name, cost, change, after) => {
    expect(applyCostChange(cost, change)).toBe(after);
  });
});

describe('results follow a cost by its elasticity', () => {
  it.each([
    ['held', 100, 400, 0, 1],
    ['held, even at zero cost', 100, 0, 0, 1],
    ['by the square root', 100, 400, 0.5, 2],
    ['in proportion', 100, 150, 1, 1.5],
    ['more than in proportion', 100, 200, 2, 4],
    ['zero at zero cost', 100, 0, 0.5, 0],
    ['held if there was no cost before', 0, 400, 1, 1],
    ['the same cost', 100, 100, 3, 1],
  ])('%s', (_name, before, after, elasticity, times) => {
    expect(resultFactor(before, after, elasticity)).toBeCloseTo(times, 12);
  });
});

const facts: CostFacts = {
  adCost: 100_000,
  adCostUnapproved: 20_000,
  cvTotalFinal: 40,
  amountSum: 500_000,
  attrCv: 36.5,
  attrAmount: 450_000,
};

describe('a row', () => {
  it('holds its results with an elasticity of 0', () => {
    expect(simulateRow(facts, { by: PERCENT, amount: 44 }, { item: AD_COST, elasticity: 0 })).toEqual({
      ...facts,
      adCost: 144_000,
    });
  });

  it('scales all results by the same factor with any other elasticity', () => {
    const after = simulateRow(facts, { by: CURRENCY, amount: 44_000 }, { item: AD_COST, elasticity: 0.5 });
    expect(after).toEqual({
      ...facts,
      adCost: 144_000,
      cvTotalFinal: 48,
      amountSum: 600_000,
      attrCv: expect.closeTo(43.8, 9),
      attrAmount: 540_000,
    });
  });

  it('uses the whole cost as the base when the unapproved part changes', () => {
    const after = simulateRow(
      facts,
      { by: PERCENT, amount: 120 },
      { item: AD_COST_UNAPPROVED, elasticity: 1 },
    );
    expect(after).toMatchObject({
      adCost: 100_000,
      adCostUnapproved: 44_000,
      cvTotalFinal: expect.closeTo(48, 9),
    });
  });

  it('rejects a cost below zero', () => {
    expect(
      simulateRow(facts, { by: CURRENCY, amount: -100_001 }, { item: AD_COST, elasticity: 1 }),
    ).toBeNull();
    expect(
      simulateRow(facts, { by: CURRENCY, amount: -20_001 }, { item: AD_COST_UNAPPROVED, elasticity: 0 }),
    ).toBeNull();
  });

  it('stays the same without a change, and returns to its values when a change is undone', () => {
    const random = seeded(5);
    for (let round = 0; round < 500; round += 1) {
      const row: CostFacts = {
        ...facts,
        adCost: 1 + random.below(1_000_000),
        cvTotalFinal: random.below(500),
        amountSum: random.below(10_000_000),
      };
      const assumption = { item: AD_COST, elasticity: random.next() * 5 };
      expect(simulateRow(row, { by: PERCENT, amount: 0 }, assumption)).toEqual(row);
      const amount = random.below(300_000) - Math.min(300_000, row.adCost - 1);
      const there = simulateRow(row, { by: CURRENCY, amount }, assumption);
      if (!there) continue;
      const back = simulateRow(there, { by: CURRENCY, amount: -amount }, assumption);
      for (const key of ['adCost', 'cvTotalFinal', 'amountSum', 'attrCv'] as const)
        expect(back?.[key]).toBeCloseTo(row[key], 4);
    }
  });
});

describe('results far outside the observed cost', () => {
  it.each([
    ['are reported above twice the cost', 100, 201, 0.7, true],
    ['are not reported at twice the cost', 100, 200, 0.7, false],
    ['are not reported if held', 100, 900, 0, false],
    ['are not reported without an earlier cost', 0, 900, 1, false],
  ])('%s', (_name, before, after, elasticity, far) => {
    expect(isExtrapolated(before, after, elasticity)).toBe(far);
  });
});

describe('cost changes as text', () => {
  it.each([
    ['', []],
    ['12:-20p', [['12', { by: PERCENT, amount: -20 }]]],
    [
      '12:-20p,3.pc:50000y',
      [
        ['12', { by: PERCENT, amount: -20 }],
        ['3.pc', { by: CURRENCY, amount: 50_000 }],
      ],
    ],
    ['0:1.25p', [['0', { by: PERCENT, amount: 1.25 }]]],
    ['12:0p', []],
  ])('%s is parsed', (text, changes) => {
    expect([...(parseCostChanges(text) ?? [])]).toEqual(changes);
  });

  it.each([
    ['no number', '12:xp'],
    ['no unit', '12:20'],
    ['no row', ':20p'],
    ['another unit', '12:20e'],
    ['more than a whole cost', '12:-101p'],
    ['a percentage above the limit', '12:10001p'],
    ['an amount above the limit', '12:1000000000001y'],
    ['a row twice', '12:1p,12:2p'],
    ['three decimals', '12:1.234p'],
    ['an injection', '12:1p;DROP TABLE ad'],
    ['too many rows', Array.from({ length: costChangeLimits.rows + 1 }, (_, id) => `${id + 1}:1p`).join(',')],
    ['a text above the limit', '1'.repeat(costChangeLimits.text + 1)],
  ])('%s is rejected', (_name, text) => {
    expect(parseCostChanges(text)).toBeNull();
  });

  it('are formatted as they were parsed', () => {
    const random = seeded(8);
    for (let round = 0; round < 200; round += 1) {
      const changes = new Map(
        Array.from({ length: random.below(30) }, () => {
          const by = random.below(2) === 0 ? PERCENT : CURRENCY;
          return [
            costRowKey([1 + random.below(900), random.below(2) ? 'pc' : null]),
            { by, amount: random.below(10_000) / 100 + 0.01 },
          ] as const;
        }),
      );
      const sound = new Map(
        [...changes].map(([row, { by, amount }]) => [row, { by, amount: Math.round(amount * 100) / 100 }]),
      );
      expect(parseCostChanges(formatCostChanges(sound))).toEqual(sound);
    }
  });
});
