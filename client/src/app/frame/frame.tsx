import { lazy, useCallback, useLayoutEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportTray } from '../../kit/export/export-tray';
import { OverPage } from '../../kit/lazy-overlay';
import { loadGuideTexts, loadManagementTexts } from '../../i18n/i18n';
import { useLayout } from '../../preferences/layout-context';
import { useFrameTop, useOverlayNav } from '../../preferences/use-frame-top';
import { setFrameTop } from '../../theme/css-variables';
import { useHelpKeys } from '../palette/use-help-keys';
import { Footer } from './footer';
import styles from './frame.module.css';
import { HorizontalNav } from './horizontal-nav';
import { EdgeButtons } from './layout-button';
import { Navbar } from './navbar';
import { ProductOutlet } from './product-outlet';
import { SideNav } from './side-nav';

const LayoutDrawer = lazy(() =>
  Promise.all([import('./layout-drawer'), loadManagementTexts()]).then(([module]) => ({
    default: module.LayoutDrawer,
  })),
);
const NavDrawer = lazy(() => import('./nav-drawer').then((module) => ({ default: module.NavDrawer })));

const Palette = lazy(() =>
  Promise.all([import('../palette/palette'), loadGuideTexts(), loadManagementTexts()]).then(([module]) => ({
    default: module.Palette,
  })),
);
const Shortcuts = lazy(() =>
  Promise.all([import('../palette/shortcuts'), loadGuideTexts()]).then(([module]) => ({
    default: module.Shortcuts,
  })),
);

/** Where the menu stands: at the side, above the page, or in a drawer where there is no room or no bar for it. */
export type MenuPlace = 'side' | 'top' | 'drawer';

function useMenuPlace(): MenuPlace {
  const { settings } = useLayout();
  if (useOverlayNav()) return 'drawer';
  if (settings.navType === 'vertical') return 'side';
  return settings.horizontalNavType === 'hidden' ? 'drawer' : 'top';
}

interface DrawerState {
  open: boolean;
  /** Its code comes with its first opening. */
  used: boolean;
  show: () => void;
  hide: () => void;
  /** As if it had never been opened: its code did not come. */
  drop: () => void;
}

function useDrawer(): DrawerState {
  const [state, setState] = useState<'unused' | 'open' | 'closed'>('unused');
  return {
    open: state === 'open',
    used: state !== 'unused',
    show: () => setState('open'),
    hide: () => setState('closed'),
    drop: () => setState('unused'),
  };
}

/** The frame around every page: the menu, the bar, content, footer, each as this browser's user likes it. */
export function Frame() {
  const { t } = useTranslation();
  const { settings } = useLayout();
  const overlay = useOverlayNav();
  const menu = useMenuPlace();
  const top = useFrameTop();
  useLayoutEffect(() => setFrameTop(top), [top]);
  const drawer = useDrawer();
  // Here, since the bar with its button may go while its settings are open.
  const layout = useDrawer();
  const [help, setHelp] = useState<'palette' | 'shortcuts'>();
  const closeHelp = useCallback(() => setHelp(undefined), []);
  const openPalette = useCallback(() => setHelp('palette'), []);
  const openShortcuts = useCallback(() => setHelp('shortcuts'), []);
  useHelpKeys(openPalette, openShortcuts);
  const hiddenBar = settings.navbarType === 'hidden' && !overlay;
  const boxed = settings.contentWidth === 'boxed' ? styles.boxed : '';

  return (
    <div className={styles.frame} data-menu={menu}>
      <a data-screen-only className={styles.skip} href="#content">
        {t('common.skipToContent')}
      </a>
      {menu === 'side' && <SideNav />}
      {menu === 'drawer' && drawer.used && (
        <OverPage onClose={drawer.drop}>
          <NavDrawer open={drawer.open} onClose={drawer.hide} />
        </OverPage>
      )}
      {layout.used && (
        <OverPage onClose={layout.drop}>
          <LayoutDrawer open={layout.open} onClose={layout.hide} />
        </OverPage>
      )}
      {help && (
        <OverPage onClose={closeHelp}>
          {help === 'palette' ? (
            <Palette onClose={closeHelp} showShortcuts={openShortcuts} showLayout={layout.show} />
          ) : (
            <Shortcuts onClose={closeHelp} />
          )}
        </OverPage>
      )}
      <div className={styles.main}>
        {hiddenBar ? (
          <EdgeButtons
            onOpen={layout.show}
            onOpenPalette={openPalette}
            onOpenNavigation={menu === 'drawer' ? drawer.show : undefined}
          />
        ) : (
          <Navbar
            menu={menu}
            compact={overlay}
            onOpenNavigation={drawer.show}
            onOpenLayout={layout.show}
            onOpenPalette={openPalette}
          />
        )}
        {menu === 'top' && <HorizontalNav />}
        <main id="content" tabIndex={-1} className={`${styles.content} ${boxed}`}>
          <ProductOutlet />
        </main>
        <Footer />
        <ExportTray />
      </div>
    </div>
  );
}
