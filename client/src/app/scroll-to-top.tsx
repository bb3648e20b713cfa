import { ArrowUpOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './scroll-to-top.module.css';

/** Pixels scrolled before the button appears. */
const SHOWN_AFTER = 200;

/** Brings the page back to its top once it is scrolled. */
export function ScrollToTop() {
  const { t } = useTranslation();
  const [shown, setShown] = useState(false);
  useEffect(() => {
    const follow = (): void => setShown(window.scrollY > SHOWN_AFTER);
    follow();
    window.addEventListener('scroll', follow, { passive: true });
    return () => window.removeEventListener('scroll', follow);
  }, []);
  if (!shown) return null;
  return (
    <Button
      data-screen-only
      className={styles.button ?? ''}
      shape="circle"
      icon={<ArrowUpOutlined />}
      aria-label={t('common.scrollToTop')}
      onClick={() => window.scrollTo({ top: 0, behavior: 'smooth' })}
    />
  );
}
