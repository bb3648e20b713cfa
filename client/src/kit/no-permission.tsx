import { LockOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { firstPage } from '../session/rights';
import { useOptionalSession } from '../session/session-context';
import { StateNote } from './states';

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
