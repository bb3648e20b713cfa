import type { ReactNode } from 'react';
import styles from './stack.module.css';

/** Stacks its children vertically. */
export function Stack({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <div className={styles.stack} {...(live ? { 'aria-live': 'polite' as const } : {})}>
      {children}
    </div>
  );
}

/** Quiet line of facts below other content. */
export const Facts = ({ children }: { children: ReactNode }) => <p className={styles.facts}>{children}</p>;
