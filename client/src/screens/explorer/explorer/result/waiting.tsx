import { Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './result.module.css';

/** Responses slower than this show the elapsed time, in milliseconds. */
const SLOW_MS = 2_000;

/** Shown while a response is loading. */
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
