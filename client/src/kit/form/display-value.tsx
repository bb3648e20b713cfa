import type { ReactNode } from 'react';
import styles from './form.module.css';

/** A value of a form that is only read, under its name. */
export function ShownValue({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <p className={styles.label}>{label}</p>
      {children}
    </>
  );
}
