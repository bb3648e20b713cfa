import { Input } from 'antd';
import type { FieldKind } from '../../../../../shared/settings';
import { inputProps, textOf, type ControlProps } from './control';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../../../shared/format';
import { placeholders } from '../../../../../shared/domain/results';
import styles from './fields.module.css';

/**
 * Input for tags and addresses with placeholders in braces for values of a result. A click inserts one at
 * the cursor.
 */
export function TemplateControl(props: ControlProps) {
  const { id, field, value, onChange, disabled } = props;
  const { t } = useTranslation();
  const text = textOf(value);

  function insert(name: string): void {
    const element = document.getElementById(id);
    const area = element instanceof HTMLTextAreaElement ? element : null;
    const start = area?.selectionStart ?? text.length;
    const end = area?.selectionEnd ?? start;
    const piece = `{${name}}`;
    onChange(text.slice(0, start) + piece + text.slice(end));
    requestAnimationFrame(() => {
      area?.focus();
      area?.setSelectionRange(start + piece.length, start + piece.length);
    });
  }

  return (
    <>
      <Input.TextArea
        {...inputProps(props)}
        className="ic-code"
        autoSize={{ minRows: field.kind === 'template' ? 4 : 2, maxRows: 14 }}
        spellCheck={false}
        value={text}
        onChange={(event) => onChange(event.target.value)}
      />
      {!disabled && (
        <div
          className={`ic-row ic-wrap ic-gap-4 ic-hint ${styles.placeholders}`}
          role="group"
          aria-label={t('form.placeholders')}
        >
          <span>{t('form.placeholders')}</span>
          {placeholders.map((name) => (
            <button
              key={name}
              type="button"
              title={t(`form.placeholder.${name}`)}
              onClick={() => insert(name)}
            >
              {`{${name}}`}
            </button>
          ))}
        </div>
      )}
    </>
  );
}

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

/** Input for a ratio as a percentage: 250 is 2.5. It keeps the typed text until blur and then shows the number. */
export function PercentControl(props: ControlProps) {
  const { value, onChange } = props;
  return (
    <Input
      {...inputProps(props)}
      inputMode="decimal"
      autoComplete="off"
      style={{ maxWidth: 240 }}
      styles={{ input: { textAlign: 'right' } }}
      suffix="%"
      value={
        typeof value === 'number'
          ? displayText(Math.round(value * 1e6) / 1e4)
          : textOf(value).replace(/%$/, '')
      }
      onChange={({ target: { value: text } }) =>
        onChange(text.trim() === '' ? null : `${text.replace(/[%％\s]+$/, '')}%`)
      }
    />
  );
}

/** Keyboard and autocompletion by field kind; the shared rules validate. */
const INPUTS: Partial<
  Record<
    FieldKind,
    { inputMode?: 'email' | 'tel' | 'url' | 'text'; autoComplete?: string; spellCheck?: boolean }
  >
> = {
  email: { inputMode: 'email', autoComplete: 'off', spellCheck: false },
  phone: { inputMode: 'tel', autoComplete: 'off' },
  url: { inputMode: 'url', spellCheck: false },
  domain: { inputMode: 'url', spellCheck: false },
};

/** Single-line text input. */
export function TextControl(props: ControlProps) {
  const { field, value, onChange, autoFocus } = props;
  return (
    <Input
      {...inputProps(props)}
      autoComplete="off"
      {...INPUTS[field.kind]}
      value={textOf(value)}
      aria-required={field.required || undefined}
      autoFocus={autoFocus ?? false}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Input for a new password. */
export function PasswordControl(props: ControlProps) {
  const { value, onChange, name } = props;
  return (
    <Input.Password
      {...inputProps(props)}
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

/** Multi-line text input. */
export function LongTextControl(props: ControlProps) {
  const { field, value, onChange } = props;
  const isList = field.kind === 'ip_list' || field.kind === 'text_list';
  return (
    <Input.TextArea
      {...inputProps(props)}
      autoSize={{ minRows: isList ? 2 : 3, maxRows: 12 }}
      spellCheck={!isList}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
