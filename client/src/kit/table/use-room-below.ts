import { useEffect, useState, type RefObject } from 'react';

/** Pixels kept free below a box whose page goes on for long. */
const GAP = 16;
/** More than this is no end of a page, but more of it. */
const MOST = 240;

/** What the last box had below it: the next one begins with it, so that it does not change its height. */
let last = 120;

/**
 * Pixels of the page below a box that is scrolled by itself: notes, the page's margin, the foot. A box that leaves them
 * room in the window has its head in sight at the end of the page too.
 */
export function useRoomBelow(box: RefObject<HTMLElement | null>): number {
  const [below, setBelow] = useState(last);
  useEffect(() => {
    const measure = (): void => {
      if (!box.current) return;
      const { scrollHeight, clientHeight } = document.documentElement;
      // A page that is not scrolled has no end to scroll to.
      if (scrollHeight <= clientHeight) return;
      const found = Math.round(scrollHeight - window.scrollY - box.current.getBoundingClientRect().bottom);
      last = found <= MOST ? Math.max(found, GAP) : GAP;
      setBelow(last);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [box]);
  return below;
}
