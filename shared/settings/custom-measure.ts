import { CustomMeasureUnit } from '../catalog';
import { customMeasureLimits, combinableNames } from '../catalog/custom-measure';
import { choice, flag, integer, measures, text } from './fields';

/** Custom measure: a sum of measures divided by another one. */
export const customMeasureFields = {
  title: text({ required: true, max: 64 }),
  numerators: measures(combinableNames, customMeasureLimits.parts),
  denominator: measures(combinableNames, 1),
  unit: choice(CustomMeasureUnit, CustomMeasureUnit.RATIO),
  decimals: integer({ min: 0, max: customMeasureLimits.decimals, absent: 2 }),
  shared: flag(),
};
