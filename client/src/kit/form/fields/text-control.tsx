import { Input } from 'antd';
import type { FieldKind } from '../../../../../shared/settings';
import { inputProps, textOf, type ControlProps } from './control';

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
  return (
    <Input.TextArea
      {...inputProps(props)}
      autoSize={{ minRows: field.kind === 'ip_list' ? 2 : 3, maxRows: 12 }}
      spellCheck={field.kind !== 'ip_list'}
      value={textOf(value)}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
