import {
  AttributionModel,
  axes,
  axisKeys,
  Device,
  deviceCode,
  enumName,
  cellName,
  describeCell,
  NO_VALUE,
  parseMetricCell,
  type AxisKey,
  type AxisValue,
  type MetricCell,
  type CellWord,
} from '../../../shared/catalog';
import { formatDay, punctuation } from '../../../shared/format';
import { textAt, texts, translator } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import type { ApiContext } from '../../services/context';
import { allNames } from './names';

/** Returns the report's label of a metric value. */
function metricLabel(metric: MetricCell, locale: Locale): string {
  const { measures, enums, logs, cvInfo, effect } = texts[locale];
  const own: Readonly<Record<CellWord, string>> = {
    everyConversion: cvInfo.figures.count,
    clickCost: logs.figure.clickCost,
    approvedCost: logs.figure.approvedCost,
    gained: effect.columns.customers,
    customers: effect.measures.customers,
    laterConversions: effect.measures.cv,
    laterSales: effect.measures.amount,
  };
  const { word, measure, model } = cellName(metric);
  const label = word ? own[word] : measure ? measures[measure].label : metric.key;
  const under = enumName(AttributionModel, model);
  return under ? punctuation[locale].aside(label, enums.AttributionModel[under]) : label;
}

/** Describes the metric value behind a log: its label, days and position. */
export async function describeMetric(
  text: string,
  productId: number | null,
  { context, locale }: { readonly context: ApiContext; readonly locale: Locale },
): Promise<string> {
  const metric = parseMetricCell(text);
  if (!metric) return text;
  const { report, enums } = texts[locale];
  const words = punctuation[locale];
  const { at, except, along } = metric;
  const isNamed = (axis: AxisKey): boolean =>
    axis in at || except?.axis === axis || (axis === 'ad' && along !== undefined);
  const names = new Map(
    await Promise.all(
      axisKeys.filter(isNamed).map(async (axis) => {
        const { choices } = axes[axis];
        return [
          axis,
          choices === null || choices === 'device' ? undefined : await allNames(context, choices, productId),
        ] as const;
      }),
    ),
  );
  const nameOf = (axis: AxisKey, value: AxisValue): string => {
    if (value === NO_VALUE) return report.unset;
    if (axis === 'device') return enums.Device[enumName(Device, deviceCode(String(value))) ?? 'OTHER'];
    return names.get(axis)?.get(Number(value)) ?? `#${value}`;
  };
  const place = describeCell(metric, {
    say: (key, about) => textAt(translator(locale), key, about),
    named: (axis, values) => values.map((value) => nameOf(axis, value)),
    days: ({ from, to }) => [...new Set([from, to])].map((day) => formatDay(day)).join(words.to),
    signs: words,
  });
  return [metricLabel(metric, locale), ...place].join(words.and);
}
