import { CloseOutlined } from '@ant-design/icons';
import { Select } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { axisKeys, axisName, filterName, measureKeys, measureName, type AxisKey } from '../../../../../shared/catalog';
import { chartKinds } from '../../../../../shared/entities';
import { fieldId, useForm } from '../../../kit/form/form-engine';
import styles from '../../../kit/form/form.module.css';
import { MultiSelect } from '../../../kit/multi-select';
import { filterChoices, MOST_AXES, type AxisFilters } from '../../../kit/report/axes';
import chips from '../../../kit/report/filter-bar.module.css';
import { FilterPicker } from '../../../kit/report/filter-picker';
import { useDeviceLabel } from '../../../kit/report/use-device-label';
import { useFieldTexts } from '../../../kit/use-field-texts';
import { useSession } from '../../../session/session-context';

type Filter = { name: string; values: string[] };

/** A label above a choice of keys, and the hint below. */
function Labelled({ name, children }: { name: string; children: ReactNode }) {
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const hint = texts.hint(name);
  return (
    <>
      <label className={styles.label} htmlFor={fieldId(form, name)}>
        {texts.label(name)}
      </label>
      {children}
      {form.errors[name] && <p className={styles.error}>{form.errors[name]}</p>}
      {hint && <p className={styles.note}>{hint}</p>}
    </>
  );
}

/** The measures to show, in the order in which they were chosen. */
export function MeasuresChoice() {
  const { t } = useTranslation();
  const form = useForm();
  return (
    <Labelled name="columns">
      <MultiSelect<string[]>
        id={fieldId(form, 'columns')}
        style={{ width: '100%' }}
        optionFilterProp="label"
        value={(form.values.columns ?? []) as string[]}
        placeholder={t('form.choose')}
        options={measureKeys.map((key) => ({ value: measureName(key), label: t(`measures.${key}.label`) }))}
        onChange={(keys) => form.set('columns', keys)}
      />
    </Labelled>
  );
}

/** What rows stand for. */
export function AxesChoice() {
  const { t } = useTranslation();
  const form = useForm();
  return (
    <Labelled name="axes">
      <MultiSelect<string[]>
        id={fieldId(form, 'axes')}
        maxCount={MOST_AXES}
        style={{ width: '100%' }}
        value={(form.values.axes ?? []) as string[]}
        placeholder={t('form.choose')}
        options={axisKeys.map((key) => ({ value: axisName(key), label: t(`report.axes.${key}`) }))}
        onChange={(keys) => form.set('axes', keys)}
      />
    </Labelled>
  );
}

/** What the item is narrowed to. */
export function FiltersChoice() {
  const { t } = useTranslation();
  const form = useForm();
  const { selections } = useSession();
  const deviceLabel = useDeviceLabel();
  const filters = (form.values.filters ?? []) as Filter[];
  const axisOf = (name: string): AxisKey | undefined => axisKeys.find((key) => filterName(key) === name);
  const byAxis = Object.fromEntries(filters.flatMap(({ name, values }) => (axisOf(name) ? [[axisOf(name), values]] : []))) as AxisFilters;
  const change = (axis: AxisKey, values: readonly string[]): void => {
    const name = filterName(axis);
    if (!name) return;
    const rest = filters.filter((filter) => filter.name !== name);
    form.set('filters', values.length > 0 ? [...rest, { name, values: [...values] }] : rest);
  };
  return (
    <Labelled name="filters">
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <FilterPicker filters={byAxis} onChange={change} />
        <ul className={chips.chips}>
          {(Object.entries(byAxis) as [AxisKey, readonly string[]][]).map(([axis, values]) => {
            const known = filterChoices(axis, selections, deviceLabel);
            const text = values.map((value) => known.find((choice) => choice.value === value)?.label ?? `#${value}`).join('、');
            return (
              <li key={axis} className={chips.chip}>
                <span className={chips.chipAxis}>{t(`report.axes.${axis}`)}</span>
                <span className={chips.chipText}>{text}</span>
                <button
                  type="button"
                  className={chips.remove}
                  aria-label={t('report.removeFilter', { filter: `${t(`report.axes.${axis}`)} ${text}` })}
                  onClick={() => change(axis, [])}
                >
                  <CloseOutlined />
                </button>
              </li>
            );
          })}
        </ul>
      </div>
    </Labelled>
  );
}

/** How it is drawn. */
export function ChartChoice() {
  const { t } = useTranslation();
  const form = useForm();
  return (
    <Labelled name="chart">
      <Select
        id={fieldId(form, 'chart')}
        style={{ width: 240 }}
        value={(form.values.chart ?? undefined) as (typeof chartKinds)[number] | undefined}
        placeholder={t('form.choose')}
        options={chartKinds.map((kind) => ({ value: kind, label: t(`settings.custom.chart.${kind}`) }))}
        onChange={(kind) => form.set('chart', kind)}
      />
    </Labelled>
  );
}
