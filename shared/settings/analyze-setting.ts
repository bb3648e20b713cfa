import {
  AttributionModel,
  axisNames,
  FIGURE_FILTER,
  filterNames,
  isFigureFilter,
  MAX_FIGURE_CONDITIONS,
  measureNames,
  NewAndExistingEvaluation,
  periodPresets,
} from '../catalog';
import { parseCustomMeasureId, customMeasureName } from '../catalog/evaluate';
import { parseDay } from '../domain/calendar';
import { recordsIn } from '../records';
import { choice, flag, keys, list, ruleMessage, text, texts, type Field } from './fields';
import type { MessageKey } from '../i18n/messages';

/** Charts of a custom item. */
export const chartKinds = ['none', 'bar', 'stacked', 'pie', 'scatter'] as const;

/** Whether the rows of a custom item show sparklines, regardless of the available width. */
export const trendChoices = ['shown', 'hidden'] as const;

/** First and last day: `2026-01-01_2026-01-31`. */
const isDays = (value: string): boolean => {
  const [from, to, ...rest] = value.split('_').map(parseDay);
  return from != null && to != null && from <= to && rest.length === 0;
};

/** Named period, or custom days. */
function daysField(names: readonly string[], wrong: MessageKey): Field<string | null> {
  const { rule, ...field } = text({ max: 32 });
  const known = (value: unknown): boolean =>
    typeof value !== 'string' || names.includes(value) || isDays(value);
  return { ...field, rule: rule.test('days', ruleMessage(wrong, { values: names.join(', ') }), known) };
}

/** Returns whether a column is a custom measure; deleted ones are not displayed. */
function isCustomMeasure(name: string): boolean {
  const id = parseCustomMeasureId(name);
  return id !== null && customMeasureName(id) === name;
}
/** Accepts a custom measure as a sort key, also descending. */
const isCustomMeasureOrder = (name: string): boolean => isCustomMeasure(name.replace(/^-/, ''));

/** At least one measure, of the catalogue or custom. */
function columnsField(): Field<string[]> {
  const { rule, ...field } = keys(measureNames, { accepts: isCustomMeasure });
  return {
    ...field,
    required: true,
    absent: null,
    rule: rule.test(
      'some',
      ruleMessage('chooseAtLeastOne'),
      (value: unknown) => Array.isArray(value) && value.length > 0,
    ),
  };
}

/** Filters by axes, and conditions on the metric values of rows. */
function filtersField() {
  const names = [...filterNames, FIGURE_FILTER];
  const { rule, ...field } = list(
    { name: keys(names, { one: true }), values: texts() },
    { max: names.length },
  );
  const isSound = (value: unknown): boolean =>
    recordsIn(value).every(
      ({ name, values }) => name !== FIGURE_FILTER || isFigureFilter([values].flat().map(String)),
    );
  return {
    ...field,
    rule: rule.test('figures', ruleMessage('invalidFigures', { max: MAX_FIGURE_CONDITIONS }), isSound),
  };
}

/** Custom analysis item: its columns, axes, filters, period and chart. */
export const analyzeSettingFields = {
  title: text(),
  columns: columnsField(),
  axes: keys(axisNames),
  attributes: keys(axisNames),
  filters: filtersField(),
  period: daysField(periodPresets, 'invalidPeriod'),
  comparison: daysField(['previous', 'last_year', 'none'], 'invalidPeriod'),
  sort: keys(
    measureNames.flatMap((name) => [name, `-${name}`]),
    { one: true, accepts: isCustomMeasureOrder },
  ),
  chart: keys(chartKinds, { one: true }),
  trend: keys(trendChoices, { one: true }),
  attributionModel: choice(AttributionModel),
  evaluation: choice(NewAndExistingEvaluation),
  forCompany: flag(),
};
