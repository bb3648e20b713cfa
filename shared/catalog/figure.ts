import { axisKeys, axisName, axisOf, findAxis, type AxisKey } from './axes';
import { baseSources, type BaseKey } from './base-columns';
import { deviceCode } from './devices';
import { AttributionModel, isEnumValue, NewAndExistingEvaluation } from './enums';
import { measureOf } from './evaluate';
import type { MeasureKey } from './measures';
import { isKeyOf } from '../records';

/** What stands behind a base sum: rows of a log, or what media report of ads' days. */
export type FigureLog = 'interactions' | 'accesses' | 'conversions' | 'results' | 'mediaCosts';

/** An id or a device by its name; `none`: an ad without the value, a touch without the link. */
export type AxisValue = number | string;
export const NO_VALUE = 'none';

/** Of whom a figure of ad effect is: customers whose first conversion was on these days, by the contacts that led to that one. */
export interface Acquired {
  readonly from: number;
  readonly to: number;
  /** A customer counts once a month: by its first conversion there. Else all conversions do. */
  readonly customers: boolean;
  /** Only what each did in these months after that of its acquisition, both included (0: in that one); absent: in whichever. */
  readonly after?: { readonly from: number; readonly to: number };
}

/** Rows of ad effect: what each cost in months in which it acquired a customer. */
export interface Acquiring {
  /** What the rows are told apart by. */
  readonly axes: readonly AxisKey[];
  /** By which customers are theirs. */
  readonly model: AttributionModel;
}

/** From, and up to but without the end; no end where that is null. */
export interface Span {
  readonly from: number;
  readonly to: number | null;
}

/** Values of an axis that a figure is not of; `noAd`: nor of direct conversions. */
export interface Except {
  readonly axis: AxisKey;
  readonly values: readonly AxisValue[];
  readonly noAd: boolean;
}

/** By which paths the conversions of a figure came. */
export interface Along {
  /** Contacts of the path: a bar of their distribution. */
  readonly touches?: Span;
  /** Seconds since the first contact, of conversions that had one. */
  readonly latency?: Span;
  /** Ads that are all on the path, wherever. */
  readonly through?: readonly number[];
  /** The ads of the path, in order; `repeats`: whether several contacts of one ad in a row are several steps. */
  readonly path?: { readonly ads: readonly number[]; readonly repeats: boolean };
}

/** Contacts by which a path is told from others: longer ones are alike that begin alike. */
export const PATH_STEPS_TOLD = 100;

/** Conversions of every setting, final and middle. */
export const EVERY_SETTING = 'all';

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
  /** What stands beside it in a report of the highest values, where it stands in the row of the rest. */
  readonly except?: Except;
  /** Whether it stands in the row of direct conversions. */
  readonly noAd: boolean;
  /** Null: the product's own. */
  readonly evaluation: NewAndExistingEvaluation | null;
  /** What `cvChosen` counts; empty: all final conversions. */
  readonly cvSettingIds: readonly number[] | typeof EVERY_SETTING;
  /** Only with what is counted or added up once a conversion; absent: by whichever. */
  readonly along?: Along;
  /** Only with what is attributed; absent: of everybody, by the contacts that led to each conversion itself. */
  readonly acquired?: Acquired;
  /** Only what such rows cost; absent: whoever acquired somebody. */
  readonly acquiring?: Acquiring;
  /** Whether it is customers that are counted, by the conversions that acquired them; of new customers alone. */
  readonly gained?: true;
}

const logs: Readonly<Record<(typeof baseSources)[BaseKey]['table'], FigureLog | null>> = {
  touch: 'interactions',
  cv: 'conversions',
  result: 'results',
  media: 'mediaCosts',
  fee: null,
};

/** The contacts that a medium's report covers are no report: they stand in the log of interactions. */
const COVERED: readonly BaseKey[] = ['coveredCostSen', 'coveredClicks'];

