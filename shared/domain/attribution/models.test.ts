import { seeded } from '../random';
import { allShares, models, shares, shareExpressions } from './models';

const LINEAR = 1;
const DECAY = 2;
const TOUCH_POINT = 3;
const STARTING_POINT = 4;
const ENDING_POINT = 5;
const SHAPLEY = 6;

/** A path of n touches over three ads. */
const path = (n: number): number[] => Array.from({ length: n }, (_, index) => (index * index) % 3);

// rule: limits-16
describe('the share of each touch, oldest first', () => {
  it.each([
    ['LINEAR', LINEAR, 1, [1]],
    ['LINEAR', LINEAR, 4, [0.25, 0.25, 0.25, 0.25]],
    ['DECAY', DECAY, 1, [1]],
    ['DECAY', DECAY, 2, [0.7 / 1.7, 1 / 1.7]],
    ['DECAY', DECAY, 3, [0.49 / 2.19, 0.7 / 2.19, 1 / 2.19]],
    ['TOUCH_POINT', TOUCH_POINT, 1, [1]],
    ['TOUCH_POINT', TOUCH_POINT, 2, [0.5, 0.5]],
    ['TOUCH_POINT', TOUCH_POINT, 3, [0.4, 0.2, 0.4]],
    ['TOUCH_POINT', TOUCH_POINT, 4, [0.4, 0.1, 0.1, 0.4]],
    ['STARTING_POINT', STARTING_POINT, 3, [1, 0, 0]],
    ['ENDING_POINT', ENDING_POINT, 3, [0, 0, 1]],
    ['SHAPLEY', SHAPLEY, 1, [1]],
    ['SHAPLEY', SHAPLEY, 5, [1 / 4, 1 / 6, 1 / 6, 1 / 4, 1 / 6]],
  ])('%s (%i), %i touches', (_name, model, n, expected) => {
    const actual = shares(model, path(n));
    expect(actual).toHaveLength(expected.length);
    actual.forEach((share, index) => expect(share).toBeCloseTo(expected[index] ?? NaN, 14));
  });
});

describe('every model, for every path length', () => {
  const lengths = [1, 2, 3, 4, 5, 7, 12, 89, 300, 5000];

  it.each(models.map((model) => [model.name, model.value] as const))(
    '%s: shares sum to one',
    (_name, model) => {
      for (const n of lengths) {
        const all = shares(model, path(n));
        expect(all.every((share) => share >= 0)).toBe(true);
        expect(Math.abs(all.reduce((sum, share) => sum + share, 0) - 1)).toBeLessThan(1e-11);
      }
    },
  );

  it('DECAY keeps 70% with each step back', () => {
    const all = shares(DECAY, path(20));
    for (let i = 1; i < all.length; i++) expect(all[i - 1]! / all[i]!).toBeCloseTo(0.7, 12);
  });

  it('LINEAR and TOUCH_POINT are symmetric', () => {
    for (const n of lengths) {
      for (const model of [LINEAR, TOUCH_POINT]) {
        const all = shares(model, path(n));
        expect([...all].reverse()).toEqual(all);
      }
    }
  });
});

describe('all models at once', () => {
  it('returns the same shares as each model alone', () => {
    for (const n of [1, 2, 3, 64, 65, 100]) {
      const all = allShares(path(n));
      for (const model of models) {
        expect(all.map((touch) => touch[model.value - 1])).toEqual(shares(model.value, path(n)));
      }
    }
  });

  it('rejects an unknown model and an empty path', () => {
    expect(() => shares(models.length + 1, [1])).toThrow(RangeError);
    expect(() => shares(LINEAR, [])).toThrow(RangeError);
  });
});

/** Evaluates a written share independently of the product's code. */
const evaluateExpression = (written: string): number =>
  Number(Function(`return ${written.replaceAll('^', '**')}`)());

describe('SHAPLEY', () => {
  it('is the Shapley value of the reach game, by its definition over all coalitions', () => {
    const random = seeded(4408);
    const factorial = (n: number): number => (n < 2 ? 1 : n * factorial(n - 1));
    for (let round = 0; round < 40; round++) {
      const adIds = Array.from({ length: 1 + random.below(14) }, () => random.below(8));
      const ads = [...new Set(adIds)];
      const n = ads.length;
      const reaches = (coalition: number): number => (coalition > 0 ? 1 : 0);
      const all = shares(SHAPLEY, adIds);
      for (const [place, ad] of ads.entries()) {
        let value = 0;
        for (let others = 0; others < 2 ** n; others++) {
          if (others & (1 << place)) continue;
          const size = others.toString(2).replaceAll('0', '').length;
          const gain = reaches(others | (1 << place)) - reaches(others);
          value += (factorial(size) * factorial(n - size - 1) * gain) / factorial(n);
        }
        const share = all.reduce((sum, one, index) => sum + (adIds[index] === ad ? one : 0), 0);
        expect(share).toBeCloseTo(value, 12);
      }
    }
  });
});

describe('the written arithmetic', () => {
  it.each([
    ['LINEAR', LINEAR, 1, ['1']],
    ['LINEAR', LINEAR, 3, ['1 / 3', '1 / 3', '1 / 3']],
    ['DECAY', DECAY, 1, ['1']],
    ['DECAY', DECAY, 3, ['0.7^2 / (1 + 0.7 + 0.7^2)', '0.7 / (1 + 0.7 + 0.7^2)', '1 / (1 + 0.7 + 0.7^2)']],
    ['TOUCH_POINT', TOUCH_POINT, 2, ['1 / 2', '1 / 2']],
    ['TOUCH_POINT', TOUCH_POINT, 4, ['0.4', '(1 - 2 * 0.4) / 2', '(1 - 2 * 0.4) / 2', '0.4']],
    ['STARTING_POINT', STARTING_POINT, 2, ['1', '0']],
    ['ENDING_POINT', ENDING_POINT, 2, ['0', '1']],
    ['SHAPLEY', SHAPLEY, 3, ['1 / 2', '1 / (2 * 2)', '1 / (2 * 2)']],
  ])('%s (%i), %i touches', (_name, model, n, expected) => {
    expect(shareExpressions(model, path(n))).toEqual(expected);
  });

  it.each(models.map((model) => [model.name, model.value] as const))(
    '%s evaluates to the share',
    (_name, model) => {
      for (const n of [1, 2, 3, 4, 5, 6]) {
        expect(shareExpressions(model, path(n)).map(evaluateExpression)).toEqual(
          shares(model, path(n)).map((share) => expect.closeTo(share, 14)),
        );
      }
    },
  );

  it('omits only the middle of long sums', () => {
    const [first = ''] = shareExpressions(DECAY, path(40));
    expect(first).toBe('0.7^39 / (1 + 0.7 + 0.7^2 + … + 0.7^39)');
  });
});
