import { seeded } from '../random';
import { exactSetCredits } from './exact-set';
import { decodeJourneys, encodeAges, encodeJourneys, linesOf, NULL_CLASS } from './journey-text';
import { cutRuns, journeysOf, replaceValues, type JourneyPath } from './journeys';

/** Shapley values of the subgame on each set, averaged over all orders of its members. */
function byAllOrders(paths: readonly JourneyPath[]): Map<number, number> {
  const keyOf = (values: readonly number[]): string => [...new Set(values)].sort((a, b) => a - b).join();
  const sets = new Map<string, { conversions: number; nulls: number }>();
  for (const { values, conversions, nulls } of paths) {
    const known = sets.get(keyOf(values)) ?? { conversions: 0, nulls: 0 };
    sets.set(keyOf(values), { conversions: known.conversions + conversions, nulls: known.nulls + nulls });
  }
  const worth = (values: readonly number[]): number => {
    const found = sets.get(keyOf(values));
    return found && found.conversions > 0 ? found.conversions / (found.conversions + found.nulls) : 0;
  };
  const ordersOf = (team: readonly number[]): number[][] =>
    team.length === 0
      ? [[]]
      : team.flatMap((one) => ordersOf(team.filter((other) => other !== one)).map((rest) => [one, ...rest]));
  const credits = new Map<number, number>();
  for (const [key, { conversions }] of sets) {
    if (conversions === 0) continue;
    const team = key.split(',').map(Number);
    const orders = ordersOf(team);
    for (const order of orders)
      for (const [place, value] of order.entries()) {
        const gain = worth(order.slice(0, place + 1)) - worth(order.slice(0, place));
        const credit = (gain / worth(team) / orders.length) * conversions;
        credits.set(value, (credits.get(value) ?? 0) + credit);
      }
  }
  return credits;
}

describe('exact-set credits', () => {
  it('are the Shapley values over all orders, and add up to the conversions', () => {
    for (const seed of [1, 2, 3]) {
      const random = seeded(seed);
      const paths = Array.from({ length: 40 }, () => ({
        values: Array.from({ length: 1 + random.below(6) }, () => random.below(6)),
        conversions: random.below(4),
        amount: 0,
        nulls: random.below(9),
      }));
      const [actual, expected] = [exactSetCredits(journeysOf(paths)), byAllOrders(paths)];
      for (const [value, credit] of expected) expect(actual.get(value)).toBeCloseTo(credit, 9);
      const sum = [...actual.values()].reduce((all, one) => all + one, 0);
      expect(sum).toBeCloseTo(
        paths.reduce((all, { conversions }) => all + conversions, 0),
        9,
      );
    }
  });

  it('of a set of 30 values is exact', () => {
    const values = Array.from({ length: 30 }, (_, index) => index);
    const credits = exactSetCredits(journeysOf([{ values, conversions: 3, amount: 0, nulls: 1 }]));
    expect([...credits.values()]).toEqual(values.map(() => expect.closeTo(0.1, 12)));
  });
});

describe('paths', () => {
  it('keep at most 4 equal values in a row', () => {
    expect(cutRuns([1, 1, 1, 1, 1, 2, 1, 1, 1, 1, 1, 1])).toEqual([1, 1, 1, 1, 2, 1, 1, 1, 1]);
  });

  it('keep their journeys when values are replaced', () => {
    const path = { conversions: 1, amount: 10, nulls: 2 };
    const journeys = journeysOf([
      { values: [1, 2], ...path },
      { values: [3, 4, 3], ...path },
    ]);
    const replaced = replaceValues(journeys, (value) => (value > 2 ? 9 : value));
    expect(replaced).toEqual({ ...journeys, values: [1, 2, 9], touches: Int32Array.of(0, 1, 2, 2, 2) });
  });
});

describe('texts of journeys', () => {
  const ages = encodeAges(
    new Map([
      [3, 2],
      [0, 1],
      [12, 1],
    ]),
  );
  const lines = [
    { class: 0, path: '7', journeys: 4, amount_sen: 0, ages },
    { class: 1, path: '7,12,7', journeys: 2, amount_sen: 240_050, ages: '' },
    { class: 2, path: '5', journeys: 1, amount_sen: 0, ages: '' },
    { class: 0, path: '5,5', journeys: 1, amount_sen: 0, ages: '1' },
  ];

  it('are read as they were written', () => {
    expect(ages).toBe('0,3*2,12');
    expect(linesOf(encodeJourneys(lines))).toEqual(lines);
    expect(linesOf('')).toEqual([]);
  });

  it('give the journeys of some classes, and the null ones that are old enough', () => {
    const texts = [{ text: encodeJourneys(lines), matureAge: 2.5 }];
    expect(decodeJourneys(texts, [NULL_CLASS, 1])).toEqual({
      journeys: {
        values: [7, 12],
        touches: Int32Array.of(0, 0, 1, 0),
        ends: Int32Array.of(1, 4),
        conversions: Float64Array.of(0, 2),
        amounts: Float64Array.of(0, 2400.5),
        nulls: Float64Array.of(3, 0),
      },
      open: 2,
    });
    const twice = [...texts, { text: '', matureAge: 0 }, ...texts];
    expect(decodeJourneys(twice, [NULL_CLASS, 2]).journeys.ends).toEqual(Int32Array.of(1, 2, 3, 4));
  });
});
