import {
  axisName,
  axisOf,
  Device,
  deviceCode,
  enumName,
  isAxisKey,
  rankOrder,
  type AxisKey,
  type MeasureUnit,
} from '../../shared/catalog';
import { displayNumber, displayParts } from '../../shared/format';
import { texts } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import { eachRow, type Cell, type Rows } from '../export/csv';
import type { ReportRow } from './input';
import type { OpenReport } from './report/read-report';
import type { Column } from './report/columns';

/** A report for a file that people read. */
export interface ReportDocument {
  readonly header: string[];
  /** Displayed rows, the total last. */
  readonly rows: Rows;
}

export interface DocumentOptions {
  readonly locale: Locale;
  /** Names of the product's own conversions, by the REST name of the measure that counts them. */
  readonly cvNames: ReadonlyMap<string, string>;
  /** Returns a heading with the unit of the values below it. */
  readonly headed: (title: string, unit: Column['unit'], isDifference: boolean) => string;
  /** Sort order of the rows, as on screen; null: keep the given order. */
  readonly order: { readonly column: Column; readonly ascending: boolean } | null;
  /** Returns the words for a value of a log field. */
  readonly logWord: (field: string, value: Cell) => Cell;
}

/** Returns the axis whose labels the column holds; null for any other column. */
const axisOfColumn = ({ name, fields: [field], isLogField: ofLog }: Column): AxisKey | null =>
  !ofLog && field !== undefined && isAxisKey(field) && axisName(field) === name ? field : null;

/** Returns the displayed values of a column, rounded to add up to their sum. */
function partsOf(
  rows: readonly ReportRow[],
  { value }: Pick<Column, 'value'>,
  unit: MeasureUnit,
): Map<ReportRow, number> {
  const known = rows.flatMap((row): [ReportRow, number][] => {
    const cell = value(row);
    return typeof cell === 'number' ? [[row, cell]] : [];
  });
  const displayed = displayParts(
    known.map(([, part]) => part),
    unit,
  );
  return new Map(known.map(([row], index) => [row, displayed[index] ?? 0]));
}

/** Returns the differences between displayed parts and the values they are compared with. */
function differencesOf(
  rows: readonly ReportRow[],
  { part, of }: NonNullable<Column['comparedWith']>,
  unit: MeasureUnit,
): Map<ReportRow, number> {
  const differences = [...partsOf(rows, { value: part }, unit)].flatMap(
    ([row, displayed]): [ReportRow, number][] => {
      const normal = of(row);
      return normal === null ? [] : [[row, displayNumber(displayed - normal, unit)]];
    },
  );
  return new Map(differences);
}

/** Sorts rows by their rank in a column, ties by name. */
function inOrder(
  rows: readonly ReportRow[],
  { column, ascending }: NonNullable<DocumentOptions['order']>,
  nameOf: (row: ReportRow) => string,
): ReportRow[] {
  const rankIn = column.rank ?? column.value;
  const placed = rows.map((row) => {
    const rank = rankIn(row);
    return { row, rank: typeof rank === 'number' ? rank : null, name: nameOf(row) };
  });
  return placed.sort(rankOrder(ascending)).map(({ row }) => row);
}

/** Converts the rows of a report to displayed cells: names, rounded values, and the total at the end. */
export function reportDocument(
  {
    rows,
    result: { total },
  }: { readonly rows: OpenReport['rows']; readonly result: Pick<OpenReport['result'], 'total'> },
  columns: readonly Column[],
  options: DocumentOptions,
): ReportDocument {
  const { locale, cvNames, headed, order } = options;
  const { report, enums, logs } = texts[locale];
  const axes = columns.map(axisOfColumn);
  const named = axes.findIndex((axis) => axis !== null && axisOf(axis).adDerived);
  const labels = columns.flatMap(({ identifiesRow: naming }, index) =>
    axes[index] || naming ? [index] : [],
  );
  const firstAxis = axes.findIndex((axis) => axis !== null);
  const deviceWord = (name: unknown): string | undefined => {
    const code = deviceCode(String(name));
    const known = enumName(Device, code);
    return known === null ? undefined : enums.Device[known];
  };
  const label = (row: ReportRow, column: Column, index: number): Cell => {
    if (row.restCount !== undefined) return index === firstAxis ? texts[locale].term.others : null;
    if (row.noAd && index === named) return report.noAd;
    const value = column.value(row);
    const axis = axes[index];
    const none = axis && axisOf(axis).live ? report.unknown : report.unset;
    return (axis === 'device' ? deviceWord(value) : value) ?? (row.noAd ? null : none);
  };
  const nameOf = (row: ReportRow): string =>
    columns
      .flatMap((column, index) =>
        axes[index]
          ? [label(row, column, index) ?? '']
          : column.identifiesRow
            ? [column.value(row) ?? '']
            : [],
      )
      .join(' / ');
  // Parts are rounded together, so that the file adds up. Streamed rows have no parts.
  const known = Symbol.iterator in rows ? rows : [];
  const rounded = new Map(
    columns.flatMap((column): [Column, Map<ReportRow, number>][] => {
      const { parts, comparedWith, unit } = column;
      return unit && (parts || comparedWith)
        ? [[column, comparedWith ? differencesOf(known, comparedWith, unit) : partsOf(known, column, unit)]]
        : [];
    }),
  );
  const valueCell = (row: ReportRow, column: Column): Cell => {
    const {
      value,
      fileValue,
      unit,
      decimals,
      isLogField: ofLog,
      fields: [field],
    } = column;
    if (fileValue) return fileValue(row);
    const part = rounded.get(column)?.get(row);
    if (part !== undefined) return part;
    const cell = value(row);
    if (ofLog && unit === null) return options.logWord(field, cell);
    if (typeof cell === 'boolean') return cell ? logs.yes : logs.no;
    return typeof cell === 'number' && unit !== null && Number.isFinite(cell)
      ? displayNumber(cell, unit, decimals)
      : cell;
  };
  const cellsOf = (row: ReportRow): Cell[] =>
    columns.map((column, index) => (axes[index] ? label(row, column, index) : valueCell(row, column)));
  const titleOf = ({ name, title }: Column): string => {
    const before = name.replace(/_previous$/, '');
    const own = cvNames.get(before);
    return own === undefined ? title(locale) : before === name ? own : `${own} ${report.compared}`;
  };
  const totals = columns.map((column, index) =>
    index === labels[0] ? report.total : column.unit === null ? null : valueCell(total, column),
  );
  return {
    header: columns.map(
      (column) =>
        column.fileTitle?.(locale) ?? headed(titleOf(column), column.unit, column.difference === true),
    ),
    rows: eachRow(
      order && Symbol.iterator in rows ? inOrder(rows, order, nameOf) : rows,
      cellsOf,
      labels.length === 0 ? [] : [totals],
    ),
  };
}

/** A report as a table for CSV and xlsx. */
interface ReportTable {
  readonly header: string[];
  readonly rows: Rows;
}

interface TableOptions {
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
