import { MenuOutlined, SearchOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { COMMAND_KEY } from '../palette/use-help-keys';
import styles from './frame.module.css';
import { ProductSwitcher } from './product-switcher';
import { UserMenu } from './user-menu';

/** Button that opens the layout settings. */
export function LayoutButton({ onOpen }: { onOpen: () => void }) {
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
export function PaletteButton({ onOpen }: { onOpen: () => void }) {
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
