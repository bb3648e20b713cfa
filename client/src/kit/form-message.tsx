import { CheckCircleFilled, ExclamationCircleFilled } from '@ant-design/icons';
import type { ReactNode } from 'react';
import styles from './form-message.module.css';

/** What became of a form as a whole: a failure, or that it is done. */
export function FormMessage({ type, children }: { type: 'error' | 'success'; children: ReactNode }) {
  return (
    <div className={`${styles.message} ${styles[type]}`} role={type === 'error' ? 'alert' : 'status'}>
      {type === 'error' ? <ExclamationCircleFilled /> : <CheckCircleFilled />}
      <span>{children}</span>
    </div>
  );
}
