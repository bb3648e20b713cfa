import { MenuOutlined, SettingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from './frame.module.css';

/** Opens the settings of how the frame looks. */
export function LayoutButton({ onOpen }: { onOpen: () => void }) {
  const { t } = useTranslation();
  // A tooltip of antd would stand over the drawer that it opens, and take the first Escape.
  return <Button type="text" icon={<SettingOutlined />} aria-label={t('frame.layout')} title={t('frame.layout')} onClick={onOpen} />;
}

/** What stands at the edge of the window where there is no bar: the way to its settings, and to the menu where nothing else opens that. */
export function EdgeButtons({ onOpen, onOpenNavigation }: { onOpen: () => void; onOpenNavigation: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={styles.floating}>
      {onOpenNavigation && <Button type="text" icon={<MenuOutlined />} aria-label={t('frame.openNavigation')} onClick={onOpenNavigation} />}
      <LayoutButton onOpen={onOpen} />
    </div>
  );
}
