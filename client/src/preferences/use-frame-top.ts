import { useMediaQuery } from '../kit/use-media-query';
import { SIZES } from '../theme/tokens';
import { frameTop } from './frame-top';
import { useLayout } from './layout-context';

/** Whether the window is so narrow that the menu slides over the page. */
export const useOverlayNav = (): boolean => useMediaQuery(`(max-width: ${SIZES.overlayNavBreakpoint - 1}px)`);

/** Returns the height of the frame's sticky parts at the top of the window, in pixels. */
export function useFrameTop(): number {
  const { settings } = useLayout();
  return frameTop(settings, useOverlayNav());
}
