import { seeded } from '../testing/random';
import { resultsAfter, spreadBudget, type SpreadRow } from './spread';

const row = (key: string, cost: number, results: number): SpreadRow => ({ key, cost, results });

describe('a budget is spread over the rows that gain most', () => {
  it.each<[string, SpreadRow[], number, Record<string, number>, number]>([
    ['one row, as far as it may', [row('a', 60_000, 30)], 100_000, { a: 60_000 }, 40_000],
    ['one row with enough cost', [row('a', 600_000, 30)], 100_000, { a: 100_000 }, 0],
    [
      'equal rows evenly',
      [row('a', 400_000, 40), row('b', 400_000, 40)],
      100_000,
      { a: 50_000, b: 50_000 },
      0,
    ],
    [
      'much cheaper results first',
      [row('a', 200_000, 400), row('b', 200_000, 20)],
      100_000,
      { a: 100_000 },
      0,
    ],
    [
      'the next best once a row is doubled',
      [row('a', 30_000, 300), row('b', 500_000, 50)],
      100_000,
      { a: 30_000, b: 70_000 },
      0,
    ],
    ['nothing without cost', [row('a', 0, 10)], 100_000, {}, 100_000],
    ['nothing without results', [row('a', 500_000, 0), row('b', 100_000, 1)], 50_000, { b: 50_000 }, 0],
    ['nothing over no rows', [], 100_000, {}, 100_000],
    ['a budget of nothing', [row('a', 500_000, 5)], 0, {}, 0],
    ['whole yen of a fractional cost', [row('a', 10.9, 5)], 100, { a: 10 }, 90],
  ])('%s', (_name, rows, budget, parts, rest) => {
    const spread = spreadBudget(rows, budget, 0.7);
    expect([Object.fromEntries(spread.parts), spread.rest]).toEqual([parts, rest]);
  });

  it('spends the budget but never more than the cost of a row, and beats other spreads', () => {
    const random = seeded(12);
    for (let round = 0; round < 150; round += 1) {
      const rows = Array.from({ length: 1 + random.below(12) }, (_, n) =>
        row(String(n), random.below(400_000), random.below(120)),
      );
      const [budget, elasticity] = [1_000 * (1 + random.below(200)), 0.2 + random.next() * 0.7];
      const { parts, rest } = spreadBudget(rows, budget, elasticity);
      const spent = [...parts.values()].reduce((sum, part) => sum + part, 0);
      expect(spent + rest).toBe(budget);
      const usable = rows.filter(({ cost, results }) => cost > 0 && results > 0);
      const room = usable.reduce((sum, { cost }) => sum + cost, 0);
      expect(spent).toBe(Math.min(budget, room));
      for (const one of rows) expect(parts.get(one.key) ?? 0).toBeLessThanOrEqual(one.cost);
      const gain = (of: ReadonlyMap<string, number>): number =>
        usable.reduce(
          (sum, one) => sum + resultsAfter(one, of.get(one.key) ?? 0, elasticity) - one.results,
          0,
        );
      // Moving a step from any row to any other gains nothing.
      const step = Math.max(1, Math.floor(budget / 100));
      for (let pair = 0; pair < 10 && usable.length > 1; pair += 1) {
        const [from, to] = random.shuffle(usable);
        const [less, more] = [(parts.get(from!.key) ?? 0) - step, (parts.get(to!.key) ?? 0) + step];
        if (less < 0 || more > to!.cost) continue;
        const other = new Map(parts).set(from!.key, less).set(to!.key, more);
        expect(gain(other)).toBeLessThanOrEqual(gain(parts) * (1 + 1e-9) + 1e-9);
      }
    }
  });

  it('changes no more rows than a simulation may', () => {
    const many = Array.from({ length: 5000 }, (_, n) => row(String(n), 1_000, 5000 - n));
    const { parts, rest } = spreadBudget(many, 1_000_000_000, 0.7);
    expect([parts.size, parts.has('199'), rest]).toEqual([200, true, 1_000_000_000 - 200_000]);
  });

  it('spreads nothing if results are held', () => {
    expect(spreadBudget([row('a', 100_000, 10)], 10_000, 0)).toEqual({ parts: new Map(), rest: 10_000 });
  });
});
