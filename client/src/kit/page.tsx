import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router-dom';
import styles from './page.module.css';

/** Sets the browser tab's title while a page is open. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} | ${t('common.appName')}`;
  }, [title, t]);
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
