import { Drawer } from 'antd';
import { NavBrand } from './nav-brand';
import { Navigation } from './navigation';

const WIDTH = 264;

/** The menu of narrow windows, which slides over the page. */
export function NavDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Drawer
      open={open}
      onClose={onClose}
      placement="left"
      size={WIDTH}
      closable={false}
      title={<NavBrand />}
      styles={{ body: { padding: '8px 0' }, header: { padding: 0 } }}
    >
      <Navigation collapsed={false} onNavigate={onClose} />
    </Drawer>
  );
}
