import { useSyncExternalStore } from 'react';

/** Between these two events; the first comes before the sheet is laid out, which the media query does not. */
let begun = false;

/** Tells when a printing begins and ends. Answers how to stop it. */
export function followPrinting(listener: () => void): () => void {
  const paper = window.matchMedia('print');
  const begin = (): void => {
    begun = true;
    listener();
  };
  const end = (): void => {
    begun = false;
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

/** Whether a printing has begun: sheets are counted by what stands when its event ends, before the window is as wide as they are. */
export const printingBegun = (): boolean => begun;

/** Pixels of a sheet across, inside its margins (theme/print.css). */
export const SHEET_WIDTH = 1047;

/** Whether the page is being printed: then it is drawn light, whole and without what only a screen has a use for. */
export const usePrinting = (): boolean =>
  useSyncExternalStore(followPrinting, () => begun || window.matchMedia('print').matches);

/** Pixels of a sheet that a panel has for what it holds. */
const PAPER_WIDTH = 1000;

/** Printed smaller than this, letters of 13 pixels can't be read: some 7 points. */
export const leastZoom = 0.75;
/** Pixels that stand beside each other on a sheet and can be read. */
export const leastWidthOfPaper = PAPER_WIDTH / leastZoom;

/** What is wider than a sheet is printed smaller, so that all of it stands there. */
export const paperZoom = (width: number): { zoom: number } => ({ zoom: Math.min(1, PAPER_WIDTH / width) });
