import {
  addValues,
  baseKeys,
  emptyValues,
  evaluateMeasures,
  measureKeys,
  type AttributionModel,
  type BaseKey,
  type BaseValues,
} from '../../shared/catalog';
import { seeded } from '../../shared/domain/testing/random';
import { compileAdder, compileMetrics } from './compile-measures';

const random = seeded(11);
const randomSums = (): BaseValues =>
  Object.fromEntries(
    baseKeys.map((key) => [key, random.below(4) === 0 ? 0 : random.below(100_000) / 8]),
  ) as BaseValues;
const some = <T>(values: readonly T[]): T[] =>
  random.shuffle(values).slice(0, 1 + random.below(values.length - 1));

describe('compiled functions equal the catalogue', () => {
  it('for any measures under any model', () => {
    for (let round = 0; round < 200; round += 1) {
      const [measures, model] = [some(measureKeys), (1 + random.below(6)) as AttributionModel];
      const sums = random.below(5) === 0 ? emptyValues() : randomSums();
      const metrics = compileMetrics(measures, model)(sums);
      expect(metrics).toEqual(evaluateMeasures(sums, model, measures));
      expect(Object.keys(metrics)).toEqual(measures);
    }
  });

  it('for sums with missing values', () => {
    for (let round = 0; round < 50; round += 1) {
      const keys: BaseKey[] = some(baseKeys);
      const [before, more] = [randomSums(), randomSums()];
      const from = Object.fromEntries(
        keys.flatMap(
          (key) => [[[key, more[key]]], [[key, null]], []][random.below(3)] as [BaseKey, number | null][],
        ),
      );
      const to = { ...before };
      compileAdder(keys)(to, from);
      const added = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null));
      expect(to).toEqual(addValues({ ...before }, added));
    }
  });
});
