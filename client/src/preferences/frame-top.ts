import { SIZES } from '../theme/tokens';
import type { LayoutSettings } from './layout-settings';

/** What of the frame stays at the top of the window while the page scrolls, in pixels. */
export function frameTop(
  {
    navbarType,
    navType,
    horizontalNavType,
  }: Pick<LayoutSettings, 'navbarType' | 'navType' | 'horizontalNavType'>,
  overlay: boolean,
): number {
  // On narrow windows the bar holds the way to the menu, and is never hidden.
  const bar = navbarType === 'sticky' || (overlay && navbarType === 'hidden') ? SIZES.navbarHeight : 0;
  const menu =
    !overlay && navType === 'horizontal' && horizontalNavType === 'sticky' ? SIZES.horizontalNavHeight : 0;
  return bar + menu;
}
