import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { byName } from '../../by-name';
import { MultiSelect } from '../../multi-select';
import { useChoices } from '../choices';
import type { ControlProps } from './control';

const numbersIn = (value: unknown): number[] => [value].flat().filter((one) => typeof one === 'number');

/** Ids that the list does not name stay choosable by their number, so that nothing is lost by opening a form. */
function useRefOptions(props: ControlProps): { value: number; label: string }[] {
  const choices = useChoices(props.field);
  return useMemo(() => {
    const known = (choices ?? []).flatMap(({ value, label }) => (typeof value === 'number' ? [{ value, label }] : []));
    const chosen = numbersIn(props.value);
    const unknown = chosen.filter((id) => !known.some(({ value }) => value === id));
    return [...known, ...unknown.map((id) => ({ value: id, label: `#${id}` }))];
  }, [choices, props.value]);
}

/** Another setting, found by a part of its name. */
export function RefControl(props: ControlProps) {
  const { id, field, value, onChange, onLeave, invalid, disabled, label } = props;
  const { t } = useTranslation();
  const options = useRefOptions(props);
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      showSearch={byName}
      allowClear={!field.required}
      value={typeof value === 'number' ? value : undefined}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      aria-label={label}
      placeholder={t('form.choose')}
      notFoundContent={t('form.noChoices')}
      options={options}
      onChange={(next) => onChange(next ?? null)}
      onBlur={onLeave}
    />
  );
}

/** Any number of other settings. */
export function RefsControl(props: ControlProps) {
  const { id, value, onChange, onLeave, invalid, disabled, label } = props;
  const { t } = useTranslation();
  const options = useRefOptions(props);
  return (
    <MultiSelect<number[]>
      id={id}
      style={{ width: '100%' }}
      value={numbersIn(value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      aria-label={label}
      placeholder={t('form.choose')}
      notFoundContent={t('form.noChoices')}
      options={options}
      onChange={onChange}
      onBlur={onLeave}
    />
  );
}
