import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import styles from './plain-button.module.css';

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
}

/** Button that looks like antd's without importing it, for pages before the sign-in and for error pages. */
export function PlainButton(props: PlainButtonProps) {
  const { onClick, submits = false, disabled = false, busy = false, children } = props;
  return (
    <button
      type={submits ? 'submit' : 'button'}
      className={classOf(props)}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
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
