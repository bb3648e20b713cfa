import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { formatApiDay } from '../../kit/tokyo-date';
import { useSession } from '../../session/session-context';

/** Notice above every page of a user who soon needs a second factor. */
export function FactorNotice() {
  const { t } = useTranslation();
  const { profile } = useSession();
  if (!profile.secondFactorDue) return null;
  return (
    <div
      data-screen-only
      role="status"
      className="ic-flex ic-wrap ic-between ic-gap-4-12 ic-rounded ic-mb-16 ic-p-8-16 ic-toned ic-tone-warning"
    >
      <span>{t('frame.factorDue', { day: formatApiDay(profile.secondFactorDue) })}</span>
      <Link to={`/config/user/${profile.userId}`}>{t('frame.factorSetUp')}</Link>
    </div>
  );
}
