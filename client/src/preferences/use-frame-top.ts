import { useContext } from 'react';
import { Embedded } from '../kit/embedded';
import { useMediaQuery } from '../kit/use-window';
import { SIZES } from '../theme/tokens';
import { useLayout } from './layout-context';
import type { LayoutSettings } from './layout-settings';

/** Returns the height of the frame's sticky parts at the top of the window, in pixels. */
export function frameTop(
  {
    navbarType,
    navType,
    horizontalNavType,
  }: Pick<LayoutSettings, 'navbarType' | 'navType' | 'horizontalNavType'>,
  overlay: boolean,
): number {
  // On narrow windows the navbar contains the menu button and is never hidden.
  const bar = navbarType === 'sticky' || (overlay && navbarType === 'hidden') ? SIZES.navbarHeight : 0;
  const menu =
    !overlay && navType === 'horizontal' && horizontalNavType === 'sticky' ? SIZES.horizontalNavHeight : 0;
  return bar + menu;
}

/** Whether the window is so narrow that the menu slides over the page. */
export const useOverlayNav = (): boolean => useMediaQuery(`(max-width: ${SIZES.overlayNavBreakpoint - 1}px)`);

/** Returns the height of the frame's sticky parts at the top of the page, in pixels. */
export function useFrameTop(): number {
  const { settings } = useLayout();
  const top = frameTop(settings, useOverlayNav());
  return useContext(Embedded) ? 0 : top;
}
