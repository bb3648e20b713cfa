import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Sign } from './sign';
import styles from './plain-form.module.css';
import { Link } from 'react-router-dom';

export interface TextFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  type?: 'text' | 'email' | 'password';
  hint?: ReactNode;
  error?: string | undefined;
  autoComplete?: string;
  inputMode?: 'numeric';
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
  inputMode,
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
          inputMode={inputMode}
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
        <div id={`${id}-note`} className="ic-mt-4 ic-text-12 ic-muted">
          {error && <span className="ic-block ic-error">{error}</span>}
          {hint}
        </div>
      )}
    </div>
  );
}

interface Look {
  primary?: boolean;
  /** Full width of the form, and taller. */
  wide?: boolean;
  children: ReactNode;
}

const classOf = ({ primary = false, wide = false }: Look): string =>
  [
    `ic-inline-row ic-gap-8 ic-rounded ic-pointer ${styles.button}`,
    primary && styles.primary,
    wide && styles.wide,
  ]
    .filter(Boolean)
    .join(' ');

interface PlainButtonProps extends Look {
  onClick?: () => void;
  submits?: boolean;
  disabled?: boolean;
  /** Whether its action is in progress, which disables it. */
  busy?: boolean;
  autoFocus?: boolean;
}

/** Button that looks like antd's without importing it, for pages before the sign-in and for error pages. */
export function PlainButton(props: PlainButtonProps) {
  const { onClick, submits = false, disabled = false, busy = false, autoFocus = false, children } = props;
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={classOf(props)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      autoFocus={autoFocus}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {busy && <span className={styles.ring} aria-hidden="true" />}
      {children}
    </button>
  );
}

/** Link that looks like a button. */
export function PlainButtonLink(props: Look & { to: string }) {
  return (
    <Link to={props.to} className={classOf(props)}>
      {props.children}
    </Link>
  );
}

/** Message about a form as a whole: a failure or a success. */
export function FormMessage({ type, children }: { type: 'error' | 'success'; children: ReactNode }) {
  return (
    <div
      className={`ic-baseline ic-gap-8 ic-rounded ic-mb-16 ic-p-8-16 ic-text-13 ic-pre ic-toned ic-tone-${type}`}
      role={type === 'error' ? 'alert' : 'status'}
    >
      <Sign name={type === 'error' ? 'warning' : 'success'} className={`ic-rigid ic-${type}`} />
      <span>{children}</span>
    </div>
  );
}
