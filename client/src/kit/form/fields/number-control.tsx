import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { inputProps, textOf, type ControlProps } from './control';

/** A number with commas, as it is read. */
function shown(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return textOf(value);
  const decimals = (String(value).split('.')[1] ?? '').length;
  return formatNumber(value, { showZero: true, decimals });
}

/**
 * A number as people type it: full-width digits, commas and yen signs are taken (the input of antd drops them at
 * the end of an IME composition). What was typed stays until the field is left; then the number stands there.
 */
export function NumberControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const { t } = useTranslation();
  return (
    <Input
      {...inputProps(props)}
      inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
      autoComplete="off"
      style={{ maxWidth: 240 }}
      styles={{ input: { textAlign: 'right' } }}
      {...(field.kind === 'money' ? { suffix: t('report.unitYen') } : {})}
      value={shown(value)}
      aria-required={field.required || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
