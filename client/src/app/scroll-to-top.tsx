import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sign } from '../kit/sign';
import styles from './scroll-to-top.module.css';

/** Pixels scrolled before the button appears. */
const VISIBLE_AFTER_PX = 200;

/** Button that scrolls back to the top of the page. */
export function ScrollToTop() {
  const { t } = useTranslation();
  const [visible, setVisible] = useState(false);
  useEffect(() => {
    const follow = (): void => setVisible(window.scrollY > VISIBLE_AFTER_PX);
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  if (!visible) return null;
  return (
    <button
      type="button"
      data-screen-only
      className={`ic-center ic-round ic-surface ic-pointer ic-secondary ${styles.button}`}
      aria-label={t('common.scrollToTop')}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    >
      <Sign name="up" />
    </button>
  );
}
