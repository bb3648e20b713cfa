import { AttributionModel, axisNames, filterNames, measureNames } from '../catalog';
import { choice, flag, keys, list, text, texts } from './fields';

/** Charts that a custom item can be shown as. */
export const chartKinds = ['none', 'line', 'bar', 'stacked', 'pie', 'scatter'] as const;

/** A custom analysis item: what it shows, by what, of what. */
export const analyzeSettingFields = {
  title: text(),
  columns: keys(measureNames),
  axes: keys(axisNames),
  filters: list({ name: keys(filterNames, { one: true }), values: texts() }, { max: filterNames.length }),
  chart: keys(chartKinds, { one: true }),
  attributionModel: choice(AttributionModel),
  forCompany: flag(),
};
