import type { ReportRow } from './answer';
import type { ColumnPreset, ReportColumn } from './types';

/** Value of the preset that stands for columns chosen one by one. */
export const CUSTOM_ITEM = '0';

/**
 * The columns to show: those chosen one by one, else those of the preset. Unknown names (of an older link) are
 * left out; when nothing is left, the first preset's.
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
  const wanted = find(chosen ?? preset?.columns ?? []);
  return wanted.length > 0 ? wanted : find(presets[0]?.columns ?? []);
}

/** The chosen keys with one switched on or off, in the order of all columns. */
export function toggled(
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

/** The columns in which any row has a value, and those that come of what the reader does; all of them where none has, and until the rows are there. */
export function withoutEmpty(
  columns: readonly ReportColumn[],
  rows: readonly ReportRow[] | undefined,
): readonly ReportColumn[] {
  if (!rows) return columns;
  const filled = columns.filter(({ value, alone }) => alone || rows.some((row) => (value(row) ?? 0) !== 0));
  return filled.length > 0 ? filled : columns;
}
