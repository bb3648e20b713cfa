import { useTranslation } from 'react-i18next';
import { useLayout } from '../../preferences/layout-context';
import { usePageEdge } from '../../kit/page-edges';
import { formatDateTime } from '../../kit/tokyo-date';
import { useConsoleConfig } from '../../session/console-config';
import styles from './frame.module.css';

/** Returns the build time from the page's meta tag; null in development. */
const builtAt = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="built-at"]')?.content ?? null;

/** Footer of every page: version and build time of the console, and the time zone of dates. */
export function Footer() {
  const { t } = useTranslation();
  const { settings } = useLayout();
  const { version } = useConsoleConfig();
  const stays = settings.footerType === 'sticky';
  const [footer] = usePageEdge('footer', stays);
  const built = builtAt();
  if (settings.footerType === 'hidden') return null;
  return (
    <footer ref={footer} className={`${styles.footer} ${stays ? styles.footerSticky : ''}`}>
      <span>{t('frame.timeZone')}</span>
      <span>
        {t('common.appName')}
        {version && ` ・ ${t('frame.version', { version })}`}
        {built && ` ・ ${t('frame.built', { time: formatDateTime(built) })}`}
      </span>
    </footer>
  );
}
