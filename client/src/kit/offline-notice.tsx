import { useEffect, useRef, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { notify } from './notifier';
import styles from './offline-notice.module.css';
import { Sign } from './sign';

const EVENTS = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}

/** Says as long as the browser has no connection that what stands is old, and when it is back. */
export function OfflineNotice() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const before = useRef(online);
  useEffect(() => {
    if (online && !before.current) notify('SUCCESS', t('frame.online'));
    before.current = online;
  }, [online, t]);
  return (
    <div data-screen-only role="status" className={styles.place}>
      {!online && (
        <p className={styles.notice}>
          <Sign name="offline" /> {t('frame.offline')}
        </p>
      )}
    </div>
  );
}
