import { useSyncExternalStore } from 'react';

/**
 * True between the two print events. `beforeprint` fires before the layout of the sheet, the media query
 * changes only after it.
 */
let isStarted = false;

/**
 * Calls the listener when printing starts and ends.
 * @returns a function that stops it
 */
export function subscribePrinting(listener: () => void): () => void {
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
export const isPrintingStarted = (): boolean => isStarted;

/** Width of a sheet in pixels, within its margins (theme/print.css). */
export const SHEET_WIDTH = 1047;

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
