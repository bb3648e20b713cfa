import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import {
  attributesForAxes,
  axisKeys,
  axisName,
  FIGURE_FILTER,
  findAxis,
  measureKeys,
  measureName,
} from '../../../../../shared/catalog';
import { chartKinds, trendChoices } from '../../../../../shared/settings';
import { recordsIn } from '../../../../../shared/records';
import { FieldFrame } from '../../../kit/form/field-frame';
import { fieldId, useForm } from '../../../kit/form/form-engine';
import { MultiSelect } from '../../../kit/multi-select';
import { MAX_AXES } from '../../../kit/report/axes';
import { useAxisFields } from '../../../kit/report/report-filters';
import { useFigureFilter } from '../../../kit/report/use-figure-filter';
import { FilterChips } from '../../../kit/filter/filter-bar';
import { FilterPicker } from '../../../kit/filter/filter-picker';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import { UnsharedMeasures } from '../../../kit/saved-view/view-fields';

const textsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

/** A labelled selection with a hint below. */
export function Labelled({
  name,
  required = false,
  children,
}: {
  name: string;
  required?: boolean;
  children: ReactNode;
}) {
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  return (
    <FieldFrame
      id={fieldId(form, name)}
      label={texts.label(name)}
      hint={texts.hint(name)}
      error={form.errors[name]}
      required={required}
    >
      {children}
    </FieldFrame>
  );
}

/** Selects the measures, in the order of selection. */
export function MeasuresChoice() {
  const { t } = useTranslation();
  const form = useForm();
  const ratios = useCustomMeasures();
  return (
    <Labelled name="columns" required>
      <MultiSelect<string[]>
        id={fieldId(form, 'columns')}
        style={{ width: '100%' }}
        value={textsIn(form.values.columns)}
        placeholder={t('form.choose')}
        options={[
          ...measureKeys.map((key) => ({ value: measureName(key), label: t(`measures.${key}.label`) })),
          ...ratios.columns.map(({ key, title }) => ({ value: key, label: title })),
        ]}
        onChange={(keys) => form.set('columns', keys)}
      />
    </Labelled>
  );
}

/** Warns about unshared custom measures that other users of a company-wide item won't see. */
export function CompanyRatios() {
  const { values } = useForm();
  if (values.forCompany !== true) return null;
  return <UnsharedMeasures names={[...textsIn(values.columns), ...textsIn([values.sort])]} />;
}

/** Selects the row axes. */
export function AxesChoice() {
  const { t } = useTranslation();
  const form = useForm();
  return (
    <Labelled name="axes">
      <MultiSelect<string[]>
        id={fieldId(form, 'axes')}
        maxCount={MAX_AXES}
        style={{ width: '100%' }}
        value={textsIn(form.values.axes)}
        placeholder={t('form.choose')}
        options={axisKeys.map((key) => ({ value: axisName(key), label: t(`report.axes.${key}`) }))}
        onChange={(keys) => form.set('axes', keys)}
      />
    </Labelled>
  );
}

/** Selects ad attributes shown beside the axes. */
export function AttributesChoice() {
  const { t } = useTranslation();
  const form = useForm();
  const beside = attributesForAxes(textsIn(form.values.axes).flatMap((name) => findAxis(name) ?? []));
  return (
    <Labelled name="attributes">
      <MultiSelect<string[]>
        id={fieldId(form, 'attributes')}
        style={{ width: '100%' }}
        disabled={beside.length === 0}
        value={textsIn(form.values.attributes)}
        placeholder={t('form.choose')}
        options={beside.map((key) => ({ value: axisName(key), label: t(`report.axes.${key}`) }))}
        onChange={(keys) => form.set('attributes', keys)}
      />
    </Labelled>
  );
}

/** Switches the sparklines of rows. */
export function TrendChoice() {
  const { t } = useTranslation();
  const form = useForm();
  return (
    <Labelled name="trend">
      <Select
        id={fieldId(form, 'trend')}
        allowClear
        style={{ width: 240 }}
        value={trendChoices.find((one) => one === form.values.trend)}
        placeholder={t('form.choose')}
        options={trendChoices.map((one) => ({ value: one, label: t(`settings.custom.trend.${one}`) }))}
        onChange={(one: string | undefined) => form.set('trend', one ?? null)}
      />
    </Labelled>
  );
}

const NONE: readonly string[] = [];

/** Edits the item's filters. */
export function FiltersChoice() {
  const form = useForm();
  const filters = recordsIn(form.values.filters).map(({ name, values }) => ({
    name: String(name),
    values: textsIn(values),
  }));
  const axisFields = useAxisFields().fields;
  const ratios = useCustomMeasures();
  const conditions = filters.find(({ name }) => name === FIGURE_FILTER)?.values ?? NONE;
  const { field, chips } = useFigureFilter(conditions, ratios.columns);
  const chosen = Object.fromEntries(filters.map(({ name, values }) => [name, values]));
  const change = (name: string, values: readonly string[]): void => {
    const rest = filters.filter((filter) => filter.name !== name);
    form.set('filters', values.length > 0 ? [...rest, { name, values: [...values] }] : rest);
  };
  return (
    <Labelled name="filters">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <FilterPicker fields={[...axisFields, field]} values={chosen} onChange={change} />
        <FilterChips
          fields={[...axisFields, ...chips.fields]}
          values={{ ...chosen, ...chips.values }}
          onRemove={(name) =>
            conditions.includes(name)
              ? change(
                  FIGURE_FILTER,
                  conditions.filter((one) => one !== name),
                )
              : change(name, [])
          }
        />
      </div>
    </Labelled>
  );
}

/** Selects the chart. */
export function ChartChoice() {
  const { t } = useTranslation();
  const form = useForm();
  return (
    <Labelled name="chart">
      <Select
        id={fieldId(form, 'chart')}
        style={{ width: 240 }}
        value={chartKinds.find((kind) => kind === form.values.chart)}
        placeholder={t('form.choose')}
        options={chartKinds.map((kind) => ({ value: kind, label: t(`settings.custom.chart.${kind}`) }))}
        onChange={(kind) => form.set('chart', kind)}
      />
    </Labelled>
  );
}
