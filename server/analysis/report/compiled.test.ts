import { addSums, AttributionModel, axisKeys, baseKeys, emptySums, enumValues, evaluateMeasures, measureKeys, type BaseKey, type BaseSums } from '../../../shared/catalog';
import { seeded } from '../../../shared/domain/testing/random';
import { adder } from '../facts/adder';
import { creditsMaker, rowMaker } from './compiled';

const random = seeded(11);
const randomSums = (): BaseSums => Object.fromEntries(baseKeys.map((key) => [key, random.below(4) === 0 ? 0 : random.below(100_000) / 8])) as BaseSums;
const some = <T>(values: readonly T[]): T[] => random.shuffle(values).slice(0, 1 + random.below(values.length - 1));

describe('functions written for a selection say what the catalogue says', () => {
  it('rows of any axes and measures', () => {
    for (let round = 0; round < 200; round += 1) {
      const [axes, measures, model] = [some(axisKeys), some(measureKeys), 1 + random.below(5) as AttributionModel];
      const sums = random.below(5) === 0 ? emptySums() : randomSums();
      const row = rowMaker(axes, measures, model)(axes.map((_, index) => index), axes.map((axis) => `the ${axis}`), round % 2 === 0, sums);
      const values = Object.fromEntries(Object.entries(row).filter(([key]) => measureKeys.some((known) => known === key)));
      expect(values).toEqual(evaluateMeasures(sums, model, measures));
      expect(Object.keys(values)).toEqual(measures);
      expect(row.no_ad).toBe(round % 2 === 0);
      for (const axis of axes) expect((row as Record<string, unknown>)[axis]).toBe(`the ${axis}`);
    }
  });

  it('the credit under every model', () => {
    const models = enumValues(AttributionModel);
    for (let round = 0; round < 50; round += 1) {
      const [measures, sums] = [some(measureKeys), randomSums()];
      expect(creditsMaker(measures, models)(sums)).toEqual(models.map((model) => ({ attribution_model: model, ...evaluateMeasures(sums, model, measures) })));
    }
  });

  it('sums, of which some may be missing', () => {
    for (let round = 0; round < 50; round += 1) {
      const keys: BaseKey[] = some(baseKeys);
      const [before, more] = [randomSums(), randomSums()];
      const from = Object.fromEntries(keys.flatMap((key) => [[[key, more[key]]], [[key, null]], []][random.below(3)] as [BaseKey, number | null][]));
      const to = { ...before };
      adder(keys)(to, from);
      const added = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== null));
      expect(to).toEqual(addSums({ ...before }, added));
    }
  });
});
