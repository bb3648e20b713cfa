import {
  MenuOutlined,
  SearchOutlined,
  SettingOutlined,
  AppstoreOutlined,
  DownOutlined,
  ApiOutlined,
  KeyOutlined,
  LogoutOutlined,
  UserOutlined,
  DesktopOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { COMMAND_KEY } from '../palette/use-help-keys';
import styles from './frame.module.css';
import { MenuButton } from '../../kit/menu-button';
import { useSession } from '../../session/session-context';
import { useNavigate } from 'react-router-dom';
import { RoleType, routes } from '../../../../shared/catalog';
import { keysOf, entriesOf } from '../../../../shared/records';
import { mayOpen } from '../../session/rights';
import { useLayout } from '../../preferences/layout-context';
import type { MenuPlace } from './frame';
import { NavBrand } from './nav-brand';
import { changeLanguage, currentLanguage } from '../../i18n/i18n';
import { LANGUAGE_NAMES, LANGUAGES } from '../../preferences/language';
import type { ReactNode } from 'react';
import type { ThemeChoice } from '../../preferences/layout-settings';

/** Button that opens the layout settings. */
function LayoutButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  // An antd tooltip would cover the drawer and take the first Escape.
  return (
    <Button
      type="text"
      icon={<SettingOutlined />}
      aria-label={t('frame.layout')}
      title={t('frame.layout')}
      onClick={onOpen}
    />
  );
}

/** Button that opens the command palette. */
function PaletteButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  return (
    <Button
      type="text"
      icon={<SearchOutlined />}
      aria-label={t('frame.palette')}
      aria-keyshortcuts="Control+K Meta+K"
      title={`${t('frame.palette')} (${COMMAND_KEY} K)`}
      onClick={onOpen}
    />
  );
}

interface EdgeProps {
  onOpen: () => void;
  onOpenPalette: () => void;
  /** Undefined when the menu is visible. */
  onOpenNavigation: (() => void) | undefined;
}

/** Buttons at the window's edge when there is no navbar: its actions as icons. */
export function EdgeButtons({ onOpen, onOpenPalette, onOpenNavigation }: EdgeProps) {
  const { t } = useTranslation();
  return (
    <div data-screen-only className={`ic-stack ic-surface ${styles.floating}`}>
      {onOpenNavigation && (
        <Button
          type="text"
          icon={<MenuOutlined />}
          aria-label={t('frame.openNavigation')}
          onClick={onOpenNavigation}
        />
      )}
      <PaletteButton onOpen={onOpenPalette} />
      <ProductSwitcher bare />
      <LayoutButton onOpen={onOpen} />
      <UserMenu compact />
    </div>
  );
}

/**
 * Menu that changes the active product.
 * @param bare shows only the icon
 */
function ProductSwitcher({ bare = false }: { bare?: boolean }) {
  const { t } = useTranslation();
  const { products, productId, chooseProduct } = useSession();
  const current = products.find(({ id }) => id === productId);
  return (
    <MenuButton
      type={bare ? 'text' : 'default'}
      placement={bare ? 'bottomRight' : 'bottomLeft'}
      className={bare ? undefined : styles.product}
      label={`${t('frame.product')}: ${current?.label ?? t('frame.chooseProduct')}`}
      icon={<AppstoreOutlined className="ic-muted" />}
      selected={String(productId ?? '')}
      items={products.map(({ id, label }) => ({ key: String(id), label, onSelect: () => chooseProduct(id) }))}
    >
      {!bare && (
        <span className="ic-fill ic-ellipsis ic-start">{current?.label ?? t('frame.chooseProduct')}</span>
      )}
      {!bare && <DownOutlined className="ic-muted ic-text-11" />}
    </MenuButton>
  );
}

const explorer = routes.find((route) => route.key === 'explorer');

