import {
  attributesBeside,
  axes,
  axisName,
  camelCase,
  costRankedBy,
  findMeasure,
  isSharedOut,
  measureKeys,
  measureName,
  measureOf,
  measures,
  rankOf,
  restsOnAdCost,
  snakeCase,
  type AxisKey,
  type MeasureKey,
  type MeasureUnit,
} from '../../../shared/catalog';
import { formatMonth } from '../../../shared/format';
import { texts } from '../../../shared/i18n';
import type { Locale } from '../../../shared/i18n/messages';
import { isKeyOf } from '../../../shared/records';
import type { Cell } from '../../export/cell';
import type { ReportInput, ReportRow } from '../input';
import type { Report } from './report';

/** One value of a row as it stands in REST, files and orders. */
export interface Column {
  /** In REST: the key of a row, the header of a file, a name to sort by. */
  readonly name: string;
  /** The field of the contract that it is, and those it needs beside. */
  readonly fields: readonly [string, ...string[]];
  value(row: ReportRow): Cell | undefined;
  /** By what rows are ranked as people read them, where that is not the value. */
  rank?(row: ReportRow): number | null;
  /** In REST, where it is no plain value there. */
  rest?(row: ReportRow): unknown;
  /** Whether it is one entry of the list that its field is. */
  readonly ofList?: true;
  title(locale: Locale): string;
  /** How a figure is shown; null: it is no figure. */
  readonly unit: MeasureUnit | null;
  /** Digits after the point, where they are not those of the unit. */
  readonly decimals?: number;
  /** Whether it is the difference of two figures: that of two ratios is in points. */
  readonly difference?: true;
  /** Whether it says what the row is, as labels of axes do. */
  readonly naming?: true;
  /** Whether it is a field of a log, whose values people read in the words of that log. */
  readonly ofLog?: true;
  /** What people read of it in a file, where that is another value. */
  filed?(row: ReportRow): Cell;
  /** Its heading with what is told of it there, where that is no unit. */
  filedTitle?(locale: Locale): string;
  /** Whether the cost of ads enters into it, where its fields don't tell. */
  readonly onCost?: boolean;
  /** Whether its figures are parts of a whole, so that they are rounded to make it. */
  readonly parts?: true;
  /** What it sets such a part against: filed as the difference of what is filed. */
  readonly against?: { part(row: ReportRow): number | null; of(row: ReportRow): number | null };
}

/** What names a month or a day, as people read it: a month is `yyyyMM` in REST; a day is the same there. */
export const filedMonth = (name: string | null | undefined): Cell =>
  name && /^\d{6}$/.test(name) ? formatMonth(Number(name)) : (name ?? null);

type Words = (typeof texts)[Locale];
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

/** Id and label of an axis. */
const axisColumns = (axis: AxisKey): Column[] => {
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

/** Whether the row is that of direct conversions. */
const noAd = column(
  'no_ad',
  'noAd',
  (row) => row.noAd,
  ({ report }) => report.noAd,
);

const measureColumn = (key: MeasureKey): Column => {
  const known = column(
    measureName(key),
    `figures.${key}`,
    (row) => row.figures[key],
    ({ measures }) => measures[key].label,
    measureOf(key).unit,
  );
  const cost = costRankedBy(key);
  return cost
    ? { ...known, fields: [`figures.${key}`, `figures.${cost}`], rank: ({ figures }) => rankOf(key, figures) }
    : known;
};

const measureColumns = measureKeys.map((key): Column => ({
  ...measureColumn(key),
  ...(isSharedOut(key) && { parts: true }),
}));

/** The measures of the days compared with. */
const previousColumns = measureKeys.map((key): Column => ({
  ...column(
    `${measureName(key)}_previous`,
    `previous.${key}`,
    (row) => row.previous?.[key] ?? null,
    ({ measures, report }) => `${measures[key].label} ${report.compared}`,
    measureOf(key).unit,
  ),
  ...(isSharedOut(key) && { parts: true }),
}));

/**
 * The columns of a report's rows by these axes, in their order: axes with their ids, measures, what is the report's own.
 * @param input of a file, whose headings may depend on it.
 */
export const reportColumns = (report: Report, asked: readonly AxisKey[], input?: ReportInput): Column[] => [
  ...report.leading,
  ...asked.flatMap(axisColumns),
  ...(report.axes.length > 0 ? [noAd] : []),
  ...(report.figures ? measureColumns : []),
  ...((input && report.columnsFor?.(input)) ?? report.columns),
];

/** Columns of the ad's attributes beside these axes: a file may hold them, and rows be put in their order. */
export const attributeColumns = (asked: readonly AxisKey[]): Column[] =>
  attributesBeside(asked).flatMap(axisColumns);

/** Columns of a comparison. */
export const comparisonColumns = (report: Report): readonly Column[] =>
  report.comparison ? previousColumns : [];

/** The column by its name in REST or GraphQL spelling, or an alias of its measure. */
export function findColumn(columns: readonly Column[], name: string): Column | undefined {
  const measure = findMeasure(name);
  const known = measure ? measureName(measure) : name;
  return columns.find((one) => one.name === known || camelCase(one.name) === name);
}

const isOnCost = (part: string): boolean => isKeyOf(measures, part) && restsOnAdCost(part);

/** Whether the cost of ads enters into what these columns hold: where media report it, that is to be said. */
export const restOnCosts = (columns: readonly Column[]): boolean =>
  columns.some(
    ({ fields, onCost }) => onCost === true || fields.some((field) => field.split('.').some(isOnCost)),
  );

/** The fields that these columns are made of. */
export const fieldsOf = (columns: readonly Column[]): string[] => columns.flatMap(({ fields }) => fields);
