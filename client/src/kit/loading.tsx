import { useTranslation } from 'react-i18next';
import styles from './loading.module.css';

/** Loading indicator, delayed so that fast loads don't flicker. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div className={`ic-center ${styles.place}`} role="status" aria-label={t('common.loading')} data-to-come>
      <i className={styles.ring} aria-hidden="true" />
    </div>
  );
}
