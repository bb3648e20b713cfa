import { axisKeys, axisName, axisOf, findAxis, type AxisKey, deviceCode } from './axes';
import { baseSources, columnOf, factRows, type BaseKey, type CellLog } from './base-columns';
import { AttributionModel, isEnumValue, NewAndExistingEvaluation } from './enums';
import { measureOf } from './evaluate';
import type { MeasureKey } from './measures';
import { isKeyOf } from '../records';

/** Id, or device name. `none` stands for an ad without the attribute or a touch without the link. */
export type AxisValue = number | string;
export const NO_VALUE = 'none';

/**
 * Filter of ad effect values: customers whose first conversion was in this period, by the touches that led to
 * it.
 */
export interface AcquisitionFilter {
  readonly from: number;
  readonly to: number;
  /**
   * Counts a customer once per month, by the first conversion of the month. Otherwise counts all conversions.
   */
  readonly customers: boolean;
  /** Months after the acquisition month, both included (0: the acquisition month). Absent: all months. */
  readonly after?: { readonly from: number; readonly to: number };
}

/** Rows of ad effect whose cost is counted in the months in which they acquired a customer. */
export interface AcquiringRows {
  /** Axes of the rows. */
  readonly axes: readonly AxisKey[];
  /** Attribution model that assigns customers to rows. */
  readonly model: AttributionModel;
}

/** Half-open range: `from` is included, `to` is excluded. Null means no upper end. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** Excluded values of an axis. `noAd` also excludes direct conversions. */
export interface ExcludedValues {
  readonly axis: AxisKey;
  readonly values: readonly AxisValue[];
  readonly noAd: boolean;
}

/** Filter by the path of a conversion. */
export interface PathFilter {
  /** Number of touches, as in one bar of their distribution. */
  readonly touches?: Span;
  /** Seconds since the first touch. Direct conversions have none. */
  readonly latency?: Span;
  /** Ads that must all be on the path, in any position. */
  readonly through?: readonly number[];
  /** The ads of the path, in order. `repeats`: consecutive touches of one ad are separate steps. */
  readonly path?: { readonly ads: readonly number[]; readonly repeats: boolean };
}

/** Most touches that identify a path. Longer paths with the same beginning are treated as equal. */
export const MAX_PATH_STEPS = 100;

/** Conversions of every CV setting, final and middle. */
export const ALL_CV_SETTINGS = 'all';

/**
 * Drill-down target: a base sum, its Tokyo days and its row, precise enough to find the log rows behind it.
 * The row's axis values and the report's filters are merged.
 */
export interface MetricCell {
  readonly key: BaseKey;
  readonly from: number;
  readonly to: number;
  /** Accepted values per axis. All named axes must match. */
  readonly at: Readonly<Partial<Record<AxisKey, readonly AxisValue[]>>>;
  /** Values listed separately, if the cell is in the "rest" row of a top-N report. */
  readonly except?: ExcludedValues;
  /** Whether the cell is in the row of direct conversions. */
  readonly noAd: boolean;
  /** Null: the product's default. */
  readonly evaluation: NewAndExistingEvaluation | null;
  /** CV settings that `cvChosen` counts; empty: all final conversions. */
  readonly cvSettingIds: readonly number[] | typeof ALL_CV_SETTINGS;
  /** Only for sums that count each conversion once. Absent: any path. */
  readonly along?: PathFilter;
  /** Only for attributed sums. Absent: all customers, by each conversion's own touches. */
  readonly acquired?: AcquisitionFilter;
  /** Only for costs. Absent: whether a row acquired customers doesn't matter. */
  readonly acquiring?: AcquiringRows;
  /** Counts acquired customers by their first conversion (new customers only). */
  readonly gained?: true;
}

/**
 * Returns the log with the rows behind a base sum. Null for fees, which are no events, and for covered sums:
 * their interactions are no report rows.
 */
export function logOfBaseMeasure(key: BaseKey): CellLog | null {
  const column = columnOf(key);
  return column && factRows[column.rows].log;
}

/**
 * Returns whether log rows exist for a cell. A media report belongs to a whole ad: on finer axes (device,
 * redirect, landing page) its values are split and have no rows. Logs can't be filtered by a live axis.
 */
export const hasLogRows = (
  key: BaseKey,
  { at, except, acquiring }: Pick<MetricCell, 'at' | 'except' | 'acquiring'>,
): boolean =>
  axisKeys.every(
    (axis) =>
      !(at[axis]?.length || except?.axis === axis || acquiring?.axes.includes(axis)) ||
      (!axisOf(axis).live &&
        (logOfBaseMeasure(key) !== 'mediaCosts' || axis === 'ad' || axisOf(axis).adColumn !== null)),
  );

