import { MenuOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadManagementTexts } from '../../i18n/i18n';
import styles from './frame.module.css';

const LayoutDrawer = lazy(() => Promise.all([import('./layout-drawer'), loadManagementTexts()]).then(([module]) => ({ default: module.LayoutDrawer })));

export interface LayoutButtonProps {
  /** Stands at the edge of the window, where there is no bar to hold it. */
  floating?: boolean;
  /** Opens the menu, where nothing else does. */
  onOpenNavigation?: () => void;
}

/** Opens the settings of how the frame looks; their code comes with the first opening. */
export function LayoutButton({ floating = false, onOpenNavigation }: LayoutButtonProps) {
  const { t } = useTranslation();
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return (
    <div className={floating ? styles.floating : undefined}>
      {floating && onOpenNavigation && <Button type="text" icon={<MenuOutlined />} aria-label={t('frame.openNavigation')} onClick={onOpenNavigation} />}
      <Tooltip title={t('frame.layout')}>
        <Button type="text" icon={<SettingOutlined />} aria-label={t('frame.layout')} onClick={() => setState('open')} />
      </Tooltip>
      {state !== 'unused' && (
        <Suspense>
          <LayoutDrawer open={state === 'open'} onClose={() => setState('closed')} />
        </Suspense>
      )}
    </div>
  );
}
