import { PushpinFilled, PushpinOutlined } from '@ant-design/icons';
import { Button, Tooltip } from 'antd';
import { useState, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayout } from '../../preferences/layout-context';
import { colourVariables } from '../../theme/css-variables';
import { menuColours } from '../../theme/skins';
import { useThemeName } from '../../theme/theme-provider';
import styles from './frame.module.css';
import { NavBrand } from './nav-brand';
import { Navigation } from './navigation';

/** Side menu: wide or icons only. When unpinned, it slides over the page on hover or focus. */
export function SideNav() {
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
