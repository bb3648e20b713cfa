import type { ReactNode } from 'react';
import { Boundary } from './boundary';
import styles from './page.module.css';

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
    <section id={id} className={`ic-card ic-p-16-20 ${styles.panel}`} aria-label={title}>
      <header className="ic-flex ic-align-start ic-wrap ic-between ic-gap-8-16 ic-mb-12">
        <div>
          <h2 className="ic-text-16 ic-strong">{title}</h2>
          {lead && <p className="ic-mt-4 ic-note">{lead}</p>}
        </div>
        {actions}
      </header>
      <Boundary>{children}</Boundary>
    </section>
  );
}

/** Rows of a panel. */
export function PanelRows({ children }: { children: ReactNode }) {
  return <ul className="ic-list">{children}</ul>;
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
    <li className={`ic-row ic-between ic-gap-8-16 ic-line-bottom ic-text-13 ${styles.row}`}>
      <div className="ic-shrink">
        <p className={`ic-break ic-medium ${styles.rowName}`}>{name}</p>
        {facts && facts.length > 0 && (
          <p className="ic-flex ic-wrap ic-secondary ic-figures ic-gap-4-12">
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
