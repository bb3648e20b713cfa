import { useEffect, type RefObject } from 'react';

/** Scrolls a note into view and focuses it whenever its content changes. */
export function useRevealNote(place: RefObject<HTMLElement | null>, news: unknown): void {
  useEffect(() => {
    if (!news) return;
    place.current?.scrollIntoView({ block: 'nearest' });
    place.current?.focus({ preventScroll: true });
  }, [place, news]);
}
