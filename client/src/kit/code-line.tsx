import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import styles from './code-line.module.css';
import { CopyButton } from './copy-button';

export interface CodeLineProps {
  label: string;
  /** Text to copy; without it, `placeholder` says when there will be one. */
  text: string | null | undefined;
  placeholder?: string | undefined;
  hint?: ReactNode;
  /** Whether the text is shown only once, so copying it is the next step. */
  primary?: boolean;
}

/** Tag or address to pass on, with a copy button. */
export function CodeLine({ label, text, placeholder, hint, primary = false }: CodeLineProps) {
  return (
    <div>
      <p className={styles.label}>{label}</p>
      <div className={styles.line}>
        <code className={`${styles.code} ${text ? '' : styles.empty}`}>{text || placeholder}</code>
        {text && <CopyButton text={text} label={label} wide primary={primary} autoFocus={primary} />}
      </div>
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

/** Tag or address in a table cell: one line, complete on hover. */
export function CodeCell({ label, text }: { label: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className={styles.cell}>
      <CopyButton text={text} label={label} />
      <Tooltip title={text} placement="topLeft">
        <span className={styles.cellText}>{text}</span>
      </Tooltip>
    </span>
  );
}
