import { Drawer } from 'antd';
import { useLayout } from '../../preferences/layout-context';
import { colourVariables } from '../../theme/css-variables';
import { menuColours } from '../../theme/skins';
import { useThemeName } from '../../theme/theme-provider';
import { NavBrand } from './nav-brand';
import { Navigation } from './navigation';

const WIDTH = 264;

/** Menu of narrow windows, which slides over the page. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { settings } = useLayout();
  const theme = useThemeName();
  const { skin, semiDarkMenu, rightToLeft } = settings;
  const colours = menuColours(theme, skin, semiDarkMenu);
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement={rightToLeft ? 'right' : 'left'}
      size={WIDTH}
      closable={false}
      title={<NavBrand />}
      styles={{
        body: { padding: '8px 0' },
        header: { padding: 0, borderColor: 'var(--ic-border)' },
        section: { ...colourVariables(colours), background: 'var(--ic-surface)' },
      }}
    >
      <Navigation collapsed={false} onNavigate={onClose} />
    </Drawer>
  );
}
