import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Outlet } from 'react-router-dom';
import { useLayout } from '../../preferences/layout-context';
import { useSession } from '../../session/session-context';
import { useMediaQuery } from '../../kit/use-media-query';
import { SIZES } from '../../theme/tokens';
import { Footer } from './footer';
import { ExportTray } from '../../kit/export/export-tray';
import styles from './frame.module.css';
import { NavBrand } from './nav-brand';
import { Navbar } from './navbar';
import { Navigation } from './navigation';
import { ProductProblem } from './product-problem';

const NavDrawer = lazy(() => import('./nav-drawer').then((module) => ({ default: module.NavDrawer })));

/** The frame around every page: side navigation (a drawer on narrow windows), navbar, content, footer. */
export function Frame() {
  const { t } = useTranslation();
  const { settings } = useLayout();
  const { productId } = useSession();
  const overlay = useMediaQuery(`(max-width: ${SIZES.overlayNavBreakpoint - 1}px)`);
  // The drawer's code comes with its first opening.
  const [drawer, setDrawer] = useState<'unused' | 'open' | 'closed'>('unused');
  const collapsed = settings.navCollapsed && !overlay;

  return (
    <div className={styles.frame}>
      <a className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      {overlay ? (
        drawer !== 'unused' && (
          <Suspense>
            <NavDrawer open={drawer === 'open'} onClose={() => setDrawer('closed')} />
          </Suspense>
        )
      ) : (
        <aside className={`${styles.side} ${collapsed ? styles.sideCollapsed : ''}`}>
          <NavBrand collapsed={collapsed} />
          <Navigation collapsed={collapsed} />
        </aside>
      )}
      <div className={styles.main}>
        <Navbar overlay={overlay} onOpenNavigation={() => setDrawer('open')} />
        <main id="content" tabIndex={-1} className={`${styles.content} ${styles[settings.contentWidth]}`}>
          {productId === undefined ? <ProductProblem /> : <Outlet />}
        </main>
        <Footer />
        <ExportTray />
      </div>
    </div>
  );
}
