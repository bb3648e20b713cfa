import { useEffect, type RefCallback } from 'react';
import { useElementHeight } from './use-element-height';

/** Parts of a page that stay in sight: conditions below the frame's bar, the foot of a form, the frame's footer below that. */
type Edge = 'bar' | 'foot' | 'footer';

/**
 * Takes a part of the page that stays at an edge of the window and tells its height, to the CSS too (`--ic-page-bar`,
 * `--ic-page-foot`, `--ic-page-footer`): what takes the focus is scrolled clear of it, and boxes end before it.
 * @param stays false where it scrolls with the page, as on narrow windows
 */
export function usePageEdge(
  edge: Edge,
  stays = true,
): readonly [take: RefCallback<HTMLElement>, height: number] {
  const [take, height] = useElementHeight();
  useEffect(() => {
    if (!stays) return undefined;
    const { style } = document.documentElement;
    style.setProperty(`--ic-page-${edge}`, `${height}px`);
    return () => void style.removeProperty(`--ic-page-${edge}`);
  }, [edge, stays, height]);
  return [take, height];
}
