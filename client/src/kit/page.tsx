import { useContext, useDeferredValue, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType, Link } from 'react-router-dom';
import styles from './page.module.css';
import { Boundary } from './boundary';
import { Embedded } from './embedded';
import { LeftOutlined } from '@ant-design/icons';

/** Sets the browser tab's title while a page is open. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  const isEmbedded = useContext(Embedded);
  useEffect(() => {
    if (!isEmbedded) document.title = `${title} | ${t('common.appName')}`;
  }, [title, t, isEmbedded]);
}

export interface PageProps {
  title: string;
  /** One line that says which question the page answers. */
  lead?: string;
  /** Primary actions, to the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether any page has rendered its content since the document loaded. */
let hasRenderedContent = false;

/**
 * Whether to render a page's content. The first page and pages opened by a link render their header first. A
 * slow machine thus shows the page sooner, and requests of the header start before the content renders. Back
 * and redirects render everything at once, because Back restores a scroll position.
 */
function useContentRendered(): boolean {
  const isPush = useNavigationType() === 'PUSH';
  const isRendered = useDeferredValue(true, hasRenderedContent && !isPush);
  useEffect(() => {
    if (isRendered) hasRenderedContent = true;
  }, [isRendered]);
  return isRendered;
}

/** Page of the console: title, lead, actions and content. */
export function Page({ title, lead, actions, children }: PageProps) {
  usePageTitle(title);
  const isRendered = useContentRendered();
  if (useContext(Embedded)) return <div className="ic-stack ic-shrink ic-gap-16">{children}</div>;
  return (
    <div
      className={`ic-stack ic-shrink ic-gap-16 ${styles.page}`}
      {...(isRendered ? {} : { 'data-to-come': true })}
    >
      <header className={`ic-flex ic-align-start ic-between ic-gap-16 ${styles.header}`}>
        <div className={`ic-shrink ${styles.heading}`}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && (
          <div data-screen-only className={`ic-flex ic-rigid ic-gap-8 ${styles.actions}`}>
            {actions}
          </div>
        )}
      </header>
      {isRendered && children}
    </div>
  );
}

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
      <div className={`ic-shrink ${styles.rowText}`}>
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

/** Page with a link back above its content. */
export function BackPage({ to, label, children }: { to: string; label: ReactNode; children: ReactNode }) {
  return (
    <div className="ic-stack ic-gap-16">
      <Link
        to={to}
        className="ic-inline-row ic-gap-8 ic-note"
        style={{ alignSelf: 'flex-start', marginBottom: -8 }}
      >
        <LeftOutlined aria-hidden="true" />
        {label}
      </Link>
      {children}
    </div>
  );
}
