import type { ReactNode } from 'react';
import styles from './filter.module.css';

/** Bar with the controls that filter a page's rows; `below` shows the active conditions. */
export function FilterBar({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={`ic-stack ic-gap-8 ${styles.bar}`}>
      <div className="ic-row ic-wrap ic-gap-8">{children}</div>
      {below}
    </div>
  );
}

/** Labelled field in the bar. */
export function BarField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={`ic-inline-row ic-max-wide ic-gap-8 ${styles.field}`}>
      <span aria-hidden="true">{label}</span>
      {children}
    </span>
  );
}
