import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

/** Note that the form's input was restored after the session ended and is not saved. */
export function RestoredNote() {
  const { t } = useTranslation();
  return (
    <p className={styles.restored} role="status">
      {t('form.restored')}
    </p>
  );
}
