import type { MeasureKey } from './measures';
import { bestAndWorst, rankOf } from './ranking';

const ad = (id: number, values: Partial<Record<MeasureKey, number | null>>) => ({ id, figures: values });

describe('the rank of a row', () => {
  it.each<[MeasureKey, Partial<Record<MeasureKey, number | null>>, number | null]>([
    ['cvTotalFinal', { cvTotalFinal: 3 }, 3],
    ['roas', { roas: null }, null],
    ['cpa', { cpa: 100, adCost: 500 }, 100],
    ['cpa', { cpa: null, adCost: 500 }, Infinity],
    ['cpa', { cpa: null, adCost: 0 }, null],
  ])('by %s of %j is %p', (key, values, rank) => expect(rankOf(key, values)).toBe(rank));
});

describe('the best and the worst ads', () => {
  const ids = ({ best, worst }: ReturnType<typeof bestAndWorst<ReturnType<typeof ad>>>) => [
    best.map(({ id }) => id),
    worst.map(({ id }) => id),
  ];
  it('by conversions: the most, and the most costly without any', () => {
    const rows = [
      ad(1, { cvTotalFinal: 5, adCost: 9 }),
      ad(2, { cvTotalFinal: 0, adCost: 10 }),
      ad(3, { cvTotalFinal: 0, adCost: 500 }),
      ad(4, { cvTotalFinal: 9, adCost: 1 }),
    ];
    expect(ids(bestAndWorst(rows, 'cvTotalFinal', 2))).toEqual([
      [4, 1],
      [3, 2],
    ]);
  });

  it('by CPA: the lowest, and costs without a result as the worst', () => {
    const rows = [
      ad(1, { cpa: 100, adCost: 100 }),
      ad(2, { cpa: null, adCost: 70 }),
      ad(3, { cpa: 900, adCost: 900 }),
      ad(4, { cpa: null, adCost: 0 }),
      ad(5, { cpa: 50, adCost: 50 }),
    ];
    expect(ids(bestAndWorst(rows, 'cpa', 2))).toEqual([
      [5, 1],
      [2, 3],
    ]);
  });

  it('lists no ad on both sides', () => {
    expect(ids(bestAndWorst([ad(1, { roas: 2 }), ad(2, { roas: 1 })], 'roas', 5))).toEqual([[1, 2], []]);
    expect(ids(bestAndWorst([ad(1, { profit: -5 }), ad(2, { profit: 0 })], 'profit', 5))).toEqual([[1], [2]]);
  });

  it('does not depend on the input order', () => {
    const rows = [
      ad(2, { cvTotalFinal: 1, adCost: 5 }),
      ad(1, { cvTotalFinal: 1, adCost: 5 }),
      ad(3, { cvTotalFinal: 0, adCost: 5 }),
    ];
    expect(ids(bestAndWorst(rows, 'cvTotalFinal', 1))).toEqual(
      ids(bestAndWorst([...rows].reverse(), 'cvTotalFinal', 1)),
    );
  });
});
