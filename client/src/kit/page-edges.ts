import { useEffect, type RefCallback } from 'react';
import { useElementHeight } from './use-element-height';

/** Sticky parts of a page: filters below the navbar, the form footer, and the frame's footer below that. */
type Edge = 'bar' | 'foot' | 'footer';

/**
 * Measures a sticky part at an edge of the window and publishes its height, also as a CSS variable
 * (`--ic-page-bar`, `--ic-page-foot`, `--ic-page-footer`). Focused elements scroll clear of it, and boxes
 * end before it.
 * @param stays false if it scrolls with the page, as on narrow windows
 */
export function usePageEdge(
  edge: Edge,
  stays = true,
): readonly [ref: RefCallback<HTMLElement>, height: number] {
  const [ref, height] = useElementHeight();
  useEffect(() => {
    if (!stays) return undefined;
    const { style } = document.documentElement;
    style.setProperty(`--ic-page-${edge}`, `${height}px`);
    return () => void style.removeProperty(`--ic-page-${edge}`);
  }, [edge, stays, height]);
  return [ref, height];
}
