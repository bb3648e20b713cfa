import { RightOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { FROM_MENU } from '../../kit/page-origin';
import { useLayout } from '../../preferences/layout-context';
import type { Route } from '../../../../shared/catalog';
import { useSession } from '../../session/session-context';
import { menuLabel } from '../../kit/menu-label';
import { SCREENS } from '../screens';
import styles from './navigation.module.css';

interface LinkProps {
  route: Route;
  active: string | undefined;
  icon?: ReactNode;
  collapsed?: boolean;
  onNavigate?: (() => void) | undefined;
}

/** One menu entry. */
export function NavLink({ route, active, icon, collapsed = false, onNavigate }: LinkProps) {
  const { t } = useTranslation();
  const { menuTitles } = useSession();
  const label = menuTitles[route.key] ?? menuLabel(t, route.key);
  const current = route.key === active;
  const { settings } = useLayout();
  const link = (
    <Link
      to={route.path}
      state={FROM_MENU}
      className={`ic-row ic-wide ic-gap-8 ic-option ${styles.link} ${icon ? styles.top : ''}`}
      aria-current={current ? 'page' : undefined}
      aria-label={collapsed ? label : undefined}
      onClick={onNavigate}
    >
      {icon && <span className={`ic-rigid ic-muted ic-text-16 ${styles.icon}`}>{icon}</span>}
      {!collapsed && <span className="ic-fill ic-ellipsis">{label}</span>}
      {!collapsed && !SCREENS[route.key] && (
        <span className="ic-rigid ic-muted ic-text-11">{t('frame.unfinished')}</span>
      )}
    </Link>
  );
  return collapsed ? (
    <Tooltip title={label} placement={settings.rightToLeft ? 'left' : 'right'}>
      {link}
    </Tooltip>
  ) : (
    link
  );
}

export interface GroupProps {
  label: string;
  icon: ReactNode;
  entries: Route[];
  active: string | undefined;
  onNavigate?: (() => void) | undefined;
}

/** Menu group that can be collapsed. */
export function NavGroup(props: GroupProps & { open: boolean; onToggle: () => void }) {
  const { label, icon, entries, active, open, onToggle, onNavigate } = props;
  const id = useId();
  const holdsCurrent = entries.some((entry) => entry.key === active);
  return (
    <div>
      <button
        type="button"
        className={`ic-row ic-wide ic-gap-8 ic-option ${styles.link} ${styles.top} ${holdsCurrent ? `ic-strong ${styles.holdsCurrent}` : ''}`}
        aria-expanded={open}
        aria-controls={id}
        onClick={onToggle}
      >
        <span className={`ic-rigid ic-muted ic-text-16 ${styles.icon}`}>{icon}</span>
        <span className="ic-fill ic-ellipsis">{label}</span>
        <RightOutlined
          className={`ic-muted ic-text-11 ${styles.chevron} ${open ? styles.chevronOpen : ''}`}
        />
      </button>
      <ul id={id} className={styles.list} hidden={!open}>
        {entries.map((entry) => (
          <li key={entry.key}>
            <NavLink route={entry} active={active} onNavigate={onNavigate} />
          </li>
        ))}
      </ul>
    </div>
  );
}
