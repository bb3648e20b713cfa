import { useCallback, useSyncExternalStore } from 'react';
import { SIZES } from '../theme/tokens';
import { subscribePrinting, isPrintingStarted, SHEET_WIDTH } from './use-printing';

/** Matches queries of only the window's width. */
const WIDTH = /^\((min|max)-width: (\d+)px\)$/;

/**
 * The page must have its print layout before the browser counts the sheets: content that grew later was cut
 * off, and content that shrank left blank sheets.
 */
function matches(query: string): boolean {
  const [, bound, width] = (isPrintingStarted() && WIDTH.exec(query)) || [];
  if (bound === undefined) return window.matchMedia(query).matches;
  return bound === 'max' ? SHEET_WIDTH <= Number(width) : SHEET_WIDTH >= Number(width);
}

/** Whether a media query matches, updated live. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      const unsubscribe = subscribePrinting(listener);
      return () => {
        media.removeEventListener('change', listener);
        unsubscribe();
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matches(query));
}

/** Whether the window has the width of a phone. */
export const useNarrow = (): boolean => useMediaQuery(`(max-width: ${SIZES.smallBreakpoint - 1}px)`);
