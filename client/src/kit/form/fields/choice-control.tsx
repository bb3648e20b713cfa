import { Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useChoices } from '../choices';
import type { ControlProps } from './control';

/** Up to this many options appear as radio buttons. */
const MAX_RADIOS = 4;
const MAX_WIDTH = 34;

const glyphs = (text: string): number =>
  [...text].reduce((sum, glyph) => sum + (glyph.charCodeAt(0) > 255 ? 1 : 0.6), 0);

/** Select for one enumeration value: radio buttons for a few short options, otherwise a list. */
export function ChoiceControl({
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
