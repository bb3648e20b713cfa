import { useCallback, useSyncExternalStore } from 'react';
import { followPrinting, printingBegun, SHEET_WIDTH } from './use-printing';

/** A query of the window's width alone. */
const WIDTH = /^\((min|max)-width: (\d+)px\)$/;

/** What is printed has the form of its sheets before these are counted: what became higher afterwards was cut off, what became lower left blank ones. */
function matches(query: string): boolean {
  const [, bound, width] = (printingBegun() && WIDTH.exec(query)) || [];
  if (bound === undefined) return window.matchMedia(query).matches;
  return bound === 'max' ? SHEET_WIDTH <= Number(width) : SHEET_WIDTH >= Number(width);
}

/** Whether a media query holds, followed live. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      const unfollow = followPrinting(listener);
      return () => {
        media.removeEventListener('change', listener);
        unfollow();
      };
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => matches(query));
}
