import type { ReactNode } from 'react';
import styles from './panel.module.css';

export interface PanelProps {
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its own heading. */
export function Panel({ title, lead, actions, children }: PanelProps) {
  return (
    <section className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      {children}
    </section>
  );
}

/** Rows of a panel: a name, facts, what can be done. */
export function PanelRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

export function PanelRow({ name, facts, actions }: { name: ReactNode; facts?: readonly ReactNode[]; actions?: ReactNode }) {
  return (
    <li className={styles.row}>
      <span className={styles.rowName}>{name}</span>
      {facts?.map((fact, index) => (
        <span key={index} className={styles.rowFact}>
          {fact}
        </span>
      ))}
      {actions}
    </li>
  );
}