/** The log behind a base sum; null for fees, which are no events, and for what reports of media cover. */
export const logOfFigure = (key: BaseKey): FigureLog | null =>
  COVERED.includes(key) ? null : key === 'pv' ? 'accesses' : logs[baseSources[key].table];

/**
 * Whether the rows behind a base sum can be told at a place of a report: media report of whole ads, so on finer axes
 * (device, redirect, landing page) their figures are split parts, of which there are no rows.
 */
export const isToldAt = (
  key: BaseKey,
  { at, except, acquiring }: Pick<Figure, 'at' | 'except' | 'acquiring'>,
): boolean =>
  logOfFigure(key) !== 'mediaCosts' ||
  axisKeys.every(
    (axis) =>
      !(at[axis]?.length || except?.axis === axis || acquiring?.axes.includes(axis)) ||
      axis === 'ad' ||
      axisOf(axis).adColumn !== null,
  );

/**
 * The base sums that a measure is made of by adding, each of which opens its log; none for ratios and for what is
 * subtracted: their parts stand in columns of their own.
 */
export function figuresBehind(measure: MeasureKey, model: AttributionModel): readonly BaseKey[] {
  const found = measureOf(measure);
  const sums =
    found.kind === 'formula'
      ? found.needs(model)
      : [typeof found.base === 'function' ? found.base(model) : found.base];
  return found.kind === 'base' || measure === 'adCost' ? sums.filter((key) => logOfFigure(key) !== null) : [];
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
const WHOLE_PATH = 'whole_path';

const spanText = ({ from, to }: Span): string => `${from}-${to ?? ''}`;

/** The words of paths. */
function alongParts({ touches, latency, through, path }: Along): string[] {
  return [
    ...(touches ? [`${TOUCHES}=${spanText(touches)}`] : []),
    ...(latency ? [`${LATENCY}=${spanText(latency)}`] : []),
    ...(through ? [`${THROUGH}=${through.join(OR)}`] : []),
    ...(path ? [`${path.repeats ? WHOLE_PATH : PATH}=${path.ads.join(OR)}`] : []),
  ];
}

/** The figure as one word of an address or a filter: `indirect2;20260101-20260131;asp=3;device=pc;evaluation=3`. */
export function formatFigure({
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
}: Figure): string {
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
    ...(cvSettingIds === EVERY_SETTING
      ? [`${SETTINGS}=${EVERY_SETTING}`]
      : cvSettingIds.length > 0
        ? [`${SETTINGS}=${cvSettingIds.join(OR)}`]
        : []),
    ...(along ? alongParts(along) : []),
    ...(acquired ? [`${acquired.customers ? CUSTOMERS : ACQUIRED}=${acquired.from}-${acquired.to}`] : []),
    ...(acquired?.after ? [`${AFTER}=${acquired.after.from}-${acquired.after.to}`] : []),
    ...(acquiring ? [`${ACQUIRING}=${[acquiring.model, ...acquiring.axes.map(axisName)].join(OR)}`] : []),
    ...(gained ? [GAINED] : []),
  ].join(SEPARATOR);
}

const MOST_VALUES = 500;
const isId = (text: string): boolean => /^[1-9]\d{0,9}$/.test(text);

function valuesOf(axis: AxisKey, values: readonly string[]): AxisValue[] | null {
  if (values.length > MOST_VALUES) return null;
  const read = values.map((value) => {
    if (axis === 'device') return deviceCode(value) === null ? null : value;
    return value === NO_VALUE ? value : isId(value) ? Number(value) : null;
  });
  return read.every((value) => value !== null) ? read : null;
}

const rangeIn = (text: string): Pick<Figure, 'from' | 'to'> | null => {
  const range = /^(\d{8})-(\d{8})$/.exec(text);
  return range && { from: Number(range[1]), to: Number(range[2]) };
};

/** Whether a base sum is of shares under a model: what customers do later is told by these alone. */
const isAttributed = (key: BaseKey): boolean =>
  baseSources[key].table === 'cv' && baseSources[key].column.startsWith('attr_');

