import { useTranslation } from 'react-i18next';
import { useLayout } from '../../preferences/layout-context';
import { useConsoleConfig } from '../../session/console-config';
import styles from './frame.module.css';

/** The foot of every page: version, and in which time dates are shown. */
export function Footer() {
  const { t } = useTranslation();
  const { settings } = useLayout();
  const { version } = useConsoleConfig();
  if (settings.footerType === 'hidden') return null;
  return (
    <footer className={`${styles.footer} ${settings.footerType === 'sticky' ? styles.footerSticky : ''}`}>
      <span>{t('frame.timeZone')}</span>
      <span>
        {t('common.appName')}
        {version && ` ・ ${t('frame.version', { version })}`}
      </span>
    </footer>
  );
}
