import {
  BarChartOutlined,
  DashboardOutlined,
  NotificationOutlined,
  ProfileOutlined,
  SettingOutlined,
  DownOutlined,
  BookOutlined,
} from '@ant-design/icons';
import { Fragment, type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { matchPath, useLocation, Link, useNavigate, useSearchParams } from 'react-router-dom';
import {
  menuEntries,
  type MenuGroup,
  menuGroups,
  RoleType,
  type Route,
  routes,
} from '../../../../shared/catalog';
import { mayOpen } from '../../session/rights';
import { useSession } from '../../session/session-context';
import { NavGroup, NavLink, type GroupProps } from './nav-group';
import styles from './navigation.module.css';
import { Popover } from 'antd';
import { useLayout } from '../../preferences/layout-context';
import { usePinnedViewsQuery } from '../../generated/first';
import { MenuButton } from '../../kit/menu-button';
import { VIEW, viewPath } from '../../kit/address';

/**
 * Saved views that the user pinned, above the menu groups.
 * @param folded collapses them into one button when their names don't fit
 */
function PinnedViews({ folded, onNavigate }: { folded: boolean; onNavigate?: (() => void) | undefined }) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const { data } = usePinnedViewsQuery({ fetchPolicy: 'cache-first' });
  const pinned = data?.savedViews.filter((view) => view.pinned) ?? [];
  if (pinned.length === 0) return null;
  const current = (code: string, path: string): boolean => parameters.get(VIEW) === code && path === pathname;
  if (folded) {
    return (
      <MenuButton
        label={t('frame.pinnedViews')}
        icon={<BookOutlined />}
        className={styles.pinnedButton}
        placement="bottomLeft"
        items={pinned.map((view) => ({
          key: view.code,
          label: view.title,
          onSelect: () => (onNavigate?.(), void navigate(viewPath(view))),
        }))}
      />
    );
  }
  return (
    <ul className={`${styles.list} ${styles.pinned}`} aria-label={t('frame.pinnedViews')}>
      {pinned.map((view) => (
        <li key={view.id}>
          <Link
            to={viewPath(view)}
            title={view.title}
            className={`ic-row ic-wide ic-gap-8 ic-option ${styles.link} ${styles.top}`}
            aria-current={current(view.code, view.path) ? 'page' : undefined}
            onClick={onNavigate}
          >
            <span className={`ic-rigid ic-muted ic-text-16 ${styles.icon}`}>
              <BookOutlined />
            </span>
            <span className="ic-fill ic-ellipsis">{view.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Menu group whose entries open on click or hover: beside its icon or below its name. */
function NavFlyout({
  label,
  icon,
  entries,
  active,
  onNavigate,
  named = false,
}: GroupProps & { named?: boolean }) {
  const { settings } = useLayout();
  const [open, setOpen] = useState(false);
  const holdsCurrent = entries.some((entry) => entry.key === active);
  const close = (): void => {
    setOpen(false);
    onNavigate?.();
  };
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      placement={
        named
          ? settings.rightToLeft
            ? 'bottomRight'
            : 'bottomLeft'
          : settings.rightToLeft
            ? 'leftTop'
            : 'rightTop'
      }
      trigger={['hover', 'click']}
      arrow={false}
      styles={{ container: { padding: 8 } }}
      content={
        <>
          {!named && <p className={`ic-hint ${styles.flyoutTitle}`}>{label}</p>}
          <ul className={`ic-list ${styles.flyoutList}`}>
            {entries.map((entry) => (
              <li key={entry.key}>
                <NavLink route={entry} active={active} onNavigate={close} />
              </li>
            ))}
          </ul>
        </>
      }
    >
      <button
        type="button"
        className={`ic-row ic-wide ic-gap-8 ic-option ${styles.link} ${styles.top} ${holdsCurrent ? `ic-chosen ${styles.holdsCurrent}` : ''}`}
        aria-label={named ? undefined : label}
        aria-expanded={open}
      >
        <span className={`ic-rigid ic-muted ic-text-16 ${styles.icon}`}>{icon}</span>
        {named && <span className="ic-fill ic-ellipsis">{label}</span>}
        {named && <DownOutlined className={`ic-muted ic-text-11 ${styles.chevron}`} aria-hidden="true" />}
      </button>
    </Popover>
  );
}

/**
 * Scrolls the current entry to the middle of the menu if it is out of sight.
 * @returns the ref for the menu
 */
function useScrollToCurrent(current: string | undefined): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current="page"]');
    if (!menu.current || !entry) return;
    const visibleArea = menu.current.getBoundingClientRect();
    const { top, bottom } = entry.getBoundingClientRect();
    if (top < visibleArea.top || bottom > visibleArea.bottom)
      menu.current.scrollTop += (top + bottom - visibleArea.top - visibleArea.bottom) / 2;
  }, [current]);
  return menu;
}

const ICONS: Record<MenuGroup, ReactNode> = {
  dashboard: <DashboardOutlined />,
  analyze: <BarChartOutlined />,
  log: <ProfileOutlined />,
  ad: <NotificationOutlined />,
  config: <SettingOutlined />,
};

/**
 * Returns the key of the menu entry to highlight: the page itself, its parent list, or the custom item of
 * the settings page.
 */
export function activeMenuKey(pathname: string, search = ''): string | undefined {
  const route = routes.find((one) => matchPath(one.path, pathname) !== null);
  const item = `custom_${new URLSearchParams(search).get('item')}`;
  if (route?.key === 'ad_analyze_setting' && routes.some(({ key }) => key === item)) return item;
  return route?.parent ?? route?.key;
}

const groupOf = (key: string | undefined): MenuGroup | undefined =>
  routes.find((route) => route.key === key)?.group ?? undefined;

interface NavigationProps {
  /** Whether only icons are visible. */
  collapsed: boolean;
  /** Whether the groups are side by side, each with its entries below. */
  row?: boolean;
  onNavigate?: () => void;
}

/** Main menu, built from the route table; without entries that the user's role may not open. */
export function Navigation({ collapsed, row = false, onNavigate }: NavigationProps) {
  const { t } = useTranslation();
  const { profile, menuTitles } = useSession();
  const { pathname, search } = useLocation();
  const active = activeMenuKey(pathname, search);
  const menu = useScrollToCurrent(active);
  const [toggled, setToggled] = useState<Partial<Record<MenuGroup, boolean>>>({});

  /** Hides empty custom items from users who don't set up the company's: they save a report as their own. */
  const isEmptyItem = ({ key }: Route): boolean =>
    key.startsWith('custom_') &&
    key !== 'custom_measure' &&
    profile.roleType !== RoleType.ADMIN &&
    menuTitles[key] === undefined &&
    key !== active;
  const openByDefault = (group: MenuGroup): boolean => group === 'analyze' || group === groupOf(active);
  const toggle = (group: MenuGroup): void =>
    setToggled((before) => ({ ...before, [group]: !(before[group] ?? openByDefault(group)) }));
  const visible = (group: MenuGroup): Route[] =>
    menuEntries(group).filter((entry) => mayOpen(profile, entry) && !isEmptyItem(entry));

  const pinned = <PinnedViews key="pinned" folded={collapsed || row} onNavigate={onNavigate} />;
  return (
    <nav
      ref={menu}
      className={row ? `ic-row ic-tall ic-gap-4 ic-scroll-x ${styles.navRow}` : styles.nav}
      aria-label={t('frame.navigation')}
    >
      {/* Users without the dashboard see the pinned views above all groups. */}
      {visible('dashboard').length === 0 && pinned}
      {menuGroups.map((group) => {
        const entries = visible(group);
        const [first] = entries;
        if (!first) return null;
        if (entries.length === 1) {
          return (
            <Fragment key={group}>
              <NavLink
                route={first}
                icon={ICONS[group]}
                active={active}
                collapsed={collapsed}
                onNavigate={onNavigate}
              />
              {group === 'dashboard' && pinned}
            </Fragment>
          );
        }
        const shared = { label: t(`menu.group.${group}`), icon: ICONS[group], entries, active, onNavigate };
        return collapsed || row ? (
          <NavFlyout key={group} {...shared} named={row} />
        ) : (
          <NavGroup
            key={group}
            {...shared}
            open={toggled[group] ?? openByDefault(group)}
            onToggle={() => toggle(group)}
          />
        );
      })}
    </nav>
  );
}