/** Whether a base sum is of conversions, each once: of these the whole path is known. */
const isOncePerConversion = (key: BaseKey): boolean => {
  const source = baseSources[key];
  return source.table === 'cv' && (source.column === 'cv_count' || source.column === 'amount_sen');
};

/** Months after an acquisition, both included. */
function monthsIn(text: string): Acquired['after'] | null {
  const [, from, to] = /^(\d{1,3})-(\d{1,3})$/.exec(text) ?? [];
  return from === undefined || Number(from) > Number(to) ? null : { from: Number(from), to: Number(to) };
}

function spanIn(text: string): Span | null {
  const span = /^(\d{1,9})-(\d{0,9})$/.exec(text);
  return span && { from: Number(span[1]), to: span[2] === '' ? null : Number(span[2]) };
}

/** Reads the rows of ad effect whose cost it is: of contacts, results, or what media report. */
function acquiringIn(key: BaseKey, value: string): Acquiring | null {
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

/** Reads a word of paths; undefined where it is another word, null where it is a wrong one. */
function alongIn(name: string, value: string): Along | null | undefined {
  if (name === TOUCHES || name === LATENCY) {
    const span = spanIn(value);
    return span && { [name]: span };
  }
  if (name !== THROUGH && name !== PATH && name !== WHOLE_PATH) return undefined;
  const ids = value.split(OR);
  if (ids.length > PATH_STEPS_TOLD || !ids.every(isId)) return null;
  const ads = ids.map(Number);
  return name === THROUGH ? { through: ads } : { path: { ads, repeats: name === WHOLE_PATH } };
}

/** Reads the word of a figure; null when it is none. Whether its days exist is for the calendar to say. */
export function parseFigure(text: string): Figure | null {
  const [key = '', days = '', ...parts] = text.split(SEPARATOR);
  const range = rangeIn(days);
  if (!isKeyOf(baseSources, key) || !range) return null;
  const at: Partial<Record<AxisKey, readonly AxisValue[]>> = {};
  let noAd = false;
  let evaluation: NewAndExistingEvaluation | null = null;
  let cvSettingIds: Figure['cvSettingIds'] = [];
  let acquired: Acquired | undefined;
  let except: Figure['except'];
  let along: Along | undefined;
  let acquiring: Acquiring | undefined;
  let gained: Figure['gained'];
  for (const part of parts) {
    const [name = '', value = ''] = part.split('=');
    const isExcept = name.endsWith(NOT);
    const axis = findAxis(isExcept ? name.slice(0, -NOT.length) : name);
    const path = alongIn(name, value);
    if (path === null || (path && !isOncePerConversion(key))) return null;
    if (path) {
      along = { ...along, ...path };
    } else if (part === NO_AD) {
      noAd = true;
    } else if (part === GAINED && isAttributed(key) && evaluation === NewAndExistingEvaluation.NEW_ONLY) {
      gained = true;
    } else if (name === EVALUATION && isEnumValue(NewAndExistingEvaluation, Number(value))) {
      // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- just seen to be one of them
      evaluation = Number(value) as NewAndExistingEvaluation;
    } else if (name === SETTINGS && value === EVERY_SETTING && key === 'cvChosen') {
      cvSettingIds = EVERY_SETTING;
    } else if (name === SETTINGS && value.split(OR).every(isId)) {
      cvSettingIds = value.split(OR).map(Number);
    } else if ((name === ACQUIRED || name === CUSTOMERS) && isAttributed(key)) {
      const when = rangeIn(value);
      if (!when) return null;
      acquired = { ...when, customers: name === CUSTOMERS };
    } else if (name === AFTER && acquired) {
      const after = monthsIn(value);
      if (!after) return null;
      acquired = { ...acquired, after };
    } else if (name === ACQUIRING) {
      const rows = acquiringIn(key, value);
      if (!rows) return null;
      acquiring = rows;
    } else {
      const words = value.split(OR);
      const values = axis && valuesOf(axis, isExcept ? words.filter((word) => word !== NO_AD) : words);
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
