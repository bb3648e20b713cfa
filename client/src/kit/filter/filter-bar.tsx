import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';

/** What decides about the rows of a page, in one bar; `below` are the conditions in force. */
export function FilterBar({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.row}>{children}</div>
      {below}
    </div>
  );
}

/** A labelled choice in the bar. */
export function BarField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </span>
  );
}
