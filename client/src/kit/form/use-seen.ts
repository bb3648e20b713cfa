import { useEffect, type RefObject } from 'react';

/** Brings a note into sight and gives it the focus, each time that it says something new. */
export function useSeen(place: RefObject<HTMLElement | null>, news: unknown): void {
  useEffect(() => {
    if (!news) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [place, news]);
}
