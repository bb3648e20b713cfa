import { useEffect, useState, type RefObject } from 'react';

/** Pixels kept free below a box on long pages. */
const GAP = 16;
/** More content below than this is not the page's end. */
const MAX_ROOM = 240;

/** Height below the last box; the next box starts with it to keep its height stable. */
let last = 120;

/**
 * Returns the pixel height of the content below a scroll box: notes, page margin, footer. A box that leaves
 * this room keeps its header visible at the end of the page.
 */
export function useRoomBelow(box: RefObject<HTMLElement | null>): number {
  const [below, setBelow] = useState(last);
  useEffect(() => {
    const measure = (): void => {
      if (!box.current) return;
      const { scrollHeight, clientHeight } = document.documentElement;
      // A page without scrolling has no end to scroll to.
      if (scrollHeight <= clientHeight) return;
      const measured = Math.round(scrollHeight - window.scrollY - box.current.getBoundingClientRect().bottom);
      last = measured <= MAX_ROOM ? Math.max(measured, GAP) : GAP;
      setBelow(last);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return below;
}
