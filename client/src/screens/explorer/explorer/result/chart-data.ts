import type { MeasureUnit } from '../../../../../../shared/catalog';
import type { FlatRecord } from './records';
import type { ResultColumn } from './columns';

/** What can be drawn of a list: over which column, and which figures. */
export interface ChartChoice {
  readonly category: string;
  readonly measures: readonly string[];
}

/** Lines that are told apart. */
const MOST_MEASURES = 8;
/** Days, weeks, months and years as reports write them. */
const PERIOD = /^\d{4}([-/]?\d{2}){0,2}$/;

/** What is drawn at first: by the first column of texts, or of periods, the first figure. Null where nothing can be drawn. */
export function firstChoice(
  columns: readonly ResultColumn[],
  rows: readonly FlatRecord[],
): ChartChoice | null {
  const measure = columns.find(({ unit }) => unit !== null);
  const texts = columns.filter(({ path, unit }) => unit === null && rows.some((row) => row[path] != null));
  const category =
    texts.find(({ path }) => isPeriods(rows, path)) ??
    texts.find(({ path }) => rows.some((row) => typeof row[path] === 'string')) ??
    texts[0];
  return measure && category ? { category: category.path, measures: [measure.path] } : null;
}

/** Whether a column holds periods: then it is drawn as lines in their order. */
export const isPeriods = (rows: readonly FlatRecord[], path: string): boolean =>
  rows.some((row) => row[path] != null) &&
  rows.every((row) => row[path] == null || PERIOD.test(String(row[path])));

/** A value of the axis with its figures. */
export interface ChartEntry {
  readonly key: string;
  readonly name: string;
  readonly values: Readonly<Record<string, number | null>>;
}

/**
 * The entries of a chart. Rows of the same value are one entry with the sum of their figures; of a figure that does not
 * add up (a ratio) there is none then.
 * @param none what rows without a value are called
 */
export function chartEntries(
  rows: readonly FlatRecord[],
  category: string,
  measures: readonly ResultColumn[],
  none: string,
): { entries: ChartEntry[]; summed: boolean } {
  const groups = new Map<string, FlatRecord[]>();
  for (const row of rows) {
    const key = String(row[category] ?? '');
    const group = groups.get(key);
    if (group) group.push(row);
    else groups.set(key, [row]);
  }
  const figure = (group: readonly FlatRecord[], { path, adds }: ResultColumn): number | null => {
    const values = group.flatMap((row) => (typeof row[path] === 'number' ? [row[path]] : []));
    if (values.length === 0 || (group.length > 1 && !adds)) return null;
    return values.reduce((sum, value) => sum + value, 0);
  };
  const entries = [...groups].map(([key, group]) => ({
    key,
    name: key === '' ? none : key,
    values: Object.fromEntries(measures.map((measure) => [measure.path, figure(group, measure)])),
  }));
  return { entries, summed: entries.length < rows.length };
}

/** The unit of the figures that are drawn together. */
export const unitOf = (columns: readonly ResultColumn[], { measures }: ChartChoice): MeasureUnit =>
  columns.find(({ path }) => path === measures[0])?.unit ?? 'number';

/** The figures after one more or less was chosen: only those of one unit share an axis, so the newest one's unit decides. */
export function chosenMeasures(columns: readonly ResultColumn[], chosen: readonly string[]): string[] {
  const unit = columns.find(({ path }) => path === chosen.at(-1))?.unit;
  return chosen
    .filter((path) => columns.some((column) => column.path === path && column.unit === unit))
    .slice(-MOST_MEASURES);
}
