import { CustomMeasureUnit } from '../catalog';
import { customLimits, partNames } from '../catalog/custom-measure';
import { choice, flag, integer, measures, text } from './fields';

/** Custom measure: a sum of measures divided by another one. */
export const customMeasureFields = {
  title: text({ required: true, max: 64 }),
  numerators: measures(partNames, customLimits.parts),
  denominator: measures(partNames, 1),
  unit: choice(CustomMeasureUnit, CustomMeasureUnit.RATIO),
  decimals: integer({ min: 0, max: customLimits.decimals, absent: 2 }),
  shared: flag(),
};
