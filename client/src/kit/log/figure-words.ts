import type { TFunction } from 'i18next';
import {
  axes,
  axisKeys,
  Device,
  deviceCode,
  figureName,
  measureName,
  measureOf,
  measureOfSum,
  NO_VALUE,
  type Acquired,
  type AxisKey,
  type AxisValue,
  type BaseKey,
  type Figure,
  type MeasureUnit,
} from '../../../../shared/catalog';
import type { DayRange } from '../../../../shared/domain/calendar';
import { withAside } from '../../i18n/punctuation';
import { refChoices } from '../form/choices';
import type { Session } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { latencyWords, touchWords } from '../span-words';
import { formatDay } from '../tokyo-date';

const WORDS = { everyConversion: 'cvInfo.figures.count', clickCost: 'logs.figure.clickCost', approvedCost: 'logs.figure.approvedCost', customers: 'effect.measures.customers' } as const;

/** What a figure is called, as in its report. @param cvNames the product's own names of its conversions, by measure */
export function sumWords(figure: Pick<Figure, 'key' | 'cvSettingIds' | 'acquired'>, t: TFunction, cvNames: ReadonlyMap<string, string>): string {
  const { word, measure, model } = figureName(figure);
  const label = word ? t(WORDS[word]) : measure ? (cvNames.get(measureName(measure)) ?? t(`measures.${measure}.label`)) : figure.key;
  return model === null ? label : withAside(label, enumLabel(t, 'AttributionModel', model));
}

/** In which unit it is shown. */
export const unitOfSum = (key: BaseKey): MeasureUnit => (key === 'costSen' || key === 'cvCostApprovedSen' ? 'yen' : measureOf(measureOfSum(key)?.measure ?? 'adClickCount').unit);

/** What a value of an axis is called. */
function valueWords(axis: AxisKey, value: AxisValue, session: Session, t: TFunction): string {
  if (value === NO_VALUE) return t('report.unset');
  if (axis === 'device') return enumLabel(t, 'Device', deviceCode(String(value)) ?? Device.OTHER);
  const { kind } = axes[axis];
  return (kind && refChoices(session, kind).find((choice) => choice.value === value)?.label) ?? `#${value}`;
}

/** Days as they are written beside figures. */
export const daysWords = ({ from, to }: DayRange): string => (from === to ? formatDay(from) : `${formatDay(from)} 〜 ${formatDay(to)}`);

/** Which months after that of the acquisition a figure is of. */
function monthsAfterWords({ from, to }: NonNullable<Acquired['after']>, t: TFunction): string {
  if (to === 0) return t('logs.figure.sameMonth');
  if (from === 0) return t('logs.figure.monthsAfter', { month: to });
  return [...new Set([from, to])].map((month) => t('logs.figure.monthAfter', { month })).join(' 〜 ');
}

/** The figure's days, and its place in the report. */
export function placeWords({ from, to, at, except, noAd, along, acquired, acquiring }: Figure, session: Session, t: TFunction): string {
  const named = (axis: AxisKey, values: readonly AxisValue[]): string[] => values.map((value) => valueWords(axis, value, session, t));
  const places = axisKeys.flatMap((axis) => {
    const values = at[axis];
    return values ? [`${t(`report.axes.${axis}`)}: ${named(axis, values).join(', ')}`] : [];
  });
  const others = except && [`${t(`report.axes.${except.axis}`)}: ${t('logs.figure.otherThan', { values: [...named(except.axis, except.values), ...(except.noAd ? [t('report.noAd')] : [])].join(', ') })}`];
  const { touches, latency, through, path } = along ?? {};
  const paths = [
    ...(touches ? [t('logs.figure.touches', { times: touchWords(touches, t) })] : []),
    ...(latency ? [t('logs.figure.latency', { span: latencyWords(latency, t) })] : []),
    ...(through ? [t('logs.figure.through', { ads: named('ad', through).join(', ') })] : []),
    ...(path ? [t(path.repeats ? 'logs.figure.wholePath' : 'logs.figure.path', { path: named('ad', path.ads).join(' → ') })] : []),
  ];
  const after = acquired?.after;
  const whose = acquired && [
    t(acquired.customers ? 'logs.figure.customers' : 'logs.figure.acquired', { days: daysWords(acquired) }),
    ...(after ? [monthsAfterWords(after, t)] : []),
  ];
  const whoAcquired = acquiring && [t('logs.figure.acquiring', { axes: acquiring.axes.map((axis) => t(`report.axes.${axis}`)).join(' / ') })];
  return [daysWords({ from, to }), ...(whose ?? []), ...(whoAcquired ?? []), ...(noAd ? [t('report.noAd')] : []), ...places, ...(others ?? []), ...paths].join('　');
}
