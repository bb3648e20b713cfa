import { CvType, AttributionModel, enumValues } from './enums';
import type { BaseKey } from './base-columns';
import { measureOf } from './evaluate';
import {
  ALL_CV_SETTINGS,
  drillDownSums,
  type MetricCell,
  type AcquisitionFilter,
  type AxisValue,
  type Span,
} from './metric-cell';
import { measureKeys, type MeasureKey } from './measures';
import { axisKeys, type AxisKey } from './axes';

/** Fields of a CV setting that its report name is derived from. */
interface NamedCvSetting {
  readonly title: string;
  readonly cvType: number;
  readonly cvSlot: number;
}

/**
 * Returns the names of a product's conversions by the REST name of the counting measure. Settings of the same
 * slot share a name.
 */
export function cvNames(settings: readonly NamedCvSetting[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { title, cvType, cvSlot } of settings) {
    const key = `cv_${cvType === CvType.MIDDLE_CV ? 'middle' : 'final'}_${cvSlot}`;
    const before = names.get(key);
    names.set(key, before ? `${before}・${title}` : title);
  }
  return names;
}

/**
 * Returns the measure that equals a base sum, with its attribution model. Null for sums that only enter
 * formulas.
 */
export function findMeasureOfSum(
  key: BaseKey,
): { measure: MeasureKey; model: AttributionModel | null } | null {
  for (const measure of measureKeys) {
    const definition = measureOf(measure);
    if (definition.kind !== 'base') continue;
    if (definition.base === key) return { measure, model: null };
    const model =
      typeof definition.base === 'function'
        ? enumValues(AttributionModel).find((one) => drillDownSums(measure, one)[0] === key)
        : undefined;
    if (model) return { measure, model };
  }
  return null;
}

/** Names of cells that have no measure of this name. */
export type CellWord =
  | 'everyConversion'
  | 'clickCost'
  | 'approvedCost'
  | 'gained'
  | 'customers'
  | 'laterConversions'
  | 'laterSales';

/** Fields that the name of a cell depends on. */
export type NamedCell = Pick<MetricCell, 'key' | 'cvSettingIds' | 'acquired' | 'gained'>;

/** Name of a cell: a special word, or its measure, plus the attribution model. */
interface CellName {
  readonly word: CellWord | null;
  readonly measure: MeasureKey | null;
  readonly model: AttributionModel | null;
}

/** Returns the special word of an ad effect cell, or null for other reports. */
function effectCellWord(
  measure: MeasureKey,
  { acquired, gained }: Pick<MetricCell, 'acquired' | 'gained'>,
): CellWord | null {
  if (gained) return 'gained';
  if (!acquired) return null;
  if (acquired.customers) return 'customers';
  return measure === 'attrAmount' ? 'laterSales' : 'laterConversions';
}

/** Returns the name of a cell. Screens and files use the same name. */
export function cellName(cell: NamedCell): CellName {
  const { key, cvSettingIds } = cell;
  const plain = { word: null, measure: null, model: null };
  if (cvSettingIds === ALL_CV_SETTINGS) return { ...plain, word: 'everyConversion' };
  if (key === 'costSen') return { ...plain, word: 'clickCost' };
  if (key === 'cvCostApprovedSen') return { ...plain, word: 'approvedCost' };
  if (key === 'mediaCostSen') return { ...plain, measure: 'mediaCost' };
  const match = findMeasureOfSum(key);
  return { ...plain, ...match, word: match && effectCellWord(match.measure, cell) };
}

/** Keys of the console texts that describe a cell. */
type CellTextKey =
  | `cvInfo.${'direct' | 'times' | 'timesFrom' | 'timesOver' | 'below' | 'between' | 'over' | 'units.days' | 'units.hours' | 'units.minutes'}`
  | `logs.figure.${'acquiring' | 'acquired' | 'customers' | 'sameMonth' | 'monthAfter' | 'monthsAfter' | 'touches' | 'latency' | 'path' | 'wholePath' | 'through' | 'otherThan'}`
  | 'report.noAd'
  | `report.axes.${AxisKey}`;

/** Translates a text with its parameters. */
export type TranslateCellText = (
  key: CellTextKey,
  about?: Readonly<Record<string, string | number>>,
) => string;

