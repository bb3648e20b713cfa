import { findMeasure, isAdditive, measureOf, type MeasureUnit } from '../../../../../../shared/catalog';
import { formatMeasure, formatNumber } from '../../../../../../shared/format';
import { CSV_BOM, csvRecord } from '../../../../../../shared/format/csv';
import { formatDateTime } from '../../../../kit/tokyo-date';
import { labelOf, type TextOf } from '../docs/labels';
import { OUTER_ROW, type FlatRecord, type RecordList, type Value } from './records';
import type { Place } from './chart-data';

/** Column of a result table. */
export interface ResultColumn {
  /** Dotted field path within the rows. */
  readonly path: string;
  /** Label in the console, or the dotted path. */
  readonly label: string;
  /** Unit of a column that only contains numbers and can be drawn; otherwise null. */
  readonly unit: MeasureUnit | null;
  /** True if its values can be added over rows. */
  readonly adds: boolean;
  /** True if it contains timestamps. */
  readonly instant: boolean;
}

/** Separator between an object and its field: 広告 / ID. */
const BETWEEN = ' / ';

/** Container fields whose names add nothing to a column label. */
const HOLDERS: ReadonlySet<string> = new Set(['figures', 'results', 'label']);

/** Joins the console's labels along a dotted path, without container fields. */
function labelAlong(text: TextOf, shape: ReadonlyMap<string, Place>, list: string, path: string): string {
  const steps = path.split('.');
  const words = steps.map((step, index) => {
    const place = shape.get(`${list}.${steps.slice(0, index + 1).join('.')}`);
    return { field: place?.field ?? step, label: (place && labelOf(text, place.type, place.field)) ?? step };
  });
  const informative = words.filter(
    ({ field }, index) => !HOLDERS.has(field) || (words.length === 1 && index === 0),
  );
  return (informative.length > 0 ? informative : words).map(({ label }) => label).join(BETWEEN);
}

/** Returns true for ids and versions: numbers that aren't metric values. */
const isId = (field: string): boolean => /^id$|Id$|^version$/.test(field);

/** Returns the columns of a list with their labels and units. */
export function resultColumns(
  list: RecordList,
  shape: ReadonlyMap<string, Place>,
  text: TextOf,
): ResultColumn[] {
  return list.columns.map((path): ResultColumn => {
    if (path === OUTER_ROW)
      return {
        path,
        label: text('explorer.result.outerRow') ?? path,
        unit: null,
        adds: false,
        instant: false,
      };
    const place = shape.get(`${list.path}.${path}`);
    const field = place?.field ?? path.split('.').at(-1) ?? path;
    const numbers =
      list.rows.some((row) => typeof row[path] === 'number') &&
      list.rows.every((row) => row[path] == null || typeof row[path] === 'number');
    const measure = findMeasure(field);
    const unit: MeasureUnit | null =
      !numbers || isId(field) ? null : measure ? measureOf(measure).unit : 'number';
    return {
      path,
      label: labelAlong(text, shape, list.path, path),
      unit,
      adds: unit !== null && (measure ? isAdditive(measure) : true),
      instant: place?.value === 'DateTime',
    };
  });
}

/** Formats a cell value. */
export function formatCell(
  value: Value | undefined,
  { unit, instant }: ResultColumn,
  yes: string,
  no: string,
): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? yes : no;
  if (typeof value === 'number')
    return unit === null
      ? String(value)
      : unit === 'number'
        ? formatNumber(value, { decimals: Number.isInteger(value) ? 0 : 4, showZero: true })
        : formatMeasure(value, unit, { showZero: true });
  return instant ? formatDateTime(value) : value;
}

/** Returns the headings of a file. Duplicate labels get the dotted path. */
export function fileHeadings(columns: readonly ResultColumn[]): string[] {
  const count = new Map<string, number>();
  for (const { label } of columns) count.set(label, (count.get(label) ?? 0) + 1);
  return columns.map(({ label, path }) => ((count.get(label) ?? 0) > 1 ? `${label} (${path})` : label));
}

/** Returns the rows as CSV in the console's format, with raw numbers and Tokyo times. */
export function csvText(columns: readonly ResultColumn[], rows: readonly FlatRecord[]): string {
  const records = rows.map((row) =>
    columns.map(({ path, instant }) =>
      instant && typeof row[path] === 'string' ? formatDateTime(row[path]) : row[path],
    ),
  );
  return CSV_BOM + [fileHeadings(columns), ...records].map(csvRecord).join('');
}

/**
 * Compares two cells in ascending order, missing values last. A `reversed` result keeps them last when the
 * caller negates it for descending order.
 */
export function compareCells(x: Value | undefined, y: Value | undefined, reversed: boolean): number {
  if (x == null || y == null) return (Number(x == null) - Number(y == null)) * (reversed ? -1 : 1);
  return typeof x === 'number' && typeof y === 'number' ? x - y : String(x).localeCompare(String(y), 'ja');
}