/**
 * Returns the base sums that a measure adds up; each opens its log. Empty for ratios and differences, whose
 * parts have their own columns.
 */
export function drillDownSums(measure: MeasureKey, model: AttributionModel): readonly BaseKey[] {
  const definition = measureOf(measure);
  const sums =
    definition.kind === 'formula'
      ? definition.needs(model)
      : [typeof definition.base === 'function' ? definition.base(model) : definition.base];
  return definition.kind === 'base' || measure === 'adCost'
    ? sums.filter((key) => logOfBaseMeasure(key) !== null)
    : [];
}

const SEPARATOR = ';';
const OR = '.';
const EVALUATION = 'evaluation';
const SETTINGS = 'cv_settings';
const NO_AD = 'no_ad';
const ACQUIRED = 'acquired';
const CUSTOMERS = 'customers';
const AFTER = 'after';
const ACQUIRING = 'acquiring';
const GAINED = 'gained';
const NOT = '!';
const TOUCHES = 'touches';
const LATENCY = 'latency';
const THROUGH = 'through';
const PATH = 'path';
const UNCOLLAPSED_PATH = 'whole_path';

const formatSpan = ({ from, to }: Span): string => `${from}-${to ?? ''}`;

/** Formats the path conditions. */
function formatPathFilter({ touches, latency, through, path }: PathFilter): string[] {
  return [
    ...(touches ? [`${TOUCHES}=${formatSpan(touches)}`] : []),
    ...(latency ? [`${LATENCY}=${formatSpan(latency)}`] : []),
    ...(through ? [`${THROUGH}=${through.join(OR)}`] : []),
    ...(path ? [`${path.repeats ? UNCOLLAPSED_PATH : PATH}=${path.ads.join(OR)}`] : []),
  ];
}

/**
 * Formats the cell as one word of a URL or filter:
 * `indirect2;20260101-20260131;asp=3;device=pc;evaluation=3`.
 */
export function formatMetricCell({
  key,
  from,
  to,
  at,
  except,
  noAd,
  evaluation,
  cvSettingIds,
  along,
  acquired,
  acquiring,
  gained,
}: MetricCell): string {
  const places = axisKeys.flatMap((axis) => {
    const values = at[axis];
    return values && values.length > 0 ? [`${axisName(axis)}=${values.join(OR)}`] : [];
  });
  return [
    key,
    `${from}-${to}`,
    ...places,
    ...(except
      ? [`${axisName(except.axis)}${NOT}=${[...except.values, ...(except.noAd ? [NO_AD] : [])].join(OR)}`]
      : []),
    ...(noAd ? [NO_AD] : []),
    ...(evaluation === null ? [] : [`${EVALUATION}=${evaluation}`]),
    ...(cvSettingIds === ALL_CV_SETTINGS
      ? [`${SETTINGS}=${ALL_CV_SETTINGS}`]
      : cvSettingIds.length > 0
        ? [`${SETTINGS}=${cvSettingIds.join(OR)}`]
        : []),
    ...(along ? formatPathFilter(along) : []),
    ...(acquired ? [`${acquired.customers ? CUSTOMERS : ACQUIRED}=${acquired.from}-${acquired.to}`] : []),
    ...(acquired?.after ? [`${AFTER}=${acquired.after.from}-${acquired.after.to}`] : []),
    ...(acquiring ? [`${ACQUIRING}=${[acquiring.model, ...acquiring.axes.map(axisName)].join(OR)}`] : []),
    ...(gained ? [GAINED] : []),
  ].join(SEPARATOR);
}

const MAX_VALUES = 500;
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

function parseAxisValues(axis: AxisKey, values: readonly string[]): AxisValue[] | null {
  if (values.length > MAX_VALUES) return null;
  const parsed = values.map((value) => {
    if (axis === 'device') return deviceCode(value) === null ? null : value;
    return value === NO_VALUE ? value : isId(value) ? Number(value) : null;
  });
  return parsed.every((value) => value !== null) ? parsed : null;
}

const parseRange = (text: string): Pick<MetricCell, 'from' | 'to'> | null => {
  const range = /^(\d{8})-(\d{8})$/.exec(text);
  return range && { from: Number(range[1]), to: Number(range[2]) };
};

/** Returns whether a base sum is attributed by a model. Ad effect only uses these. */
const isAttributed = (key: BaseKey): boolean =>
  baseSources[key].table === 'cv' && baseSources[key].column.startsWith('attr_');

/** Returns whether a base sum counts each conversion once. Only then the whole path is known. */
const countsConversionsOnce = (key: BaseKey): boolean => {
  const source = baseSources[key];
  return source.table === 'cv' && (source.column === 'cv_count' || source.column === 'amount_sen');
};