/** Translations and formatters that describe a cell. */
interface CellTextOptions {
  readonly say: TranslateCellText;
  /** Returns the labels of axis values. */
  readonly named: (axis: AxisKey, values: readonly AxisValue[]) => readonly string[];
  readonly days: (days: Pick<MetricCell, 'from' | 'to'>) => string;
  /** Punctuation: after a heading, between list items, and between the ends of a period. */
  readonly signs: { readonly colon: string; readonly and: string; readonly to: string };
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats the bound of a time span in its largest unit. */
function formatBound(seconds: number, translate: TranslateCellText): string {
  if (seconds >= DAY) return translate('cvInfo.units.days', { count: seconds / DAY });
  return seconds >= HOUR
    ? translate('cvInfo.units.hours', { count: seconds / HOUR })
    : translate('cvInfo.units.minutes', { count: seconds / 60 });
}

/** Formats a span of seconds: one bar of the latency distribution. */
export function formatLatency({ from, to }: Span, translate: TranslateCellText): string {
  if (to === null) return translate('cvInfo.over', { from: formatBound(from, translate) });
  return from === 0
    ? translate('cvInfo.below', { to: formatBound(to, translate) })
    : translate('cvInfo.between', { from: formatBound(from, translate), to: formatBound(to, translate) });
}

/** Formats a span of touch counts: one bar of the path length distribution. */
export function formatTouchCount({ from, to }: Span, translate: TranslateCellText): string {
  if (from === 0 && to === 1) return translate('cvInfo.direct');
  if (to === null) return translate('cvInfo.timesOver', { from });
  return to === from + 1
    ? translate('cvInfo.times', { count: from })
    : translate('cvInfo.timesFrom', { from, to: to - 1 });
}

/** Formats the months after the acquisition. */
function formatMonthsAfter(
  { from, to }: NonNullable<AcquisitionFilter['after']>,
  { say: translate, signs }: CellTextOptions,
): string {
  if (to === 0) return translate('logs.figure.sameMonth');
  if (from === 0) return translate('logs.figure.monthsAfter', { month: to });
  return [...new Set([from, to])]
    .map((month) => translate('logs.figure.monthAfter', { month }))
    .join(signs.to);
}

/**
 * Describes a cell's days and its place in the report, part by part. Screens and files use the same words.
 */
export function describeCell(
  { from, to, at, except, noAd, along, acquired, acquiring }: MetricCell,
  options: CellTextOptions,
): string[] {
  const { say: translate, named: labelsOf, days, signs } = options;
  const describeAxis = (axis: AxisKey, description: string): string =>
    `${translate(`report.axes.${axis}`)}${signs.colon}${description}`;
  const { touches, latency, through, path } = along ?? {};
  return [
    days({ from, to }),
    ...(acquired
      ? [
          translate(acquired.customers ? 'logs.figure.customers' : 'logs.figure.acquired', {
            days: days(acquired),
          }),
        ]
      : []),
    ...(acquired?.after ? [formatMonthsAfter(acquired.after, options)] : []),
    ...(acquiring
      ? [
          translate('logs.figure.acquiring', {
            axes: acquiring.axes.map((axis) => translate(`report.axes.${axis}`)).join(' / '),
          }),
        ]
      : []),
    ...(noAd ? [translate('report.noAd')] : []),
    ...axisKeys.flatMap((axis) =>
      at[axis]?.length ? [describeAxis(axis, labelsOf(axis, at[axis]).join(signs.and))] : [],
    ),
    ...(except
      ? [
          describeAxis(
            except.axis,
            translate('logs.figure.otherThan', {
              values: [
                ...labelsOf(except.axis, except.values),
                ...(except.noAd ? [translate('report.noAd')] : []),
              ].join(signs.and),
            }),
          ),
        ]
      : []),
    ...(touches ? [translate('logs.figure.touches', { times: formatTouchCount(touches, translate) })] : []),
    ...(latency ? [translate('logs.figure.latency', { span: formatLatency(latency, translate) })] : []),
    ...(through ? [translate('logs.figure.through', { ads: labelsOf('ad', through).join(signs.and) })] : []),
    ...(path
      ? [
          translate(path.repeats ? 'logs.figure.wholePath' : 'logs.figure.path', {
            path: labelsOf('ad', path.ads).join(' → '),
          }),
        ]
      : []),
  ];
}
