import type { ReactNode } from 'react';
import styles from './stack.module.css';

/** Things below each other. */
export function Stack({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <div className={styles.stack} {...(live ? { 'aria-live': 'polite' as const } : {})}>
      {children}
    </div>
  );
}

/** A quiet line of facts below something. */
export const Facts = ({ children }: { children: ReactNode }) => <p className={styles.facts}>{children}</p>;
