import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { findMeasure, periodPresets } from '../../../../../shared/catalog';
import { rangeSeparator } from '../../../i18n/punctuation';
import { fieldId, useForm } from '../../../kit/form/form-engine';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import { Labelled } from './choices';

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface Option {
  value: string;
  label: string;
}

/** A selection of named options. A saved view may hold fixed dates, which stay selectable. */
function OneOf({ name, options }: { name: string; options: readonly Option[] }) {
  const { t } = useTranslation();
  const form = useForm();
  const value = textIn(form.values[name]);
  const known = value === null || options.some((option) => option.value === value);
  return (
    <Labelled name={name}>
      <Select
        id={fieldId(form, name)}
        allowClear
        style={{ width: 320, maxWidth: '100%' }}
        value={value}
        placeholder={t('form.choose')}
        options={
          known
            ? [...options]
            : [...options, { value, label: value.replaceAll('-', '/').replace('_', rangeSeparator()) }]
        }
        onChange={(next: string | undefined) => form.set(name, next ?? null)}
      />
    </Labelled>
  );
}

/** Selects the initial period. */
export function PeriodChoice() {
  const { t } = useTranslation();
  return (
    <OneOf
      name="period"
      options={periodPresets.map((preset) => ({ value: preset, label: t(`report.presets.${preset}`) }))}
    />
  );
}

const COMPARISONS = ['previous', 'last_year', 'none'] as const;

/** Selects the comparison of that period. */
export function ComparisonChoice() {
  const { t } = useTranslation();
  return (
    <OneOf
      name="comparison"
      options={COMPARISONS.map((value) => ({ value, label: t(`settings.custom.comparison.${value}`) }))}
    />
  );
}

/** Selects the sort column among the item's columns. */
export function SortChoice() {
  const { t } = useTranslation();
  const form = useForm();
  const ratios = useCustomMeasures();
  const columns = Array.isArray(form.values.columns) ? form.values.columns.map(String) : [];
  const options = columns.flatMap((name): Option[] => {
    const key = findMeasure(name);
    const measure = key ? t(`measures.${key}.label`) : ratios.columns.find((one) => one.key === name)?.title;
    if (measure === undefined) return [];
    return [
      { value: `-${name}`, label: t('settings.custom.descending', { measure }) },
      { value: name, label: t('settings.custom.ascending', { measure }) },
    ];
  });
  return <OneOf name="sort" options={options} />;
}
