import type { ReactNode } from 'react';
import styles from './form-message.module.css';
import { Sign } from './sign';

/** Message about a form as a whole: a failure or a success. */
export function FormMessage({ type, children }: { type: 'error' | 'success'; children: ReactNode }) {
  return (
    <div
      className={`ic-baseline ic-gap-10 ic-rounded ic-mb-16 ic-text-13 ${styles.message} ${styles[type]}`}
      role={type === 'error' ? 'alert' : 'status'}
    >
      <Sign name={type === 'error' ? 'warning' : 'success'} className={styles.sign} />
      <span>{children}</span>
    </div>
  );
}
