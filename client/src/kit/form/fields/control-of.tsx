import { type ComponentType, useMemo } from 'react';
import type { FieldKind } from '../../../../../shared/settings';
import type { ControlProps } from './control';
import { DayControl } from './day-control';
import { MonthControl } from './month-control';
import {
  LongTextControl,
  NumberControl,
  PasswordControl,
  PercentControl,
  TemplateControl,
  TextControl,
} from './text-control';
import { Switch, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { flagLabels } from '../field-value';
import { useChoices } from '../choices';
import { searchByName } from '../../search-by-name';
import { MultiSelect } from '../../multi-select';
import { AdSelect, AdsSelect } from '../../ad-select';
import { adKindOf } from '../../../session/ad-names';

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
function RefControl(props: ControlProps) {
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
function RefsControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const { t } = useTranslation();
  const options = useRefOptions(props);
  const kind = adKindOf(field.refers);
  const look = { ...useSelectProps(props), value: numbersIn(value), onChange };
  if (kind) return <AdsSelect kind={kind} {...look} />;
  return <MultiSelect<number[]> {...look} notFoundContent={t('form.noChoices')} options={options} />;
}

/** Up to this many options appear as radio buttons. */
const MAX_RADIOS = 4;
const MAX_WIDTH = 34;

const glyphs = (text: string): number =>
  [...text].reduce((sum, glyph) => sum + (glyph.charCodeAt(0) > 255 ? 1 : 0.6), 0);

/** Select for one enumeration value: radio buttons for a few short options, otherwise a list. */
function ChoiceControl({
  id,
  field,
  value,
  onChange,
  onLeave,
  invalid,
  disabled,
  describedBy,
  label,
}: ControlProps) {
  const { t } = useTranslation();
  const choices = useChoices(field) ?? [];
  const width = choices.reduce((sum, choice) => sum + glyphs(choice.label) + 2, 0);
  // Radio buttons can't be cleared.
  const isClearable = !field.required && field.absent === null;
  if (!isClearable && choices.length <= MAX_RADIOS && width <= MAX_WIDTH) {
    return (
      <Radio.Group
        id={id}
        value={value ?? undefined}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={(event) => {
          onChange(event.target.value);
          onLeave();
        }}
        options={choices.map((choice) => ({ ...choice }))}
      />
    );
  }
  return (
    <Select
      id={id}
      style={{ width: '100%' }}
      value={typeof value === 'number' || typeof value === 'string' ? value : undefined}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      aria-label={label}
      allowClear={isClearable}
      placeholder={t('form.choose')}
      options={choices.flatMap((choice) =>
        typeof choice.value === 'number' || typeof choice.value === 'string'
          ? [{ value: choice.value, label: choice.label }]
          : [],
      )}
      onChange={(next) => onChange(next ?? null)}
      onBlur={onLeave}
    />
  );
}

/** Switch with its state as text. */
function FlagControl({ id, value, name, onChange, disabled, label, describedBy }: ControlProps) {
  const { t } = useTranslation();
  const on = value === true;
  const [onLabel, offLabel] = flagLabels(t, name);
  return (
    <span className="ic-inline-row ic-gap-8" style={{ minHeight: 32 }}>
      <Switch
        id={id}
        checked={on}
        disabled={disabled}
        aria-label={label}
        aria-describedby={describedBy}
        onChange={onChange}
      />
      <span>{on ? onLabel : offLabel}</span>
    </span>
  );
}

/**
 * Input component by field kind. The form renders lists itself, from these inputs; screens render choices of
 * keys and texts by name.
 */
const CONTROLS: Record<Exclude<FieldKind, 'list' | 'keys' | 'text_map'>, ComponentType<ControlProps>> = {
  text: TextControl,
  long_text: LongTextControl,
  template: TemplateControl,
  email: TextControl,
  phone: TextControl,
  url: TextControl,
  domain: TextControl,
  ip_list: LongTextControl,
  text_list: LongTextControl,
  password: PasswordControl,
  integer: NumberControl,
  money: NumberControl,
  number: NumberControl,
  percent: PercentControl,
  measures: TextControl,
  emails: TextControl,
  figures: TextControl,
  language: TextControl,
  choice: ChoiceControl,
  flag: FlagControl,
  ref: RefControl,
  refs: RefsControl,
  day: DayControl,
  month: MonthControl,
};

export const controlOf = (kind: FieldKind): ComponentType<ControlProps> =>
  kind === 'list' || kind === 'keys' || kind === 'text_map' ? TextControl : CONTROLS[kind];
