import type { ReactNode } from 'react';
import { Boundary } from './boundary';
import styles from './panel.module.css';

export interface PanelProps {
  /** Anchor for links with this hash. */
  id?: string;
  title: string;
  lead?: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** Part of a page with a heading. */
export function Panel({ id, title, lead, actions, children }: PanelProps) {
  return (
    <section id={id} className={styles.panel} aria-label={title}>
      <header className={styles.head}>
        <div>
          <h2 className={styles.title}>{title}</h2>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions}
      </header>
      <Boundary>{children}</Boundary>
    </section>
  );
}

/** Rows of a panel. */
export function PanelRows({ children }: { children: ReactNode }) {
  return <ul className={styles.rows}>{children}</ul>;
}

/** Row of a panel: a name, facts below it and actions at its end. */
export function PanelRow({
  name,
  facts,
  actions,
}: {
  name: ReactNode;
  facts?: readonly ReactNode[];
  actions?: ReactNode;
}) {
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <p className={styles.rowName}>{name}</p>
        {facts && facts.length > 0 && (
          <p className={styles.rowFacts}>
            {facts.map((fact, index) => (
              <span key={index}>{fact}</span>
            ))}
          </p>
        )}
      </div>
      {actions}
    </li>
  );
}