/** Menu with the signed-in user, the API explorer and sign-out. */
function UserMenu({ compact }: { compact: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { profile, signOut } = useSession();
  const role = keysOf(RoleType).find((name) => RoleType[name] === profile.roleType);
  const explore =
    explorer && mayOpen(profile, explorer)
      ? [
          {
            key: 'explorer',
            icon: <ApiOutlined />,
            label: t('menu.explorer'),
            onSelect: () => void navigate(explorer.path),
          },
        ]
      : [];
  return (
    <MenuButton
      label={`${t('frame.userMenu')}: ${profile.userName}`}
      className={styles.user}
      head={
        <div className={`ic-stack ic-secondary ${styles.who}`}>
          <strong>{profile.userName}</strong>
          <span>{profile.email}</span>
          <span>
            {profile.companyName}
            {role && ` ・ ${t(`enums.RoleType.${role}`)}`}
          </span>
        </div>
      }
      items={[
        {
          key: 'profile',
          icon: <UserOutlined />,
          label: t('frame.profile'),
          onSelect: () => void navigate(`/config/user/${profile.userId}`),
        },
        {
          key: 'password',
          icon: <KeyOutlined />,
          label: t('menu.user_password'),
          onSelect: () => void navigate(`/config/user/${profile.userId}/password`),
        },
        ...explore,
        { key: 'sign-out', icon: <LogoutOutlined />, label: t('frame.signOut'), onSelect: signOut },
      ]}
    >
      <i
        className={`ic-rigid ic-round ic-primary ic-text-13 ic-strong ${styles.avatar}`}
        data-initial={[...profile.userName][0]?.toUpperCase()}
        aria-hidden="true"
      />
      {!compact && <span className={`ic-ellipsis ${styles.userName}`}>{profile.userName}</span>}
    </MenuButton>
  );
}

/** Menu for the light, dark or system theme. */
function ThemeSwitch() {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const choices: Record<ThemeChoice, { label: string; icon: ReactNode }> = {
    light: { label: t('frame.themeLight'), icon: <SunOutlined /> },
    dark: { label: t('frame.themeDark'), icon: <MoonOutlined /> },
    system: { label: t('frame.themeSystem'), icon: <DesktopOutlined /> },
  };
  const current = choices[settings.theme];
  return (
    <MenuButton
      label={`${t('frame.theme')}: ${current.label}`}
      icon={current.icon}
      selected={settings.theme}
      items={entriesOf(choices).map(([key, choice]) => ({
        key,
        ...choice,
        onSelect: () => set('theme', key),
      }))}
    />
  );
}

/** Menu that changes the language of the console. */
function LanguageSwitch({ compact = false }: { compact?: boolean }) {
  const { t } = useTranslation();
  const language = currentLanguage();
  return (
    <MenuButton
      label={`${t('common.language')}: ${LANGUAGE_NAMES[language]}`}
      icon={<GlobalOutlined />}
      selected={language}
      items={LANGUAGES.map((key) => ({
        key,
        lang: key,
        label: LANGUAGE_NAMES[key],
        onSelect: () => void changeLanguage(key),
      }))}
    >
      {compact ? null : LANGUAGE_NAMES[language]}
    </MenuButton>
  );
}

interface NavbarProps {
  menu: MenuPlace;
  /** Whether space is limited. */
  compact: boolean;
  onOpenNavigation: () => void;
  onOpenLayout: () => void;
  onOpenPalette: () => void;
}

/** Start of the navbar: the menu button, or the brand if the menu has no button. */
function MenuControl({ menu, onOpenNavigation }: Pick<NavbarProps, 'menu' | 'onOpenNavigation'>) {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const { navCollapsed } = settings;
  if (menu === 'top') return <NavBrand />;
  const drawer = menu === 'drawer';
  const label = drawer ? t('frame.openNavigation') : t(navCollapsed ? 'frame.expand' : 'frame.collapse');
  const icon = drawer ? <MenuOutlined /> : navCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />;
  return (
    <Tooltip title={drawer ? undefined : label}>
      <Button
        type="text"
        icon={icon}
        aria-label={label}
        aria-expanded={drawer ? undefined : !navCollapsed}
        onClick={() => (drawer ? onOpenNavigation() : set('navCollapsed', !navCollapsed))}
      />
    </Tooltip>
  );
}

/** Bar above the content: menu button, product, language, theme, layout settings and user. */
export function Navbar({ menu, compact, onOpenNavigation, onOpenLayout, onOpenPalette }: NavbarProps) {
  const { settings } = useLayout();
  const { navbarType, navbarBlur } = settings;
  const look = [
    `ic-row ic-gap-8 ic-line-bottom ${styles.navbar}`,
    navbarType === 'static' ? '' : styles.sticky,
    navbarBlur ? styles.blur : '',
  ];
  return (
    <header data-screen-only className={look.join(' ')}>
      <MenuControl menu={menu} onOpenNavigation={onOpenNavigation} />
      <ProductSwitcher />
      <div className={`ic-row ic-push ic-gap-4 ${styles.navbarEnd}`}>
        <PaletteButton onOpen={onOpenPalette} />
        <LanguageSwitch compact={compact} />
        <ThemeSwitch />
        <LayoutButton onOpen={onOpenLayout} />
        <UserMenu compact={compact} />
      </div>
    </header>
  );
}
