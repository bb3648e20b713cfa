import type { TFunction } from 'i18next';
import {
  axes,
  Device,
  deviceCode,
  cellName,
  describeCell,
  measureName,
  measureOf,
  findMeasureOfSum,
  NO_VALUE,
  type AxisKey,
  type AxisValue,
  type BaseKey,
  type MetricCell,
  type MeasureUnit,
  type NamedCell,
} from '../../../../shared/catalog';
import type { DayRange } from '../../../../shared/domain/calendar';
import { currentPunctuation, formatRange, withAside } from '../../i18n/punctuation';
import { refChoices } from '../form/choices';
import type { Session } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { describeFilterPath } from '../describe-filter-path';
import { formatDay } from '../tokyo-date';

const LABELS = {
  everyConversion: 'cvInfo.figures.count',
  clickCost: 'logs.figure.clickCost',
  approvedCost: 'logs.figure.approvedCost',
  gained: 'effect.columns.customers',
  customers: 'effect.measures.customers',
  laterConversions: 'effect.measures.cv',
  laterSales: 'effect.measures.amount',
} as const;

/**
 * Returns the name of a metric value, as in its report.
 * @param cvNames the product's names of its conversions, by measure
 */
export function metricName(metric: NamedCell, t: TFunction, cvNames: ReadonlyMap<string, string>): string {
  const { word, measure, model } = cellName(metric);
  const label = word
    ? t(LABELS[word])
    : measure
      ? (cvNames.get(measureName(measure)) ?? t(`measures.${measure}.label`))
      : metric.key;
  return model === null ? label : withAside(label, enumLabel(t, 'AttributionModel', model));
}

/** Returns the unit of a metric value. */
export const unitOfMetric = (key: BaseKey): MeasureUnit =>
  key === 'costSen' || key === 'cvCostApprovedSen'
    ? 'yen'
    : measureOf(findMeasureOfSum(key)?.measure ?? 'adClickCount').unit;

/** Returns the label of an axis value. */
function axisValueLabel(axis: AxisKey, value: AxisValue, session: Session, t: TFunction): string {
  if (value === NO_VALUE) return t('report.unset');
  if (axis === 'device') return enumLabel(t, 'Device', deviceCode(String(value)) ?? Device.OTHER);
  const { kind } = axes[axis];
  return (kind && refChoices(session, kind).find((choice) => choice.value === value)?.label) ?? `#${value}`;
}

/** Formats the days of a drill-down. */
export const formatDays = ({ from, to }: DayRange): string =>
  from === to ? formatDay(from) : formatRange(formatDay(from), formatDay(to));

/** Returns the days of a metric value and its position in the report. */
export const drillDownPlace = (metric: MetricCell, session: Session, t: TFunction): string =>
  describeCell(metric, {
    say: describeFilterPath(t),
    named: (axis, values) => values.map((value) => axisValueLabel(axis, value, session, t)),
    days: formatDays,
    signs: currentPunctuation(),
  }).join('　');
