import { seeded } from '../testing/random';
import {
  AdAnalyzeAdjustmentItem,
  AdAnalyzeSimulationItem,
  changedCost,
  costChangeLimits,
  costRowKey,
  formatCostChanges,
  isFar,
  parseCostChanges,
  responseTo,
  simulateRow,
  type CostFacts,
} from './index';

const { PERCENT, CURRENCY } = AdAnalyzeAdjustmentItem;
const { AD_COST, AD_COST_UNAPPROVED } = AdAnalyzeSimulationItem;

// rule: limits-19
describe('a cost changes by percent of itself or by yen, and never below nothing', () => {
  it.each([
    ['a fifth less', 50_000, { by: PERCENT, amount: -20 }, 40_000],
    ['half as much again', 50_000, { by: PERCENT, amount: 50 }, 75_000],
    ['all of it gone', 1_234.5, { by: PERCENT, amount: -100 }, 0],
    ['more than all of it gone', 50_000, { by: PERCENT, amount: -100.01 }, null],
    ['more than all of nothing gone', 0, { by: PERCENT, amount: -120 }, null],
    ['percent of nothing', 0, { by: PERCENT, amount: 50 }, 0],
    ['yen more', 50_000, { by: CURRENCY, amount: 100_000 }, 150_000],
    ['yen less', 50_000, { by: CURRENCY, amount: -49_999.5 }, 0.5],
    ['yen to nothing', 50_000, { by: CURRENCY, amount: -50_000 }, 0],
    ['more yen than there are', 50_000, { by: CURRENCY, amount: -50_001 }, null],
    ['yen where there was nothing', 0, { by: CURRENCY, amount: 3_000 }, 3_000],
    ['by nothing', 50_000, { by: PERCENT, amount: 0 }, 50_000],
  ])('%s', (_name, cost, change, after) => {
    expect(changedCost(cost, change)).toBe(after);
  });
});

describe('results follow a cost by its elasticity', () => {
  it.each([
    ['held', 100, 400, 0, 1],
    ['held, even without any cost', 100, 0, 0, 1],
    ['by the root', 100, 400, 0.5, 2],
    ['in proportion', 100, 150, 1, 1.5],
    ['more than in proportion', 100, 200, 2, 4],
    ['none without cost', 100, 0, 0.5, 0],
    ['no measure where there was no cost', 0, 400, 1, 1],
    ['the same cost', 100, 100, 3, 1],
  ])('%s', (_name, before, after, elasticity, times) => {
    expect(responseTo(before, after, elasticity)).toBeCloseTo(times, 12);
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

  it('has results scaled alike with any other', () => {
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

  it('follows the whole of its cost where the unapproved part changes', () => {
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

  it('refuses to cost less than nothing', () => {
    expect(
      simulateRow(facts, { by: CURRENCY, amount: -100_001 }, { item: AD_COST, elasticity: 1 }),
    ).toBeNull();
    expect(
      simulateRow(facts, { by: CURRENCY, amount: -20_001 }, { item: AD_COST_UNAPPROVED, elasticity: 0 }),
    ).toBeNull();
  });

  it('is never changed by no change, and back to where it was by the change that undoes one', () => {
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

describe('results are told far from what was measured', () => {
  it.each([
    ['beyond twice the cost', 100, 201, 0.7, true],
    ['not at twice the cost', 100, 200, 0.7, false],
    ['not where they are held', 100, 900, 0, false],
    ['not without any cost before', 0, 900, 1, false],
  ])('%s', (_name, before, after, elasticity, far) => {
    expect(isFar(before, after, elasticity)).toBe(far);
  });
});

describe('changes as text', () => {
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
  ])('%s is read', (text, changes) => {
    expect([...(parseCostChanges(text) ?? [])]).toEqual(changes);
  });

  it.each([
    ['no number', '12:xp'],
    ['no unit', '12:20'],
    ['no row', ':20p'],
    ['another unit', '12:20e'],
    ['more than all of a cost', '12:-101p'],
    ['beyond any budget', '12:10001p'],
    ['beyond any money', '12:1000000000001y'],
    ['one row twice', '12:1p,12:2p'],
    ['three decimals', '12:1.234p'],
    ['an injection', '12:1p;DROP TABLE ad'],
    ['too many rows', Array.from({ length: costChangeLimits.rows + 1 }, (_, id) => `${id + 1}:1p`).join(',')],
    ['too long a text', '1'.repeat(costChangeLimits.text + 1)],
  ])('%s is refused', (_name, text) => {
    expect(parseCostChanges(text)).toBeNull();
  });

  it('is written as it is read', () => {
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
