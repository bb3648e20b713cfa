import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** A page of the console: title, its one line, actions, content. */
export function Page({ title, lead, actions, children }: PageProps) {
  usePageTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.header}>
        <div className={styles.heading}>
          <h1 className={styles.title}>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </div>
        {actions && <div data-screen-only className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}
