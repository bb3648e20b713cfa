import {
  AttributionModel,
  attributionPairs,
  axes,
  axisOf,
  enumName,
  enumValues,
  isAxisKey,
  measureKeys,
  type AxisKey,
  type MeasureKey,
} from '../../shared/catalog';
import { texts } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import type { Cell } from '../export/cell';
import type { AnalysisRow } from './input';

/** A report as a table for CSV and xlsx. */
export interface ReportTable {
  readonly header: string[];
  readonly rows: Iterable<Cell[]>;
}

export interface TableOptions {
  /** Language of header and labels; without one the header is the REST keys and cells are the plain values. */
  readonly locale?: Locale | null;
}

const isMeasureKey = (key: string): key is MeasureKey => measureKeys.some((known) => known === key);
const COMPARED = /^(.+)_(diff|ratio)$/;
const OF_MODEL = /^(attr_.+)_model_([1-5])$/;

/** Columns of the attribution report that show one model's figure: `attr_cv_model_2` is attr_cv by decay. */
export const modelColumns: readonly string[] = attributionPairs.flatMap(({ attributed }) =>
  enumValues(AttributionModel).map((model) => `${attributed}_model_${model}`),
);

/** What a model makes of a row that carries the credit of all models. */
function creditOf(row: Readonly<Record<string, unknown>>, key: string): Cell {
  const [, measure = '', model] = OF_MODEL.exec(key) ?? [];
  const credits = (row.models ?? []) as readonly Readonly<Record<string, Cell>>[];
  return credits.find((credit) => credit.attribution_model === Number(model))?.[measure] ?? null;
}

function headerOf(key: string, locale: Locale): string {
  const { measures, report } = texts[locale];
  if (isMeasureKey(key)) return measures[key].label;
  if (isAxisKey(key)) return report.axes[key];
  const axis = Object.values(axes).find(({ idKey }) => idKey === key);
  if (axis) return `${report.axes[axis.key as AxisKey]} ID`;
  const [, normal, kind] = COMPARED.exec(key) ?? [];
  if (normal && isMeasureKey(normal)) return `${measures[normal].label} ${kind === 'diff' ? report.difference : report.ratio}`;
  const [, credit, model] = OF_MODEL.exec(key) ?? [];
  const name = enumName(AttributionModel, Number(model) as AttributionModel) as keyof typeof AttributionModel | null;
  if (credit && isMeasureKey(credit) && name) return `${measures[credit].label} ${texts[locale].enums.AttributionModel[name]}`;
  return key === 'no_ad' ? report.noAd : key;
}

/** The columns of a report's table when the caller chooses none: its axes with their ids, then all metrics. */
export function reportColumns(axisKeys: readonly AxisKey[], report: 'adSummaries' | 'attributions'): string[] {
  const ofAxes = axisKeys.flatMap((axis) => [axisOf(axis).idKey, axis].filter((key) => key !== null));
  const compared = report === 'attributions' ? attributionPairs.flatMap(({ normal }) => [`${normal}_diff`, `${normal}_ratio`]) : [];
  return [...ofAxes, 'no_ad', ...measureKeys, ...compared];
}

/**
 * A report's rows as a table of the chosen columns (REST keys), in their order. Numbers stay numbers, unrounded;
 * a ratio without a denominator is an empty cell. With a locale the "(no ad)" row is named so in its label cells.
 */
export function reportTable(rows: Iterable<AnalysisRow>, columns: readonly string[], { locale = null }: TableOptions = {}): ReportTable {
  const noAd = locale ? texts[locale].report.noAd : null;
  const named = columns.findIndex((key) => isAxisKey(key) && axisOf(key).adDerived);
  function* cells(): Generator<Cell[]> {
    for (const row of rows) {
      const values = row as unknown as Readonly<Record<string, Cell>>;
      yield columns.map((key, index) => {
        if (row.no_ad && index === named) return noAd;
        return OF_MODEL.test(key) ? creditOf(row, key) : values[key];
      });
    }
  }
  return { header: columns.map((key) => (locale ? headerOf(key, locale) : key)), rows: cells() };
}
