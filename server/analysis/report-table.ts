import { axisName, axisOf, isAxisKey } from '../../shared/catalog';
import { texts } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import { eachRow, type Cell, type Rows } from '../export/cell';
import type { ReportRow } from './input';
import type { Column } from './report/columns';

/** A report as a table for CSV and xlsx. */
export interface ReportTable {
  readonly header: string[];
  readonly rows: Rows;
}

export interface TableOptions {
  /** Language of header and labels; without one the header is the REST keys and cells are the plain values. */
  readonly locale?: Locale | null | undefined;
}

/** Whether the column holds labels of an axis on which direct conversions have a row of their own. */
const namesNoAd = ({ fields: [field], name }: Column): boolean =>
  isAxisKey(field) && axisName(field) === name && axisOf(field).adDerived;

/**
 * A report's rows as a table of the chosen columns, in their order. Numbers stay numbers, unrounded;
 * a ratio without a denominator is an empty cell. With a locale the "(no ad)" row is named so in its label cells.
 */
export function reportTable(
  rows: Iterable<ReportRow> | AsyncIterable<ReportRow>,
  columns: readonly Column[],
  { locale = null }: TableOptions = {},
): ReportTable {
  const noAd = locale ? texts[locale].report.noAd : null;
  const named = columns.findIndex(namesNoAd);
  const cells = (row: ReportRow): Cell[] =>
    columns.map((column, index) => (row.noAd && index === named ? noAd : column.value(row)));
  return {
    header: columns.map((column) => (locale ? column.title(locale) : column.name)),
    rows: eachRow(rows, cells),
  };
}
