import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { inputProps, textOf, type ControlProps } from './control';

/** Formats a number with commas. */
function displayText(value: unknown): string {
  if (typeof value !== 'number' || !Number.isFinite(value)) return textOf(value);
  const decimals = (String(value).split('.')[1] ?? '').length;
  return formatNumber(value, { showZero: true, decimals });
}

/**
 * Number input that accepts full-width digits, commas and yen signs (antd's number input drops them after an
 * IME composition). It keeps the typed text until blur and then shows the number.
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
      value={displayText(value)}
      aria-required={field.required || undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
