import {
  attributesForAxes,
  hiddenAxes,
  type AxisKey,
  isAttributedMeasure,
  nameOrder,
  rankOrder,
} from '../../../../shared/catalog';
import type { ReportState } from './url-state';
import { type ReportRow, metricValue, rowKey, type ReportData } from './answer';
import type { ColumnPreset, ReportColumn } from './types';
import { displayNumber, displayParts, createMatcher } from '../../../../shared/format';
import type { ChartRow } from '../chart/chart-rows';
import type { DataRow } from '../table/data-row';
import type { Sort } from '../table/measure-column';

/**
 * Returns the attributes shown beside the axes: the chosen ones, or those that the page shows by default.
 * @param offered attributes that the rows have
 */
export function visibleAttributes(
  page: string,
  { axes, attributes }: Pick<ReportState, 'axes' | 'attributes'>,
  offered: readonly AxisKey[] = attributesForAxes(axes),
): AxisKey[] {
  const hidden = hiddenAxes(page);
  return offered.filter((axis) => (attributes ? attributes.includes(axis) : !hidden.includes(axis)));
}

/** Pixel widths of dragged columns by key. */
export type ColumnWidths = Readonly<Record<string, number>>;

/** URL parameter for column widths. */
export const WIDTHS = 'widths';

/** Limits of a column width, for dragging and URLs. */
const MIN_WIDTH = 40;
const MAX_WIDTH = 2000;

/** Formats widths for the URL: `ad.320,cpa.96`; null for none. */
export function widthsText(widths: ColumnWidths | undefined): string | null {
  return (
    Object.entries(widths ?? {})
      .map(([key, width]) => `${key}.${Math.round(width)}`)
      .join(',') || null
  );
}

/** Parses widths; invalid parts are skipped. */
export const readWidths = (text: string): ColumnWidths =>
  Object.fromEntries(
    text.split(',').flatMap((part): [string, number][] => {
      const [, key = '', width = ''] = /^([a-z]\w{0,60})\.(\d{2,4})$/i.exec(part) ?? [];
      return key === '' ? [] : [[key, Math.min(MAX_WIDTH, Math.max(MIN_WIDTH, Number(width)))]];
    }),
  );

/** Value of the preset for individually chosen columns. */
export const CUSTOM_ITEM = '0';

/**
 * Returns the visible columns: the chosen ones, or else those of the preset. Unknown names (from older links)
 * are skipped; if none is left, the first preset applies.
 */
export function visibleColumns(
  all: readonly ReportColumn[],
  presets: readonly ColumnPreset[],
  item: string,
  chosen: readonly string[] | undefined,
): ReportColumn[] {
  const byKey = new Map(all.map((column) => [column.key, column]));
  const find = (keys: readonly string[]): ReportColumn[] =>
    keys.flatMap((key) => {
      const column = byKey.get(key);
      return column ? [column] : [];
    });
  const preset = presets.find(({ value }) => value === item) ?? presets[0];
  const requested = find(chosen ?? preset?.columns ?? []);
  return requested.length > 0 ? requested : find(presets[0]?.columns ?? []);
}

/** Toggles columns and keeps the order of all columns. */
export function toggleColumns(
  all: readonly ReportColumn[],
  chosen: readonly string[],
  keys: readonly string[],
  on: boolean,
): string[] {
  const next = new Set(chosen);
  for (const key of keys) {
    if (on) next.add(key);
    else next.delete(key);
  }
  return all.filter(({ key }) => next.has(key)).map(({ key }) => key);
}

/**
 * Returns the columns with any value, plus input columns; all columns if none has a value or rows are still
 * loading.
 */
export function withoutEmpty(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[] | undefined,
): readonly ReportColumn[] {
  if (!rows) return columns;
  const filled = columns.filter(({ value, alone }) => alone || rows.some((row) => (value(row) ?? 0) !== 0));
  return filled.length > 0 ? filled : columns;
}

