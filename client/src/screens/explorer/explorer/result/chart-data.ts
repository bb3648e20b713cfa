import { mergeAst } from '@graphiql/toolkit';
import {
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type GraphQLSchema,
} from 'graphql';
import { findMeasure, type MeasureUnit } from '../../../../../../shared/catalog';
import type { FlatRecord } from './records';
import type { ResultColumn } from './columns';

/** Schema field at a path of a response. */
export interface Place {
  readonly type: string;
  readonly field: string;
  /** Name of its value type. */
  readonly value: string;
}

/** Maps each dotted path of a response to its schema field, regardless of aliases and fragments. */
export function shapeOf(schema: GraphQLSchema, document: DocumentNode): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>();
  const path: string[] = [];
  const types = new TypeInfo(schema);
  const enter = (name: string): void => {
    path.push(name);
    const [parent, field] = [types.getParentType(), types.getFieldDef()];
    if (parent && field)
      places.set(path.join('.'), {
        type: parent.name,
        field: field.name,
        value: getNamedType(field.type).name,
      });
  };
  visit(
    mergeAst(document),
    visitWithTypeInfo(types, {
      Field: {
        enter: ({ alias, name }) => enter((alias ?? name).value),
        leave: () => void path.pop(),
      },
    }),
  );
  return places;
}

/** Category column and measures of a chart. */
export interface ChartChoice {
  readonly category: string;
  readonly measures: readonly string[];
}

/** Maximum number of distinguishable series. */
const MAX_MEASURES = 8;
/** Days, weeks, months and years as reports write them. */
const PERIOD = /^\d{4}([-/]?\d{2}){0,2}$/;

/**
 * Returns the initial chart: the first text or period column with the first numeric column. Returns null
 * without a numeric column.
 * @param preferred measure to choose if the rows have it
 */
export function firstChoice(
  columns: readonly ResultColumn[],
  rows: readonly FlatRecord[],
  preferred = '',
): ChartChoice | null {
  const numeric = columns.filter(({ unit }) => unit !== null);
  const measure = numeric.find(({ path }) => path === `figures.${findMeasure(preferred)}`) ?? numeric[0];
  const texts = columns.filter(({ path, unit }) => unit === null && rows.some((row) => row[path] != null));
  const category =
    texts.find(({ path }) => isPeriods(rows, path)) ??
    texts.find(({ path }) => rows.some((row) => typeof row[path] === 'string')) ??
    texts[0];
  return measure && category ? { category: category.path, measures: [measure.path] } : null;
}

/** Returns true if a column contains periods. Such charts are drawn as lines in chronological order. */
export const isPeriods = (rows: readonly FlatRecord[], path: string): boolean =>
  rows.some((row) => row[path] != null) &&
  rows.every((row) => row[path] == null || PERIOD.test(String(row[path])));

/** A category with its values. */
export interface ChartEntry {
  readonly key: string;
  readonly name: string;
  readonly values: Readonly<Record<string, number | null>>;
}

/**
 * Builds the chart entries. Rows of the same category are merged and their values added; non-additive values
 * (ratios) become null.
 * @param none label of rows without a category
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
  const groupValue = (group: readonly FlatRecord[], { path, adds }: ResultColumn): number | null => {
    const values = group.flatMap((row) => (typeof row[path] === 'number' ? [row[path]] : []));
    if (values.length === 0 || (group.length > 1 && !adds)) return null;
    return values.reduce((sum, value) => sum + value, 0);
  };
  const entries = [...groups].map(([key, group]) => ({
    key,
    name: key === '' ? none : key,
    values: Object.fromEntries(measures.map((measure) => [measure.path, groupValue(group, measure)])),
  }));
  return { entries, summed: entries.length < rows.length };
}

/** Returns the common unit of the drawn measures. */
export const unitOf = (columns: readonly ResultColumn[], { measures }: ChartChoice): MeasureUnit =>
  columns.find(({ path }) => path === measures[0])?.unit ?? 'number';

/** Limits the selected measures to one unit, that of the latest selection, because they share an axis. */
export function chosenMeasures(columns: readonly ResultColumn[], chosen: readonly string[]): string[] {
  const unit = columns.find(({ path }) => path === chosen.at(-1))?.unit;
  return chosen
    .filter((path) => columns.some((column) => column.path === path && column.unit === unit))
    .slice(-MAX_MEASURES);
}
