import type { ReactNode } from 'react';
import { Sign } from './sign';
import styles from './states.module.css';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  tone?: 'neutral' | 'error';
}

/** A calm note in place of content: what happened, what is safe, what to do next. */
export function StateNote({ icon, title, hint, action, tone = 'neutral' }: StateProps) {
  return (
    <div className={styles.note} role={tone === 'error' ? 'alert' : undefined}>
      <span className={`${styles.icon} ${styles[tone]}`} aria-hidden="true">
        {icon ?? <Sign name={tone === 'error' ? 'caution' : 'empty'} />}
      </span>
      <h2 className={styles.title}>{title}</h2>
      {hint && <div className={styles.hint}>{hint}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
