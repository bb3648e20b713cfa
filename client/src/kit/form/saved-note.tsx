import { CheckCircleFilled } from '@ant-design/icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToFirstSteps } from '../first-steps/back-to-first-steps';
import styles from './form.module.css';

/** Whether the focus stands nowhere, or at the heading that the saving led to: what had it is gone, or is a button that closed with the saving. */
const focusIsLost = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled, h1');

/** Says that it was saved, and offers the next useful step; takes the focus where the saving took it from its place. */
export function SavedNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // It answers a promise in some browsers, which is no way to clean up.
    void place.current?.scrollIntoView({ block: 'nearest' });
    if (focusIsLost()) place.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div ref={place} className={styles.saved} role="status" tabIndex={-1}>
      <p className={styles.savedHead}>
        <CheckCircleFilled />
        {t('form.saved')}
      </p>
      <div className={styles.savedBody}>
        {children}
        <BackToFirstSteps />
      </div>
    </div>
  );
}
