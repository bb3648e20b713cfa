import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { byName } from '../../by-name';
import { MultiSelect } from '../../multi-select';
import { useChoices } from '../choices';
import type { ControlProps } from './control';

/** Ids that the list does not name stay choosable by their number, so that nothing is lost by opening a form. */
function useRefOptions(props: ControlProps): { value: number; label: string }[] {
  const choices = useChoices(props.field);
  return useMemo(() => {
    const known = (choices ?? []).map(({ value, label }) => ({ value: value as number, label }));
    const chosen = [props.value].flat().filter((id): id is number => typeof id === 'number');
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
      value={(value ?? undefined) as number | undefined}
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
      value={(value ?? []) as number[]}
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
