import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from './notifier';
import styles from './notifier.module.css';
import { Sign } from './sign';
import { useOnline } from './use-window';

/** Notice that nothing updates while the browser is offline, and a confirmation when it is back online. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useOnline();
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) notify('SUCCESS', t('frame.online'));
    before.current = online;
  }, [online, t]);
  return (
    <div data-screen-only role="status" className={styles.offlineNoticePlace}>
      {!online && (
        <p className={`ic-rounded ic-surface ic-p-8-16 ${styles.notice}`}>
          <Sign name="offline" /> {t('frame.offline')}
        </p>
      )}
    </div>
  );
}
