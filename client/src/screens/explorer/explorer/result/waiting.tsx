import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './result.module.css';

/** From here on it is said how long an answer takes, milliseconds. */
const SLOW_MS = 2_000;

/** In place of an answer that is on its way. */
export function Waiting({ since }: { since: number }) {
  const { t } = useTranslation();
  const [waited, setWaited] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setWaited(Date.now() - since), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  return (
    <div className={styles.waiting}>
      <p role="status">
        {waited >= SLOW_MS
          ? t('explorer.result.waiting', { seconds: Math.round(waited / 1_000) })
          : t('common.loading')}
      </p>
      <Skeleton active title={false} paragraph={{ rows: 8 }} />
    </div>
  );
}
