import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { findMeasure, periodPresets } from '../../../../../shared/catalog';
import { between } from '../../../i18n/punctuation';
import { fieldId, useForm } from '../../../kit/form/form-engine';
import { useOwnRatios } from '../../../kit/report/own-ratios';
import { Labelled } from './choices';

const textIn = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

interface Option {
  value: string;
  label: string;
}

/** A choice of names; days of its own, which only a saved view has, stay one of them. */
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
            : [...options, { value, label: value.replaceAll('-', '/').replace('_', between()) }]
        }
        onChange={(next: string | undefined) => form.set(name, next ?? null)}
      />
    </Labelled>
  );
}

/** The period that it opens with. */
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

/** What that period is compared with. */
export function ComparisonChoice() {
  const { t } = useTranslation();
  return (
    <OneOf
      name="comparison"
      options={COMPARISONS.map((value) => ({ value, label: t(`settings.custom.comparison.${value}`) }))}
    />
  );
}

/** By which of its columns rows are sorted. */
export function SortChoice() {
  const { t } = useTranslation();
  const form = useForm();
  const ratios = useOwnRatios();
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
