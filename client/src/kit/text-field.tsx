import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sign } from './sign';
import styles from './text-field.module.css';

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

/**
 * Labelled text input: label above, hint and error below, linked for screen readers. A password can be
 * revealed.
 */
export function TextField({
  label,
  value,
  onChange,
  type = 'text',
  hint,
  error,
  autoComplete,
  autoFocus = false,
}: TextFieldProps) {
  const id = useId();
  const { t } = useTranslation();
  const [revealed, setRevealed] = useState(false);
  const secret = type === 'password';
  return (
    <div className="ic-mb-16">
      <label htmlFor={id} className="ic-block ic-mb-4 ic-medium">
        {label}
      </label>
      <div className="ic-relative">
        <input
          id={id}
          className={`ic-wide ic-rounded ic-surface ${styles.input} ${secret ? styles.secret : ''}`}
          type={secret && revealed ? 'text' : type}
          value={value}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || hint ? `${id}-note` : undefined}
          autoComplete={autoComplete}
          autoFocus={autoFocus}
          onChange={(event) => onChange(event.target.value)}
        />
        {secret && (
          <button
            type="button"
            className={`ic-center ic-pointer ic-muted ${styles.eye}`}
            aria-label={t('session.showPassword')}
            aria-pressed={revealed}
            onClick={() => setRevealed(!revealed)}
          >
            <Sign name={revealed ? 'seen' : 'unseen'} />
          </button>
        )}
      </div>
      {(error || hint) && (
        <div id={`${id}-note`} className={`ic-mt-4 ic-text-12 ic-muted ${error ? 'ic-error' : ''}`}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
