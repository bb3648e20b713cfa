import type { ReportRow } from './answer';
import type { ColumnPreset, ReportColumn } from './types';

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
