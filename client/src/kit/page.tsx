import { useDeferredValue, useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigationType } from 'react-router-dom';
import styles from './page.module.css';

/** Sets the browser tab's title while a page is shown. */
export function usePageTitle(title: string): void {
  const { t } = useTranslation();
  useEffect(() => {
    document.title = `${title} | ${t('common.appName')}`;
  }, [title, t]);
}

export interface PageProps {
  title: string;
  /** One line that says what the page answers. */
  lead?: string;
  /** Primary actions, at the right of the title. */
  actions?: ReactNode;
  children: ReactNode;
}

/** Whether the content of a page stood already since the document came. */
let isFilled = false;

/**
 * Whether a page's content is drawn: of the first page, and of one that a link leads to, after its head. So a slow
 * machine shows what was opened before it has worked out what stands there, and what is asked for above the content is
 * under way meanwhile. Back, and what an address leads on to, comes as one: Back has to find its place in it.
 */
function useContent(): boolean {
  const leads = useNavigationType() === 'PUSH';
  const isDrawn = useDeferredValue(true, isFilled && !leads);
  useEffect(() => {
    if (isDrawn) isFilled = true;
  }, [isDrawn]);
  return isDrawn;
}

/** A page of the console: title, its one line, actions, content. */
export function Page({ title, lead, actions, children }: PageProps) {
  usePageTitle(title);
  const isDrawn = useContent();
  return (
    <div className={styles.page} {...(isDrawn ? {} : { 'data-to-come': true })}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && (
          <div data-screen-only className={styles.actions}>
            {actions}
          </div>
        )}
      </header>
      {isDrawn && children}
    </div>
  );
}
