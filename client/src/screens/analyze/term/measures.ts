import {
  findMeasure,
  measureKeys,
  measureName,
  presetMeasures,
  AdAnalyzeItem,
  termMeasures,
  type MeasureKey,
  includesAdCost,
} from '../../../../../shared/catalog';
import type { ReportState } from '../../../kit/report/url-state';

export const KEY_METRICS: readonly MeasureKey[] = [
  'adClickCount',
  'cvTotalFinal',
  'cvr',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
];

/** Hidden measures behind the columns: results and costs that separate noise from real change. */
const BASES: readonly MeasureKey[] = ['cvTotalFinal', 'attrCv', 'adCost'];

/** Columns of the presets by their value in the address. */
export const TERM_ITEM = '1';
export const CV_ITEM = '2';
export const COST_ITEM = '3';
export const presetKeys: Readonly<Record<string, readonly MeasureKey[]>> = {
  [TERM_ITEM]: termMeasures,
  [CV_ITEM]: measureKeys.filter((key) => /^cv/.test(key)),
  [COST_ITEM]: ['amountSum', 'amountAvg', ...presetMeasures[AdAnalyzeItem.AD_COST_EFFECT]],
};

/** Default measure of the chart. */
const DEFAULT_MEASURE: MeasureKey = 'cvTotalFinal';

export const drawnMeasure = ({ chart }: Pick<ReportState, 'chart'>): MeasureKey =>
  (chart === undefined ? null : findMeasure(chart)) ?? DEFAULT_MEASURE;

/** Returns true if the measure can be stacked: it is additive and never negative. */
export const isStackable = (key: MeasureKey, isAdditive: (key: MeasureKey) => boolean): boolean =>
  isAdditive(key) && !/profit/i.test(key);

/**
 * Returns the measures that the screen's state shows, in column order, including the marker for media costs.
 * The query requests only these.
 */
export function requestedMeasures(state: Pick<ReportState, 'item' | 'columns' | 'chart'>): MeasureKey[] {
  const columns =
    state.columns?.flatMap((name) => findMeasure(name) ?? []) ??
    presetKeys[state.item] ??
    presetKeys[TERM_ITEM] ??
    [];
  const requested = new Set([...KEY_METRICS, ...BASES, ...columns, drawnMeasure(state)]);
  if ([...requested].some(includesAdCost)) requested.add('mediaDays');
  return measureKeys.filter((key) => requested.has(key));
}

export const namesOf = (keys: readonly MeasureKey[]): string[] => keys.map(measureName);
