import { BarChartOutlined, BranchesOutlined, ExportOutlined, RightOutlined, ShoppingOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { Page } from '../../../kit/page';
import { useConsoleConfig } from '../../../session/console-config';
import { useSession } from '../../../session/session-context';
import styles from './home.module.css';

const REPORTS = [
  { key: 'ad_statistics', path: '/analyze/ad-statistics', lead: 'report.adStatisticsLead', icon: <BarChartOutlined /> },
  { key: 'attribution', path: '/analyze/attribution', lead: 'report.attributionLead', icon: <BranchesOutlined /> },
] as const;

/** The landing page until the summaries exist: says so, and leads to the reports that do. */
export function DashboardHome() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { demo } = useConsoleConfig();
  return (
    <Page title={t('frame.greeting', { name: profile.userName })} lead={t('frame.dashboardLead')}>
      <ul className={styles.cards}>
        {REPORTS.map(({ key, path, lead, icon }) => (
          <li key={key}>
            <Link to={path} className={styles.card}>
              <span className={styles.icon} aria-hidden="true">
                {icon}
              </span>
              <span className={styles.text}>
                <strong>{t(`menu.${key}`)}</strong>
                <span>{t(lead)}</span>
              </span>
              <RightOutlined className={styles.arrow} aria-hidden="true" />
            </Link>
          </li>
        ))}
        {demo && (
          <li>
            <a href="/demo-site/" target="_blank" rel="noreferrer" className={styles.card}>
              <span className={styles.icon} aria-hidden="true">
                <ShoppingOutlined />
              </span>
              <span className={styles.text}>
                <strong>{t('frame.demoSite')}</strong>
                <span>{t('frame.demoSiteLead')}</span>
              </span>
              <ExportOutlined className={styles.arrow} aria-hidden="true" />
            </a>
          </li>
        )}
      </ul>
    </Page>
  );
}
