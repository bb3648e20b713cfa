import { SIZES } from '../theme/tokens';
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
