import { axisKeys, type AxisKey } from './axes';
import type { Acquired, AxisValue, Figure, Span } from './figure';

/** Keys of the console texts that describe a cell. */
export type PlaceText =
  | `cvInfo.${'direct' | 'times' | 'timesFrom' | 'timesOver' | 'below' | 'between' | 'over' | 'units.days' | 'units.hours' | 'units.minutes'}`
  | `logs.figure.${'acquiring' | 'acquired' | 'customers' | 'sameMonth' | 'monthAfter' | 'monthsAfter' | 'touches' | 'latency' | 'path' | 'wholePath' | 'through' | 'otherThan'}`
  | 'report.noAd'
  | `report.axes.${AxisKey}`;

/** Translates a text with its parameters. */
export type SayPlace = (key: PlaceText, about?: Readonly<Record<string, string | number>>) => string;

/** Translations and formatters that describe a cell. */
export interface PlaceWords {
  readonly say: SayPlace;
  /** Returns the labels of axis values. */
  readonly named: (axis: AxisKey, values: readonly AxisValue[]) => readonly string[];
  readonly days: (days: Pick<Figure, 'from' | 'to'>) => string;
  /** Punctuation: after a heading, between list items, and between the ends of a period. */
  readonly signs: { readonly colon: string; readonly and: string; readonly to: string };
}

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats the bound of a time span in its largest unit. */
function edge(seconds: number, say: SayPlace): string {
  if (seconds >= DAY) return say('cvInfo.units.days', { count: seconds / DAY });
  return seconds >= HOUR
    ? say('cvInfo.units.hours', { count: seconds / HOUR })
    : say('cvInfo.units.minutes', { count: seconds / 60 });
}

/** Formats a span of seconds: one bar of the latency distribution. */
export function latencyWords({ from, to }: Span, say: SayPlace): string {
  if (to === null) return say('cvInfo.over', { from: edge(from, say) });
  return from === 0
    ? say('cvInfo.below', { to: edge(to, say) })
    : say('cvInfo.between', { from: edge(from, say), to: edge(to, say) });
}

/** Formats a span of touch counts: one bar of the path length distribution. */
export function touchWords({ from, to }: Span, say: SayPlace): string {
  if (from === 0 && to === 1) return say('cvInfo.direct');
  if (to === null) return say('cvInfo.timesOver', { from });
  return to === from + 1
    ? say('cvInfo.times', { count: from })
    : say('cvInfo.timesFrom', { from, to: to - 1 });
}

/** Formats the months after the acquisition. */
function monthsAfterWords({ from, to }: NonNullable<Acquired['after']>, { say, signs }: PlaceWords): string {
  if (to === 0) return say('logs.figure.sameMonth');
  if (from === 0) return say('logs.figure.monthsAfter', { month: to });
  return [...new Set([from, to])].map((month) => say('logs.figure.monthAfter', { month })).join(signs.to);
}

/**
 * Describes a cell's days and its place in the report, part by part. Screens and files use the same words.
 */
export function figurePlace(
  { from, to, at, except, noAd, along, acquired, acquiring }: Figure,
  words: PlaceWords,
): string[] {
  const { say, named, days, signs } = words;
  const ofAxis = (axis: AxisKey, what: string): string =>
    `${say(`report.axes.${axis}`)}${signs.colon}${what}`;
  const { touches, latency, through, path } = along ?? {};
  return [
    days({ from, to }),
    ...(acquired
      ? [say(acquired.customers ? 'logs.figure.customers' : 'logs.figure.acquired', { days: days(acquired) })]
      : []),
    ...(acquired?.after ? [monthsAfterWords(acquired.after, words)] : []),
    ...(acquiring
      ? [
          say('logs.figure.acquiring', {
            axes: acquiring.axes.map((axis) => say(`report.axes.${axis}`)).join(' / '),
          }),
        ]
      : []),
    ...(noAd ? [say('report.noAd')] : []),
    ...axisKeys.flatMap((axis) =>
      at[axis]?.length ? [ofAxis(axis, named(axis, at[axis]).join(signs.and))] : [],
    ),
    ...(except
      ? [
          ofAxis(
            except.axis,
            say('logs.figure.otherThan', {
              values: [
                ...named(except.axis, except.values),
                ...(except.noAd ? [say('report.noAd')] : []),
              ].join(signs.and),
            }),
          ),
        ]
      : []),
    ...(touches ? [say('logs.figure.touches', { times: touchWords(touches, say) })] : []),
    ...(latency ? [say('logs.figure.latency', { span: latencyWords(latency, say) })] : []),
    ...(through ? [say('logs.figure.through', { ads: named('ad', through).join(signs.and) })] : []),
    ...(path
      ? [
          say(path.repeats ? 'logs.figure.wholePath' : 'logs.figure.path', {
            path: named('ad', path.ads).join(' → '),
          }),
        ]
      : []),
  ];
}
