import type { ReactNode } from 'react';
import styles from './filter-bar.module.css';

/** Bar with the controls that filter a page's rows; `below` shows the active conditions. */
export function FilterBar({ children, below }: { children: ReactNode; below?: ReactNode }) {
  return (
    <div className={styles.bar}>
      <div className={styles.row}>{children}</div>
      {below}
    </div>
  );
}

/** Labelled field in the bar. */
export function BarField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </span>
  );
}
