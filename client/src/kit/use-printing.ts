import { useSyncExternalStore } from 'react';

function follow(listener: () => void): () => void {
  const paper = window.matchMedia('print');
  paper.addEventListener('change', listener);
  return () => paper.removeEventListener('change', listener);
}

/** Whether the page is being printed: then it is drawn light, whole and without what only a screen has a use for. */
export const usePrinting = (): boolean => useSyncExternalStore(follow, () => window.matchMedia('print').matches);
