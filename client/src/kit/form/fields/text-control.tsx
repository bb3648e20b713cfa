import { Input } from 'antd';
import type { FieldKind } from '../../../../../shared/entities';
import { textOf, type ControlProps } from './control';

/** Keyboards and completion that fit the kind; validation itself is the shared rules' business. */
const INPUTS: Partial<Record<FieldKind, { inputMode?: 'email' | 'tel' | 'url' | 'text'; autoComplete?: string; spellCheck?: boolean }>> = {
  email: { inputMode: 'email', autoComplete: 'off', spellCheck: false },
  phone: { inputMode: 'tel', autoComplete: 'off' },
  url: { inputMode: 'url', spellCheck: false },
  domain: { inputMode: 'url', spellCheck: false },
};

/** One line of text. */
export function TextControl(props: ControlProps) {
  const { id, field, value, onChange, onLeave, invalid, disabled, describedBy, autoFocus } = props;
  return (
    <Input
      id={id}
      autoComplete="off"
      {...INPUTS[field.kind]}
      value={textOf(value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid || undefined}
      aria-required={field.required || undefined}
      aria-describedby={describedBy}
      autoFocus={autoFocus ?? false}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  );
}

/** A password that is being set. */
export function PasswordControl({ id, value, onChange, onLeave, invalid, disabled, describedBy, name }: ControlProps) {
  return (
    <Input.Password
      id={id}
      autoComplete={name === 'currentPassword' ? 'current-password' : 'new-password'}
      value={textOf(value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  );
}

/** Several lines of text. */
export function LongTextControl({ id, field, value, onChange, onLeave, invalid, disabled, describedBy }: ControlProps) {
  return (
    <Input.TextArea
      id={id}
      autoSize={{ minRows: field.kind === 'ip_list' ? 2 : 3, maxRows: 12 }}
      spellCheck={field.kind !== 'ip_list'}
      value={textOf(value)}
      disabled={disabled}
      status={invalid ? 'error' : ''}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
      onBlur={onLeave}
    />
  );
}
