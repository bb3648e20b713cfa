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
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.line}>
        <input
          id={id}
          className={`${styles.input} ${secret ? styles.secret : ''}`}
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
            className={styles.eye}
            aria-label={t('session.showPassword')}
            aria-pressed={revealed}
            onClick={() => setRevealed(!revealed)}
          >
            <Sign name={revealed ? 'seen' : 'unseen'} />
          </button>
        )}
      </div>
      {(error || hint) && (
        <div id={`${id}-note`} className={`${styles.note} ${error ? styles.wrong : ''}`}>
          {error ?? hint}
        </div>
      )}
    </div>
  );
}
