import {
  axes,
  axisKeys,
  NO_VALUE,
  type BaseKey,
  type MetricCell,
  Device,
  deviceCode,
  cellName,
  describeCell,
  measureName,
  measureOf,
  findMeasureOfSum,
  type AxisKey,
  type AxisValue,
  type MeasureUnit,
  type NamedCell,
  parseMetricCell,
} from '../../../../shared/catalog';
import type { AxisFilters } from '../report/axes';
import type { TFunction } from 'i18next';
import type { DayRange } from '../../../../shared/domain/calendar';
import { currentPunctuation, formatRange, withAside } from '../../i18n/punctuation';
import { refChoices } from '../form/choices';
import { type Session, useSession } from '../../session/session-context';
import { enumLabel } from '../enum-label';
import { describeFilterPath, DRILL_DOWN } from '../address';
import { formatDay } from '../tokyo-date';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { useNames } from '../../session/use-names';
import type { ListFilter } from '../list/list-source';
import { useCvNames } from '../report/use-row-names';

/**
 * Parts of the ad cost that have log rows. They appear together, because the report's cost is their sum;
 * reports open the first.
 */
export const COSTS = ['costSen', 'mediaCostSen', 'cvCostApprovedSen'] as const satisfies readonly BaseKey[];

/** Returns the report filters for a position in a report; undefined if there are none. */
export function filtersOf({
  at,
  except,
  noAd,
}: Pick<MetricCell, 'at' | 'except' | 'noAd'>): AxisFilters | undefined {
  const named = axisKeys.filter((axis) => at[axis]?.length);
  if (except || noAd || named.some((axis) => axes[axis].filter === null || at[axis]?.includes(NO_VALUE)))
    return undefined;
  return Object.fromEntries(named.map((axis) => [axis, (at[axis] ?? []).map(String)]));
}

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
const drillDownPlace = (metric: MetricCell, session: Session, t: TFunction): string =>
  describeCell(metric, {
    say: describeFilterPath(t),
    named: (axis, values) => values.map((value) => axisValueLabel(axis, value, session, t)),
    days: formatDays,
    signs: currentPunctuation(),
  }).join('　');

/** Metric value whose rows a log shows, as a condition among the others. */
export interface ActiveDrillDown {
  metric: MetricCell;
  place: string;
  filter: ListFilter;
}

const NO_ADS: readonly AxisValue[] = [];

/** Ads named in its description. */
const adsOf = ({ at, except, along }: MetricCell): readonly AxisValue[] => [
  ...(at.ad ?? []),
  ...(except?.axis === 'ad' ? except.values : []),
  ...(along?.through ?? []),
  ...(along?.path?.ads ?? []),
];

/** Returns the metric value in the address; undefined if there is none or it is invalid. */
export function useDrillDown(): ActiveDrillDown | undefined {
  const { t } = useTranslation();
  const session = useSession();
  const text = useSearchParams()[0].get(DRILL_DOWN) ?? '';
  const metric = useMemo(() => parseMetricCell(text), [text]);
  useNames('ad', metric ? adsOf(metric) : NO_ADS);
  useNames('redirect', metric?.at.redirect ?? []);
  const cvNames = useCvNames(metric !== null);
  return useMemo(() => {
    if (!metric) return undefined;
    const place = drillDownPlace(metric, session, t);
    return {
      metric,
      place,
      filter: {
        name: DRILL_DOWN,
        label: t('logs.figure.label'),
        kind: 'text',
        choices: [{ value: text, label: `${metricName(metric, t, cvNames)}　${place}` }],
      },
    };
  }, [metric, text, session, t, cvNames]);
}
