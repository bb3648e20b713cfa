import { Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { searchByName } from '../../search-by-name';
import { MultiSelect } from '../../multi-select';
import { AdSelect, AdsSelect } from '../../ad-select';
import { adKindOf } from '../../../session/ad-names';
import { useChoices } from '../choices';
import type { ControlProps } from './control';

const numbersIn = (value: unknown): number[] => [value].flat().filter((one) => typeof one === 'number');

/** Offers ids without a known name by number, so that opening a form loses nothing. */
function useRefOptions(props: ControlProps): { value: number; label: string }[] {
  const choices = useChoices(props.field);
  return useMemo(() => {
    const known = (choices ?? []).flatMap(({ value, label }) =>
      typeof value === 'number' ? [{ value, label }] : [],
    );
    const chosen = numbersIn(props.value);
    const unknown = chosen.filter((id) => !known.some(({ value }) => value === id));
    return [...known, ...unknown.map((id) => ({ value: id, label: `#${id}` }))];
  }, [choices, props.value]);
}

/** Returns the common properties of a reference select, local or searched on the server. */
function useSelectProps({ id, disabled, invalid, onLeave, label }: ControlProps) {
  const { t } = useTranslation();
  return {
    id,
    style: { width: '100%' },
    disabled,
    status: invalid ? 'error' : '',
    'aria-label': label,
    placeholder: t('form.choose'),
    onBlur: onLeave,
  } as const;
}

/** Select for another setting, searched by a part of its name. */
export function RefControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const { t } = useTranslation();
  const options = useRefOptions(props);
  const kind = adKindOf(field.refers);
  const look = {
    ...useSelectProps(props),
    allowClear: !field.required,
    value: typeof value === 'number' ? value : undefined,
    onChange: (next: number | undefined) => onChange(next ?? null),
  };
  if (kind) return <AdSelect kind={kind} {...look} />;
  return (
    <Select<number | undefined>
      {...look}
      showSearch={searchByName}
      notFoundContent={t('form.noChoices')}
      options={options}
    />
  );
}

/** Select for several other settings. */
export function RefsControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const { t } = useTranslation();
  const options = useRefOptions(props);
  const kind = adKindOf(field.refers);
  const look = { ...useSelectProps(props), value: numbersIn(value), onChange };
  if (kind) return <AdsSelect kind={kind} {...look} />;
  return <MultiSelect<number[]> {...look} notFoundContent={t('form.noChoices')} options={options} />;
}
