import type { ReactNode } from 'react';
import styles from './form.module.css';

/** Read-only value of a form below its label. */
export function DisplayValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className={styles.label}>{label}</p>
      {children}
    </>
  );
}
