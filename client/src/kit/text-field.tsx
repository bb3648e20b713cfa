import { Input } from 'antd';
import { useId, type ReactNode } from 'react';

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password';
  hint?: ReactNode;
  error?: string | undefined;
  autoComplete?: string;
  autoFocus?: boolean;
}

/** A labelled line of text: label above, hint and error below, tied together for those who listen. */
export function TextField({ label, value, onChange, type = 'text', hint, error, autoComplete, autoFocus = false }: TextFieldProps) {
  const id = useId();
  const Field = type === 'password' ? Input.Password : Input;
  return (
    <div style={{ marginBottom: 16 }}>
      <label htmlFor={id} style={{ display: 'block', marginBottom: 4, fontWeight: 500 }}>
        {label}
      </label>
      <Field
        id={id}
        size="large"
        {...(type === 'password' ? {} : { type })}
        value={value}
        status={error ? 'error' : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || hint ? `${id}-note` : undefined}
        {...(autoComplete ? { autoComplete } : {})}
        autoFocus={autoFocus}
        onChange={(event) => onChange(event.target.value)}
      />
      {(error || hint) && (
        <div
          id={`${id}-note`}
          style={{ marginTop: 4, fontSize: 12, color: error ? 'var(--ic-error)' : 'var(--ic-text-muted)' }}
        >
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
