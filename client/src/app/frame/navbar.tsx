import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { LanguageSwitch } from './language-switch';
import { useLayout } from '../../preferences/layout-context';
import styles from './frame.module.css';
import { ProductSwitcher } from './product-switcher';
import { ThemeSwitch } from './theme-switch';
import { UserMenu } from './user-menu';

/** The bar above the content: menu button, product, language, theme, user. */
export function Navbar({ overlay, onOpenNavigation }: { overlay: boolean; onOpenNavigation: () => void }) {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  if (settings.navbarType === 'hidden' && !overlay) return null;
  const { navCollapsed } = settings;
  const label = overlay ? t('frame.openNavigation') : t(navCollapsed ? 'frame.expand' : 'frame.collapse');
  const icon = overlay ? <MenuOutlined /> : navCollapsed ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />;
  return (
    <header className={`${styles.navbar} ${settings.navbarType === 'static' ? '' : styles.sticky}`}>
      <Tooltip title={overlay ? undefined : label}>
        <Button
          type="text"
          icon={icon}
          aria-label={label}
          aria-expanded={overlay ? undefined : !navCollapsed}
          onClick={() => (overlay ? onOpenNavigation() : set('navCollapsed', !navCollapsed))}
        />
      </Tooltip>
      <ProductSwitcher />
      <div className={styles.navbarEnd}>
        <LanguageSwitch compact={overlay} />
        <ThemeSwitch />
        <UserMenu compact={overlay} />
      </div>
    </header>
  );
}
