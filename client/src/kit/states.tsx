import type { ReactNode } from 'react';
import { Sign } from './sign';
import styles from './states.module.css';
import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { firstPage } from '../session/rights';
import { useOptionalSession } from '../session/session-context';

export interface StateProps {
  icon?: ReactNode;
  title: string;
  hint?: ReactNode;
  action?: ReactNode;
  tone?: 'neutral' | 'error';
  /** Whether the note is the whole page, so that its title is the page's heading. */
  page?: boolean;
}

/** Calm note in place of content: what happened, what is safe, what to do next. */
export function StateNote({ icon, title, hint, action, tone = 'neutral', page = false }: StateProps) {
  const Title = page ? 'h1' : 'h2';
  return (
    <div
      className="ic-stack ic-align-center ic-gap-8 ic-text-center"
      style={{ padding: '56px 24px' }}
      role={tone === 'error' ? 'alert' : undefined}
    >
      <span
        className={`ic-round ic-mb-4 ${styles.icon} ${tone === 'error' ? 'ic-tone-error' : 'ic-tone-primary'}`}
        aria-hidden="true"
      >
        {icon ?? <Sign name={tone === 'error' ? 'caution' : 'empty'} />}
      </span>
      <Title className="ic-text-16 ic-strong">{title}</Title>
      {hint && <div className={styles.hint}>{hint}</div>}
      {action && <div className="ic-flex ic-wrap ic-gap-8 ic-mt-8 ic-centered">{action}</div>}
    </div>
  );
}

/**
 * Replaces a page that the user's role may not open; links to the first allowed page and names whom to ask.
 */
export function NoPermission() {
  const { t } = useTranslation();
  const session = useOptionalSession();
  const open = session && firstPage(session.profile);
  return (
    <StateNote
      icon={<LockOutlined />}
      title={t('frame.noPermission')}
      hint={t('frame.askAdministrator')}
      action={open && <Link to={open.path}>{t('frame.toFirstPage')}</Link>}
    />
  );
}
