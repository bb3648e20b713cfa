import { InboxOutlined, ToolOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from './page';
import styles from './states.module.css';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  tone?: 'neutral' | 'error';
}

/** A calm note in place of content: what happened, what is safe, what to do next. */
export function StateNote({ icon, title, hint, action, tone = 'neutral' }: StateProps) {
  return (
    <div className={styles.note} role={tone === 'error' ? 'alert' : undefined}>
      <span className={`${styles.icon} ${styles[tone]}`} aria-hidden="true">
        {icon ?? (tone === 'error' ? <WarningOutlined /> : <InboxOutlined />)}
      </span>
      <h2 className={styles.title}>{title}</h2>
      {hint && <div className={styles.hint}>{hint}</div>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

/** A page that is announced but not built yet. */
export function UnderDevelopment({ title }: { title: string }) {
  const { t } = useTranslation();
  return (
    <Page title={title}>
      <div className={styles.panel}>
        <StateNote icon={<ToolOutlined />} title={t('common.underDevelopment')} hint={t('common.underDevelopmentHint')} />
      </div>
    </Page>
  );
}