/** Returns the displayed value of each row, rounded so that the rows sum to the displayed total. */
function partsOf(
  rows: readonly ReportRow[],
  { value, unit }: Pick<ReportColumn, 'value' | 'unit'>,
): Map<ReportRow, number> {
  const known = rows.flatMap((row): [ReportRow, number][] => {
    const part = value(row);
    return part === null ? [] : [[row, part]];
  });
  const displayed = displayParts(
    known.map(([, part]) => part),
    unit,
  );
  return new Map(known.map(([row], index) => [row, displayed[index] ?? 0]));
}

/** Returns a function that computes the displayed values on first use. */
function partsAmong(
  sets: readonly (readonly ReportRow[])[],
  column: Pick<ReportColumn, 'value' | 'unit'>,
): (row: ReportRow) => number | null {
  let parts: Map<ReportRow, number> | undefined;
  return (row) =>
    (parts ??= new Map(sets.flatMap((rows) => [...partsOf(rows, column)]))).get(row) ?? column.value(row);
}

/**
 * Adds displayed values to columns of attributed credit, for current and comparison rows separately.
 * Difference columns subtract the displayed values. Computed lazily, per visible column.
 */
export function withDisplayedParts(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[] | undefined,
  previousRows: readonly ReportRow[] = [],
): readonly ReportColumn[] {
  if (!rows) return columns;
  const sets = [rows, previousRows];
  return columns.map((column) => {
    const { measure, against } = column;
    if (measure && isAttributedMeasure(measure)) return { ...column, displayed: partsAmong(sets, column) };
    if (!against || !isAttributedMeasure(against.part)) return column;
    const part = partsAmong(sets, { value: (row) => metricValue(row, against.part), unit: column.unit });
    const displayed = (row: ReportRow): number | null =>
      differenceOf(part(row), metricValue(row, against.of), column.unit);
    return { ...column, displayed: (row) => (column.value(row) === null ? null : displayed(row)) };
  });
}

const differenceOf = (part: number | null, of: number | null, unit: ReportColumn['unit']): number | null =>
  part === null || of === null ? null : displayNumber(part - of, unit);

/** A row for table and charts, with its name over all axes. */
export interface VisibleRow extends DataRow<ReportRow>, ChartRow<ReportRow> {}

/** Order of rows. Ties sort by name, or stay in the original order with `asTheyCome`. */
export type Order = Pick<ReportColumn, 'key' | 'value' | 'rank'> & { readonly asTheyCome?: boolean };

/** Matches rows with their comparison values and sorts them. */
export function sortRows(
  data: Pick<ReportData, 'rows' | 'previousRows'>,
  axes: readonly AxisKey[],
  column: Order | undefined,
  sort: Sort,
  nameOf: (row: ReportRow) => string,
): VisibleRow[] {
  const before = data.previousRows && new Map(data.previousRows.map((row) => [rowKey(row, axes), row]));
  const rows = (data.rows ?? []).map((row): VisibleRow => {
    const key = rowKey(row, axes);
    return { key, row, previous: before && (before.get(key) ?? null), name: nameOf(row) };
  });
  if (!column) return rows.sort(nameOrder(sort.ascending));
  const rankIn = column.rank ?? column.value;
  const placed = rows.map((row) => ({
    row,
    rank: rankIn(row.row) ?? null,
    name: column.asTheyCome ? '' : row.name,
  }));
  return placed.sort(rankOrder(sort.ascending)).map(({ row }) => row);
}

/** Returns the rows that contain every search word, in any order and width. */
export function searchRows<R extends { name: string }>(
  rows: readonly R[],
  search: string,
  wordsOf = ({ name }: R): string => name,
): readonly R[] {
  if (!search.trim()) return rows;
  const matchesSearch = createMatcher(search);
  return rows.filter((row) => matchesSearch(wordsOf(row)));
}
