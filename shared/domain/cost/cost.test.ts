import { seeded } from '../testing/random';
import {
  AdCostAllocationMode,
  allocateFee,
  effectiveFees,
  feeOfRange,
  feesByDay,
  split,
  type AllocationPart,
} from './index';

const { CV, SALES, AD_COST } = AdCostAllocationMode;
const january = { from: 20260101, to: 20260131, amount: 31_000 };

describe('a fee is spread evenly over the days of its period', () => {
  it.each([
    ['the whole period', 20260101, 20260131, [january], 31_000],
    ['more than the period', 20251201, 20260228, [january], 31_000],
    ['one day', 20260110, 20260110, [january], 1_000],
    ['its edge', 20260130, 20260205, [january], 2_000],
    ['outside', 20260201, 20260228, [january], 0],
    [
      'overlaps are summed',
      20260110,
      20260111,
      [january, { from: 20260111, to: 20260111, amount: 500 }],
      2_500,
    ],
    ['none', 20260110, 20260111, [], 0],
  ])('%s', (_name, from, to, periods, fee) => {
    expect(feeOfRange({ from, to }, periods)).toBe(fee);
  });

  it('the daily fees add up to the whole', () => {
    const odd = { from: 20260110, to: 20260125, amount: 100 };
    const days = feesByDay({ from: 20260101, to: 20260131 }, [odd]);
    expect(days).toHaveLength(16);
    expect(days.reduce((sum, { fee }) => sum + fee, 0)).toBeCloseTo(100, 10);
  });

  it('ads without fees use those of their asp', () => {
    const ofAsp = [{ ...january, amount: 1 }];
    expect(effectiveFees([january], ofAsp)).toEqual([january]);
    expect(effectiveFees([], ofAsp)).toEqual(ofAsp);
  });
});

// rule: limits-17
describe('a fee on an axis finer than the ad', () => {
  const part = (cvCount: number, sales: number, clickCost: number, clicks: number): AllocationPart => ({
    cvCount,
    sales,
    clickCost,
    clicks,
  });

  it.each([
    ['by CV count', CV, [part(3, 0, 0, 9), part(1, 0, 0, 1)], [75, 25]],
    ['by sales', SALES, [part(3, 100, 0, 9), part(1, 300, 0, 1)], [25, 75]],
    ['by click cost', AD_COST, [part(3, 0, 10, 9), part(1, 0, 40, 1)], [20, 80]],
    ['by clicks if that is zero', CV, [part(0, 0, 0, 9), part(0, 0, 0, 1)], [90, 10]],
    ['evenly if clicks are zero too', AD_COST, [part(5, 9, 0, 0), part(0, 0, 0, 0)], [50, 50]],
    ['empty without parts', CV, [], []],
  ])('%s', (_name, mode, parts, expected) => {
    expect(allocateFee(100, parts, mode)).toEqual(expected);
  });

  it('the parts always add up to the whole', () => {
    const random = seeded(21);
    for (let round = 0; round < 500; round++) {
      const whole = random.below(1_000_000_000) / 100;
      const weights = Array.from({ length: 1 + random.below(12) }, () => random.below(4) * random.next());
      const parts = split(whole, weights);
      const sum = parts.reduce((total, one) => total + one, 0);
      if (weights.every((weight) => weight === 0)) expect(sum).toBe(0);
      else expect(Math.abs(sum - whole)).toBeLessThanOrEqual(Number.EPSILON * whole);
    }
  });
});
