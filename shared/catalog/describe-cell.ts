import { axisKeys, type AxisKey } from './axes';
import type { AcquisitionFilter, AxisValue, MetricCell, Span } from './metric-cell';

/** Keys of the console texts that describe a cell. */
export type CellTextKey =
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
export interface CellTextOptions {
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
