import {
  useCallback,
  useSyncExternalStore,
  useState,
  type RefCallback,
  useLayoutEffect,
  type RefObject,
  useEffect,
} from 'react';
import { SIZES } from '../theme/tokens';

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

const EVENTS = ['online', 'offline'] as const;

function subscribe(listener: () => void): () => void {
  for (const event of EVENTS) window.addEventListener(event, listener);
  return () => {
    for (const event of EVENTS) window.removeEventListener(event, listener);
  };
}

/** Whether the browser is online, updated live. */
export const useOnline = (): boolean => useSyncExternalStore(subscribe, () => navigator.onLine);

/**
 * True between the two print events. `beforeprint` fires before the layout of the sheet, the media query
 * changes only after it.
 */
let isStarted = false;

/**
 * Calls the listener when printing starts and ends.
 * @returns a function that stops it
 */
function subscribePrinting(listener: () => void): () => void {
  const paper = window.matchMedia('print');
  const begin = (): void => {
    isStarted = true;
    listener();
  };
  const end = (): void => {
    isStarted = false;
    listener();
  };
  paper.addEventListener('change', listener);
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  return () => {
    paper.removeEventListener('change', listener);
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
  };
}

/**
 * Whether printing has started. The browser counts the sheets right after `beforeprint`, before the window
 * has their width.
 */
const isPrintingStarted = (): boolean => isStarted;

/** Width of a sheet in pixels, within its margins (theme/print.css). */
const SHEET_WIDTH = 1047;

/** Whether the page is being printed: then it renders light, complete, and without screen-only parts. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(subscribePrinting, () => isStarted || window.matchMedia('print').matches);

/** Pixels of a sheet available to a panel's content. */
const PAPER_WIDTH = 1000;

/** Below this scale, printed text of 13 pixels (some 7 points) is illegible. */
export const minZoom = 0.75;
/** Maximum legible content width on a sheet, in pixels. */
export const maxPaperWidth = PAPER_WIDTH / minZoom;

/** Scales down content that is wider than a sheet. */
export const paperZoom = (width: number): { zoom: number } => ({ zoom: Math.min(1, PAPER_WIDTH / width) });

/** Returns a ref callback and the current height of its element in pixels; 0 until it is rendered. */
export function useElementHeight(): readonly [ref: RefCallback<HTMLElement>, height: number] {
  const [height, setHeight] = useState(0);
  const ref = useCallback((element: HTMLElement | null) => {
    if (!element) return undefined;
    const measure = (): void => setHeight(Math.round(element.getBoundingClientRect().height));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, height];
}

/** Returns the current width of an element in pixels; 0 until it is rendered. */
export function useElementWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return undefined;
    const measure = (): void => setWidth(Math.round(current.getBoundingClientRect().width));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

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
