import { BarChartOutlined, BranchesOutlined, RightOutlined, ShoppingOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { routes } from '../../../../../shared/catalog';
import { useConsoleConfig } from '../../../session/console-config';
import { mayOpen } from '../../../session/rights';
import { useSession } from '../../../session/session-context';
import styles from './home.module.css';

const REPORTS = [
  { key: 'ad_statistics', lead: 'report.adStatisticsLead', icon: <BarChartOutlined /> },
  { key: 'attribution', lead: 'report.attributionLead', icon: <BranchesOutlined /> },
] as const;

function Content({
  icon,
  title,
  lead,
  arrow,
}: {
  icon: ReactNode;
  title: string;
  lead: string;
  arrow: ReactNode;
}) {
  return (
    <>
      <span className="ic-rigid ic-muted" aria-hidden="true">
        {icon}
      </span>
      <span className="ic-stack ic-fill ic-text-13">
        <strong className="ic-strong">{title}</strong>
        <span className="ic-caption">{lead}</span>
      </span>
      <span className={`ic-rigid ic-muted ic-text-11 ${styles.arrow}`} aria-hidden="true">
        {arrow}
      </span>
    </>
  );
}

/** Links to the role's reports, and to the demo walkthrough in demo mode. */
export function QuickLinks() {
  const { t } = useTranslation();
  const { profile } = useSession();
  const { demo } = useConsoleConfig();
  const open = REPORTS.flatMap((report) => {
    const route = routes.find(({ key }) => key === report.key);
    return route && mayOpen(profile, route) ? [{ ...report, path: route.path }] : [];
  });
  if (open.length === 0 && !demo) return null;
  return (
    <ul
      data-screen-only
      className={`ic-grid ic-gap-12 ic-list ${styles.links}`}
      aria-label={t('dashboard.next')}
    >
      {open.map(({ key, path, lead, icon }) => (
        <li key={key}>
          <Link
            to={path}
            className={`ic-flex ic-align-start ic-tall ic-gap-12 ic-card ic-p-12-16 ${styles.link}`}
          >
            <Content icon={icon} title={t(`menu.${key}`)} lead={t(lead)} arrow={<RightOutlined />} />
          </Link>
        </li>
      ))}
      {demo && (
        <li>
          <Link
            to="/demo"
            className={`ic-flex ic-align-start ic-tall ic-gap-12 ic-card ic-p-12-16 ${styles.link}`}
          >
            <Content
              icon={<ShoppingOutlined />}
              title={t('frame.demoSite')}
              lead={t('frame.demoSiteLead')}
              arrow={<RightOutlined />}
            />
          </Link>
        </li>
      )}
    </ul>
  );
}
