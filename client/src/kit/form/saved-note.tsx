import { CheckCircleFilled } from '@ant-design/icons';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BackToFirstSteps } from '../first-steps/back-to-first-steps';
import styles from './form.module.css';

/**
 * Whether the focus is on nothing, on a disabled button or on the heading of the page: saving has removed or
 * disabled the focused element.
 */
const focusIsLost = (): boolean =>
  document.activeElement === null ||
  document.activeElement === document.body ||
  document.activeElement.matches(':disabled, h1');

/** Confirms a save and offers the next step. Takes the focus if saving has lost it. */
export function SavedNote({ children }: { children?: ReactNode }) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Some browsers return a promise here, which must not become the effect's cleanup.
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
