import { CheckCircleFilled } from '@ant-design/icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

/** Says that it was saved, and offers the next useful step. */
export function SavedNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It answers a promise in some browsers, which is no way to clean up.
    void place.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <div ref={place} className={styles.saved} role="status">
      <p className={styles.savedHead}>
        <CheckCircleFilled />
        {t('form.saved')}
      </p>
      {children && <div className={styles.savedBody}>{children}</div>}
    </div>
  );
}
