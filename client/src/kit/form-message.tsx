import type { ReactNode } from 'react';
import styles from './form-message.module.css';
import { Sign } from './sign';

/** What became of a form as a whole: a failure, or that it is done. */
export function FormMessage({ type, children }: { type: 'error' | 'success'; children: ReactNode }) {
  return (
    <div className={`${styles.message} ${styles[type]}`} role={type === 'error' ? 'alert' : 'status'}>
      <Sign name={type === 'error' ? 'warning' : 'success'} className={styles.sign} />
      <span>{children}</span>
    </div>
  );
}
