import {
  DesktopOutlined,
  GlobalOutlined,
  MenuFoldOutlined,
  MenuOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SunOutlined,
} from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../preferences/layout-context';
import type { MenuPlace } from './frame';
import styles from './frame.module.css';
import { LayoutButton, PaletteButton } from './layout-button';
import { NavBrand } from './nav-brand';
import { ProductSwitcher } from './product-switcher';
import { UserMenu } from './user-menu';
import { changeLanguage, currentLanguage } from '../../i18n/i18n';
import { MenuButton } from '../../kit/menu-button';
import { LANGUAGE_NAMES, LANGUAGES } from '../../preferences/language';
import type { ReactNode } from 'react';
import { entriesOf } from '../../../../shared/records';
import type { ThemeChoice } from '../../preferences/layout-settings';

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