/** Parses months after an acquisition, both included. */
function parseMonths(text: string): AcquisitionFilter['after'] | null {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  return from === undefined || Number(from) > Number(to) ? null : { from: Number(from), to: Number(to) };
}

function parseSpan(text: string): Span | null {
  const span = /^(\d{1,9})-(\d{0,9})$/.exec(text);
  return span && { from: Number(span[1]), to: span[2] === '' ? null : Number(span[2]) };
}

/**
 * Parses the ad effect rows whose cost is counted. Valid for sums of interactions, results and media reports.
 */
function parseAcquiringRows(key: BaseKey, value: string): AcquiringRows | null {
  const [model, ...names] = value.split(OR);
  const axes = names.flatMap((name) => findAxis(name) ?? []);
  const number = Number(model);
  return isEnumValue(AttributionModel, number) &&
    axes.length === names.length &&
    ['touch', 'result', 'media'].includes(baseSources[key].table) &&
    key !== 'pv'
    ? { axes, model: number }
    : null;
}

/** Parses a path condition. Returns undefined for another word, null for an invalid condition. */
function parsePathFilter(name: string, value: string): PathFilter | null | undefined {
  if (name === TOUCHES || name === LATENCY) {
    const span = parseSpan(value);
    return span && { [name]: span };
  }
  if (name !== THROUGH && name !== PATH && name !== UNCOLLAPSED_PATH) return undefined;
  const ids = value.split(OR);
  if (ids.length > MAX_PATH_STEPS || !ids.every(isId)) return null;
  const ads = ids.map(Number);
  return name === THROUGH ? { through: ads } : { path: { ads, repeats: name === UNCOLLAPSED_PATH } };
}

/** Parses a formatted cell, or returns null if it is invalid. The caller checks that the days exist. */
export function parseMetricCell(text: string): MetricCell | null {
  const [key = '', days = '', ...parts] = text.split(SEPARATOR);
  const range = parseRange(days);
  if (!isKeyOf(baseSources, key) || !range) return null;
  const at: Partial<Record<AxisKey, readonly AxisValue[]>> = {};
  let noAd = false;
  let evaluation: NewAndExistingEvaluation | null = null;
  let cvSettingIds: MetricCell['cvSettingIds'] = [];
  let acquired: AcquisitionFilter | undefined;
  let except: MetricCell['except'];
  let along: PathFilter | undefined;
  let acquiring: AcquiringRows | undefined;
  let gained: MetricCell['gained'];
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=');
    const isExcept = name.endsWith(NOT);
    const axis = findAxis(isExcept ? name.slice(0, -NOT.length) : name);
    const path = parsePathFilter(name, value);
    if (path === null || (path && !countsConversionsOnce(key))) return null;
    if (path) {
      along = { ...along, ...path };
    } else if (part === NO_AD) {
      noAd = true;
    } else if (part === GAINED && isAttributed(key) && evaluation === NewAndExistingEvaluation.NEW_ONLY) {
      gained = true;
    } else if (name === EVALUATION && isEnumValue(NewAndExistingEvaluation, Number(value))) {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- just seen to be one of them
      evaluation = Number(value) as NewAndExistingEvaluation;
    } else if (name === SETTINGS && value === ALL_CV_SETTINGS && key === 'cvChosen') {
      cvSettingIds = ALL_CV_SETTINGS;
    } else if (name === SETTINGS && value.split(OR).every(isId)) {
      cvSettingIds = value.split(OR).map(Number);
    } else if ((name === ACQUIRED || name === CUSTOMERS) && isAttributed(key)) {
      const when = parseRange(value);
      if (!when) return null;
      acquired = { ...when, customers: name === CUSTOMERS };
    } else if (name === AFTER && acquired) {
      const after = parseMonths(value);
      if (!after) return null;
      acquired = { ...acquired, after };
    } else if (name === ACQUIRING) {
      const rows = parseAcquiringRows(key, value);
      if (!rows) return null;
      acquiring = rows;
    } else {
      const words = value.split(OR);
      const values = axis && parseAxisValues(axis, isExcept ? words.filter((word) => word !== NO_AD) : words);
      if (!axis || !values || (isExcept && except)) return null;
      if (isExcept) except = { axis, values, noAd: words.includes(NO_AD) };
      else at[axis] = values;
    }
  }
  return {
    key,
    ...range,
    at,
    ...(except && { except }),
    noAd,
    evaluation,
    cvSettingIds,
    ...(along && { along }),
    ...(acquired && { acquired }),
    ...(acquiring && { acquiring }),
    ...(gained && { gained }),
  };
}
