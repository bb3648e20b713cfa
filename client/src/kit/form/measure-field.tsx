import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { measureName, type MeasureKey } from '../../../../shared/catalog';
import { parseMeasureNames } from '../../../../shared/catalog/evaluate';
import { searchByName } from '../search-by-name';
import { MultiSelect } from '../multi-select';
import { useFieldTexts } from '../use-field-texts';
import { FieldFrame } from './field-frame';
import { fieldId, useForm } from './form-engine';
import { DisplayValue } from './field-value';

interface MeasureFieldProps {
  name: string;
  /** Selectable measures, in order. */
  keys: readonly MeasureKey[];
  /** Whether several measures can be added up. */
  several?: boolean;
}

/** Labels of comma-joined measures. */
export function MeasureNames({ names }: { names: string }) {
  const { t } = useTranslation();
  return (
    <>
      {parseMeasureNames(names)
        .map((key) => t(`measures.${key}.label`))
        .join(' + ')}
    </>
  );
}

/** Select for one measure, or several that are added up; stored as comma-joined REST names. */
export function MeasureField({ name, keys, several = false }: MeasureFieldProps) {
  const { t } = useTranslation();
  const form = useForm();
  const texts = useFieldTexts(form.entity);
  const id = fieldId(form, name);
  const label = texts.label(name);
  const text = typeof form.values[name] === 'string' ? form.values[name] : '';
  if (form.readOnly) {
    return (
      <DisplayValue label={label}>
        <MeasureNames names={text} />
      </DisplayValue>
    );
  }
  const error = form.errors[name];
  const chosen = text === '' ? [] : text.split(',');
  const common = {
    id,
    style: { width: '100%' },
    status: error === undefined ? ('' as const) : ('error' as const),
    'aria-label': label,
    placeholder: t('form.choose'),
    options: keys.map((key) => ({ value: measureName(key), label: t(`measures.${key}.label`) })),
    onBlur: () => form.leave(name),
  };
  return (
    <FieldFrame
      id={id}
      label={label}
      required={form.fields[name]?.required ?? false}
      hint={texts.hint(name)}
      error={error}
    >
      {several ? (
        <MultiSelect<string[]>
          {...common}
          value={chosen}
          onChange={(names) => form.set(name, names.join(',') || null)}
        />
      ) : (
        <Select<string>
          {...common}
          showSearch={searchByName}
          value={chosen[0] ?? null}
          onChange={(next) => form.set(name, next)}
        />
      )}
    </FieldFrame>
  );
}
