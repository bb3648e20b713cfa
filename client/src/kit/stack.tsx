import type { ReactNode } from 'react';
import styles from './page.module.css';

/** Stacks its children vertically. */
export function Stack({ children, live = false }: { children: ReactNode; live?: boolean }) {
  return (
    <div className="ic-stack ic-gap-12" {...(live ? { 'aria-live': 'polite' as const } : {})}>
      {children}
    </div>
  );
}

/** Quiet line of facts below other content. */
export const Facts = ({ children }: { children: ReactNode }) => (
  <p className={`ic-hint ${styles.facts}`}>{children}</p>
);
