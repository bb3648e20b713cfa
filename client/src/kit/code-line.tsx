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
      <p className="ic-mb-4 ic-medium">{label}</p>
      <div className={`ic-flex ic-align-start ic-gap-8 ic-rounded ic-sunken ${styles.line}`}>
        <code className={`ic-fill ic-break ic-pre ic-code ${text ? '' : 'ic-muted'}`}>
          {text || placeholder}
        </code>
        {text && <CopyButton text={text} label={label} wide primary={primary} autoFocus={primary} />}
      </div>
      {hint && <p className="ic-mt-4 ic-hint">{hint}</p>}
    </div>
  );
}

/** Tag or address in a table cell: one line, complete on hover. */
export function CodeCell({ label, text }: { label: string; text: string | null | undefined }) {
  if (!text) return null;
  return (
    <span className={`ic-row ic-gap-4 ${styles.cell}`}>
      <CopyButton text={text} label={label} />
      <Tooltip title={text} placement="topLeft">
        <span className="ic-shrink ic-ellipsis ic-secondary">{text}</span>
      </Tooltip>
    </span>
  );
}
