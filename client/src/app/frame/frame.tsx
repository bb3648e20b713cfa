import { lazy, useCallback, useLayoutEffect, useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ExportTray } from '../../kit/export/export-tray';
import { LazyOverlay } from '../../kit/lazy-overlay';
import { loadGuideTexts, loadManagementTexts } from '../../i18n/i18n';
import { useLayout } from '../../preferences/layout-context';
import { useFrameTop, useOverlayNav } from '../../preferences/use-frame-top';
import { colourVariables, setFrameTop } from '../../theme/css-variables';
import { useHelpKeys } from '../palette/use-help-keys';
import styles from './frame.module.css';
import { EdgeButtons, Navbar } from './navbar';
import { ProductOutlet } from './product-outlet';
import { menuColours } from '../../theme/skins';
import { useThemeName } from '../../theme/theme-provider';
import { Navigation } from './navigation';
import { usePageEdge } from '../../kit/use-window';
import { formatDateTime } from '../../kit/tokyo-date';
import { useConsoleConfig } from '../../session/console-config';
import { PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { DrillDownHost } from './drill-down-host';
import { FactorNotice } from './factor-notice';
import { NavBrand } from './nav-brand';

/** Side menu: wide or icons only. When unpinned, it slides over the page on hover or focus. */
function SideNav() {
  const { t } = useTranslation();
  const { settings, set } = useLayout();
  const theme = useThemeName();
  const [peeking, setPeeking] = useState(false);
  const { navCollapsed, navPinned } = settings;
  const slides = navCollapsed && !navPinned;
  const open = !navCollapsed || (slides && peeking);
  const label = t(navPinned ? 'frame.unpinNavigation' : 'frame.pinNavigation');

  /** Pinning keeps the width; unpinning gives the space to the page. */
  function pin(): void {
    set('navPinned', !navPinned);
    set('navCollapsed', navPinned);
    setPeeking(false);
  }
  const leave = (event: FocusEvent<HTMLElement>): void => {
    if (!event.currentTarget.contains(event.relatedTarget)) setPeeking(false);
  };

  return (
    <aside
      data-screen-only
      className={`ic-stack ic-rigid ${styles.side} ${navCollapsed ? styles.sideCollapsed : ''}`}
      style={colourVariables(menuColours(theme, settings.skin, settings.semiDarkMenu))}
      {...(slides && {
        onMouseEnter: () => setPeeking(true),
        onMouseLeave: () => setPeeking(false),
        onFocus: () => setPeeking(true),
        onBlur: leave,
      })}
    >
      <div
        className={`ic-stack ic-surface ic-hidden ${styles.sidePanel} ${slides && peeking ? styles.peeking : ''}`}
      >
        <div className="ic-row ic-between ic-rigid">
          <NavBrand collapsed={!open} />
          {open && (
            <Tooltip title={label}>
              <Button
                type="text"
                size="small"
                className={styles.pin ?? ''}
                icon={navPinned ? <PushpinFilled /> : <PushpinOutlined />}
                aria-label={label}
                aria-pressed={navPinned}
                onClick={pin}
              />
            </Tooltip>
          )}
        </div>
        <Navigation collapsed={!open} />
      </div>
    </aside>
  );
}

/** Returns the build time from the page's meta tag; null in development. */
const builtAt = (): string | null =>
  document.querySelector<HTMLMetaElement>('meta[name="built-at"]')?.content ?? null;

/** Footer of every page: version and build time of the console, and the time zone of dates. */
function Footer() {
  const { t } = useTranslation();
  const { settings } = useLayout();
  const { version } = useConsoleConfig();
  const stays = settings.footerType === 'sticky';
  const [footer] = usePageEdge('footer', stays);
  const built = builtAt();
  if (settings.footerType === 'hidden') return null;
  return (
    <footer
      ref={footer}
      className={`ic-flex ic-wrap ic-between ic-gap-4-12 ic-line-top ic-hint ${styles.footer} ${stays ? styles.footerSticky : ''}`}
    >
      <span>{t('frame.timeZone')}</span>
      <span>
        {t('common.appName')}
        {version && ` ・ ${t('frame.version', { version })}`}
        {built && ` ・ ${t('frame.built', { time: formatDateTime(built) })}`}
      </span>
    </footer>
  );
}

/** Menu above the page: its groups in a row, each with its entries below. */
function HorizontalNav() {
  const { settings } = useLayout();
  const theme = useThemeName();
  const { skin, semiDarkMenu, horizontalNavType, navbarType } = settings;
  const place =
    horizontalNavType === 'sticky'
      ? `${styles.sticky} ${navbarType === 'sticky' ? styles.belowBar : ''}`
      : '';
  return (
    <div
      data-screen-only
      className={`ic-line-bottom ic-surface ${styles.horizontal} ${place}`}
      style={colourVariables(menuColours(theme, skin, semiDarkMenu))}
    >
      <Navigation row collapsed={false} />
    </div>
  );
}

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

/** Position of the menu: at the side, above the page, or in a drawer if there is no room or no navbar. */
export type MenuPlace = 'side' | 'top' | 'drawer';

function useMenuPlace(): MenuPlace {
  const { settings } = useLayout();
  if (useOverlayNav()) return 'drawer';
  if (settings.navType === 'vertical') return 'side';
  return settings.horizontalNavType === 'hidden' ? 'drawer' : 'top';
}

interface DrawerState {
  open: boolean;
  /** Loads the drawer's code when it is first opened. */
  used: boolean;
  show: () => void;
  hide: () => void;
  /** Resets the drawer to unopened, after its code failed to load. */
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

/** Frame around every page: menu, navbar, content and footer, as set in this browser. */
export function Frame() {
  const { t } = useTranslation();
  const { settings } = useLayout();
  const overlay = useOverlayNav();
  const menu = useMenuPlace();
  const top = useFrameTop();
  useLayoutEffect(() => setFrameTop(top), [top]);
  const drawer = useDrawer();
  // Lives here because the navbar with its button can disappear while the settings are open.
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
      <a data-screen-only className={`ic-rounded ic-p-8-16 ${styles.skip}`} href="#content">
        {t('common.skipToContent')}
      </a>
      {menu === 'side' && <SideNav />}
      {menu === 'drawer' && drawer.used && (
        <LazyOverlay onClose={drawer.drop}>
          <NavDrawer open={drawer.open} onClose={drawer.hide} />
        </LazyOverlay>
      )}
      {layout.used && (
        <LazyOverlay onClose={layout.drop}>
          <LayoutDrawer open={layout.open} onClose={layout.hide} />
        </LazyOverlay>
      )}
      {help && (
        <LazyOverlay onClose={closeHelp}>
          {help === 'palette' ? (
            <Palette onClose={closeHelp} showShortcuts={openShortcuts} showLayout={layout.show} />
          ) : (
            <Shortcuts onClose={closeHelp} />
          )}
        </LazyOverlay>
      )}
      <div className={`ic-stack ic-fill ${styles.main}`}>
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
        <main id="content" tabIndex={-1} className={`ic-fill ic-wide ${styles.content} ${boxed}`}>
          <FactorNotice />
          <ProductOutlet />
          <DrillDownHost />
        </main>
        <Footer />
        <ExportTray />
      </div>
    </div>
  );
}
