import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './form.module.css';

export interface FieldFrameProps {
  id: string;
  label: string;
  required?: boolean;
  hint?: ReactNode;
  count?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Label above an input, and its hint or error below. */
export function FieldFrame({ id, label, required = false, hint, count, error, children }: FieldFrameProps) {
  const { t } = useTranslation();
  return (
    <>
      <label className={styles.label} htmlFor={id}>
        {label}
        {required && <span className={styles.required}>{t('form.required')}</span>}
      </label>
      {children}
      <div id={`${id}-note`}>
        {error && <p className={styles.error}>{error}</p>}
        {(hint || count) && (
          <div className={styles.note}>
            <span>{hint}</span>
            {count}
          </div>
        )}
      </div>
    </>
  );
}
