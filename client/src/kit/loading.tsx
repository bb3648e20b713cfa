import styles from './loading.module.css';
import { useTranslation } from 'react-i18next';

/** Placeholder for a loading text or number, in its final size (px). */
export function Placeholder({ width, height }: { width: number | string; height: number }) {
  return (
    <span
      data-waiting
      className={`ic-block ic-max-wide ${styles.bar}`}
      style={{ width, height }}
      aria-hidden="true"
    />
  );
}

/** Loading indicator, delayed so that fast loads don't flicker. */
export function Loading() {
  const { t } = useTranslation();
  return (
    <div className={`ic-center ${styles.place}`} role="status" aria-label={t('common.loading')} data-to-come>
      <i className={styles.ring} aria-hidden="true" />
    </div>
  );
}
