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
  /** Language of header and labels. Without it, the header holds the REST keys and cells the plain values. */
  readonly locale?: Locale | null | undefined;
}

/** Whether the column holds labels of an ad-derived axis, which names the row of direct conversions. */
const namesNoAd = ({ fields: [field], name }: Column): boolean =>
  isAxisKey(field) && axisName(field) === name && axisOf(field).adDerived;

/**
 * Returns a report's rows as a table of the chosen columns, in order. Numbers stay unrounded; a ratio without
 * a denominator is an empty cell. With a locale, the label cells of the "(no ad)" row say so.
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
