import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import styles from './code-line.module.css';
import { CopyButton } from './copy-button';

export interface CodeLineProps {
  label: string;
  /** What is copied; without it `placeholder` says when there will be something. */
  text: string | null | undefined;
  placeholder?: string | undefined;
  hint?: ReactNode;
  /** Shown this once: copying it is what comes next. */
  primary?: boolean;
}

/** A tag or address to be handed on, with a button that copies it. */
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

/** The same in a table cell: one line, whole on hover. */
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
