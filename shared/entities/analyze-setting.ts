import { axisKeys, measureKeys } from '../catalog';
import { AttributionModel } from '../catalog';
import { choice, flag, keys, list, text, texts } from './fields';

/** Charts that a custom item can be shown as. */
export const chartKinds = ['none', 'line', 'bar', 'stacked', 'pie', 'scatter'] as const;

/** The filters of analyses that a custom item can carry. */
export const analysisFilters = [
  'agency_ids', 'asp_ids', 'ad_category_ids', 'ad_type1_ids', 'ad_type2_ids', 'ad_type3_ids', 'ad_ids', 'redirect_ids', 'device',
] as const;

/** A custom analysis item: what it shows, by what, of what. */
export const analyzeSettingFields = {
  title: text(),
  columns: keys(measureKeys),
  axes: keys(axisKeys),
  filters: list({ name: keys(analysisFilters, { one: true }), values: texts() }, { max: analysisFilters.length }),
  chart: keys(chartKinds, { one: true }),
  attributionModel: choice(AttributionModel),
  forCompany: flag(),
};
