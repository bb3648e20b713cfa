import {
  attributesForAxes,
  axes,
  axisName,
  camelCase,
  rankingCostOf,
  findMeasure,
  isAttributedMeasure,
  measureKeys,
  measureName,
  measureOf,
  measures,
  rankOf,
  includesAdCost,
  snakeCase,
  type AxisKey,
  type MeasureKey,
  type MeasureUnit,
} from '../../../shared/catalog';
import { formatMonth } from '../../../shared/format';
import { texts, type Texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { isKeyOf } from '../../../shared/records';
import type { Cell } from '../../export/csv';
import type { ReportInput, ReportRow } from '../input';
import type { Report } from './report';

/** One value of a row in REST, files and sort orders. */
export interface Column {
  /** REST key of a row, header of a file, and name to sort by. */
  readonly name: string;
  /** GraphQL field of the value, and further fields it needs. */
  readonly fields: readonly [string, ...string[]];
  value(row: ReportRow): Cell | undefined;
  /** Sort value for people, if it differs from `value`. */
  rank?(row: ReportRow): number | null;
  /** REST value, if it is not the plain value. */
  rest?(row: ReportRow): unknown;
  /** Whether the column is one entry of its list field. */
  readonly isListItem?: true;
  title(locale: Locale): string;
  /** Unit of a metric value; null: not a metric value. */
  readonly unit: MeasureUnit | null;
  /** Decimal digits, if they differ from those of the unit. */
  readonly decimals?: number;
  /** Whether the value is a difference of two metric values; that of two ratios is in points. */
  readonly difference?: true;
  /** Whether the value identifies the row, as axis labels do. */
  readonly identifiesRow?: true;
  /** Whether the value is a field of a log, shown in the words of that log. */
  readonly isLogField?: true;
  /** Value in a file, if it differs from `value`. */
  fileValue?(row: ReportRow): Cell;
  /** Heading in a file, if the unit alone does not make it. */
  fileTitle?(locale: Locale): string;
  /** Whether ad costs are part of the value, if its fields don't show it. */
  readonly includesAdCost?: boolean;
  /** Whether the values are parts of a whole; they are rounded to add up to it. */
  readonly parts?: true;
  /** The part and the value it is compared with; a file holds the difference of the displayed values. */
  readonly comparedWith?: { part(row: ReportRow): number | null; of(row: ReportRow): number | null };
}

/** Formats a month (`yyyyMM` in REST) or day for a file. Days are the same in both. */
export const formatFileMonth = (name: string | null | undefined): Cell =>
  name && /^\d{6}$/.test(name) ? formatMonth(Number(name)) : (name ?? null);

type Words = Texts;
const column = (
  name: string,
  field: string,
  value: Column['value'],
  title: (words: Words) => string,
  unit: Column['unit'] = null,
): Column => ({
  name,
  fields: [field],
  value,
  title: (locale) => title(texts[locale]),
  unit,
});

/** Returns the id and label columns of an axis. */
export const axisColumns = (axis: AxisKey): Column[] => {
  const { key, idKey } = axes[axis];
  const label = column(
    axisName(axis),
    key,
    (row) => row[key],
    ({ report }) => report.axes[axis],
  );
  if (!idKey) return [label];
  return [
    column(
      snakeCase(idKey),
      idKey,
      (row) => row[idKey],
      ({ report }) => `${report.axes[axis]} ID`,
    ),
    label,
  ];
};

/** Whether the row holds direct conversions. */
const noAd = column(
  'no_ad',
  'noAd',
  (row) => row.noAd,
  ({ report }) => report.noAd,
);

const measureColumn = (key: MeasureKey): Column => {
  const base = column(
    measureName(key),
    `figures.${key}`,
    (row) => row.figures[key],
    ({ measures }) => measures[key].label,
    measureOf(key).unit,
  );
  const cost = rankingCostOf(key);
  return cost
    ? { ...base, fields: [`figures.${key}`, `figures.${cost}`], rank: ({ figures }) => rankOf(key, figures) }
    : base;
};

const measureColumns = measureKeys.map((key): Column => ({
  ...measureColumn(key),
  ...(isAttributedMeasure(key) && { parts: true }),
}));

/** Measures of the comparison days. */
const previousColumns = measureKeys.map((key): Column => ({
  ...column(
    `${measureName(key)}_previous`,
    `previous.${key}`,
    (row) => row.previous?.[key] ?? null,
    ({ measures, report }) => `${measures[key].label} ${report.compared}`,
    measureOf(key).unit,
  ),
  ...(isAttributedMeasure(key) && { parts: true }),
}));

/**
 * Returns the columns of a report's rows by these axes, in order: axes with their ids, measures, and the
 * report's own columns.
 * @param input request of a file, whose headings may depend on it
 */
export const reportColumns = (report: Report, rowAxes: readonly AxisKey[], input?: ReportInput): Column[] => [
  ...report.leadingColumns,
  ...rowAxes.flatMap(axisColumns),
  ...(report.axes.length > 0 ? [noAd] : []),
  ...(report.hasMeasures ? measureColumns : []),
  ...((input && report.columnsFor?.(input)) ?? report.columns),
];

/**
 * Returns the columns of ad attributes beside these axes. A file may hold them, and rows can be sorted by
 * them.
 */
export const attributeColumns = (rowAxes: readonly AxisKey[]): Column[] =>
  attributesForAxes(rowAxes).flatMap(axisColumns);

/** Returns the columns of a comparison. */
export const comparisonColumns = (report: Report): readonly Column[] =>
  report.comparison ? previousColumns : [];

/** Finds a column by its name in REST or GraphQL spelling, or by an alias of its measure. */
export function findColumn(columns: readonly Column[], name: string): Column | undefined {
  const measure = findMeasure(name);
  const known = measure ? measureName(measure) : name;
  return columns.find((one) => one.name === known || camelCase(one.name) === name);
}

const restsOnAdCosts = (part: string): boolean => isKeyOf(measures, part) && includesAdCost(part);

/** Whether ad costs are part of these columns; costs reported by media must then be marked. */
export const includeAdCosts = (columns: readonly Column[]): boolean =>
  columns.some(
    ({ fields, includesAdCost }) =>
      includesAdCost === true || fields.some((field) => field.split('.').some(restsOnAdCosts)),
  );

/** Returns the fields that these columns read. */
export const fieldsOf = (columns: readonly Column[]): string[] => columns.flatMap(({ fields }) => fields);
