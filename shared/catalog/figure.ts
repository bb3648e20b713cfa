import { axisKeys, axisName, axisOf, findAxis, type AxisKey } from './axes';
import { baseSources, type BaseKey } from './base-columns';
import { deviceCode } from './devices';
import { type AttributionModel, isEnumValue, NewAndExistingEvaluation } from './enums';
import { measureOf } from './evaluate';
import type { MeasureKey } from './measures';
import { isKeyOf } from '../records';

/** What stands behind a base sum: rows of a log, or what media report of ads' days. */
export type FigureLog = 'interactions' | 'accesses' | 'conversions' | 'results' | 'mediaCosts';

/** An id or a device by its name; `none`: an ad without the value, a touch without the link. */
export type AxisValue = number | string;
export const NO_VALUE = 'none';

/**
 * One figure of a report, exactly enough to find the rows of the log that it was counted or added up from: a base
 * sum, its Tokyo days, and the place of its row. What a row stands for and what the report was filtered by are one.
 */
export interface Figure {
  readonly key: BaseKey;
  readonly from: number;
  readonly to: number;
  /** Any of the values, on every axis that is named. */
  readonly at: Readonly<Partial<Record<AxisKey, readonly AxisValue[]>>>;
  /** Whether it stands in the row of direct conversions. */
  readonly noAd: boolean;
  /** Null: the product's own. */
  readonly evaluation: NewAndExistingEvaluation | null;
  /** What `cvChosen` counts; empty: all final conversions. */
  readonly cvSettingIds: readonly number[];
}

const logs: Readonly<Record<(typeof baseSources)[BaseKey]['table'], FigureLog | null>> = { touch: 'interactions', cv: 'conversions', result: 'results', media: 'mediaCosts', fee: null };

/** The contacts that a medium's report covers are no report: they stand in the log of interactions. */
const COVERED: readonly BaseKey[] = ['coveredCostSen', 'coveredClicks'];

/** The log behind a base sum; null for fees, which are no events, and for what reports of media cover. */
export const logOfFigure = (key: BaseKey): FigureLog | null => (COVERED.includes(key) ? null : key === 'pv' ? 'accesses' : logs[baseSources[key].table]);

/**
 * Whether the rows behind a base sum can be told at a place of a report: media report of whole ads, so on finer axes
 * (device, redirect, landing page) their figures are split parts, of which there are no rows.
 */
export const isToldAt = (key: BaseKey, at: Figure['at']): boolean =>
  logOfFigure(key) !== 'mediaCosts' || axisKeys.every((axis) => !at[axis]?.length || axis === 'ad' || axisOf(axis).adColumn !== null);

/**
 * The base sums that a measure is made of by adding, each of which opens its log; none for ratios and for what is
 * subtracted: their parts stand in columns of their own.
 */
export function figuresBehind(measure: MeasureKey, model: AttributionModel): readonly BaseKey[] {
  const found = measureOf(measure);
  const sums = found.kind === 'formula' ? found.needs(model) : [typeof found.base === 'function' ? found.base(model) : found.base];
  return found.kind === 'base' || measure === 'adCost' ? sums.filter((key) => logOfFigure(key) !== null) : [];
}

const SEPARATOR = ';';
const OR = '.';
const EVALUATION = 'evaluation';
const SETTINGS = 'cv_settings';
const NO_AD = 'no_ad';

/** The figure as one word of an address or a filter: `indirect2;20260101-20260131;asp=3;device=pc;evaluation=3`. */
export function formatFigure({ key, from, to, at, noAd, evaluation, cvSettingIds }: Figure): string {
  const places = axisKeys.flatMap((axis) => {
    const values = at[axis];
    return values && values.length > 0 ? [`${axisName(axis)}=${values.join(OR)}`] : [];
  });
  return [
    key,
    `${from}-${to}`,
    ...places,
    ...(noAd ? [NO_AD] : []),
    ...(evaluation === null ? [] : [`${EVALUATION}=${evaluation}`]),
    ...(cvSettingIds.length > 0 ? [`${SETTINGS}=${cvSettingIds.join(OR)}`] : []),
  ].join(SEPARATOR);
}

const MOST_VALUES = 500;
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

function valuesOf(axis: AxisKey, text: string): AxisValue[] | null {
  const values = text.split(OR);
  if (values.length > MOST_VALUES) return null;
  const read = values.map((value) => {
    if (axis === 'device') return deviceCode(value) === null ? null : value;
    return value === NO_VALUE ? value : isId(value) ? Number(value) : null;
  });
  return read.every((value) => value !== null) ? read : null;
}

/** Reads the word of a figure; null when it is none. Whether its days exist is for the calendar to say. */
export function parseFigure(text: string): Figure | null {
  const [key = '', days = '', ...parts] = text.split(SEPARATOR);
  const range = /^(\d{8})-(\d{8})$/.exec(days);
  if (!isKeyOf(baseSources, key) || !range) return null;
  const at: Partial<Record<AxisKey, readonly AxisValue[]>> = {};
  let noAd = false;
  let evaluation: NewAndExistingEvaluation | null = null;
  let cvSettingIds: number[] = [];
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=');
    const axis = findAxis(name);
    if (part === NO_AD) {
      noAd = true;
    } else if (name === EVALUATION && isEnumValue(NewAndExistingEvaluation, Number(value))) {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- just seen to be one of them
      evaluation = Number(value) as NewAndExistingEvaluation;
    } else if (name === SETTINGS && value.split(OR).every(isId)) {
      cvSettingIds = value.split(OR).map(Number);
    } else {
      const values = axis && valuesOf(axis, value);
      if (!axis || !values) return null;
      at[axis] = values;
    }
  }
  return { key, from: Number(range[1]), to: Number(range[2]), at, noAd, evaluation, cvSettingIds };
}
