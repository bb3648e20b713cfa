import type { ReactNode } from 'react';
import styles from '../report/filter-bar.module.css';

/** A labelled choice in the filter bar. */
export function BarField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <span className={styles.field}>
      <span aria-hidden="true">{label}</span>
      {children}
    </span>
  );
}
