import { useEffect, useRef, type RefObject } from 'react';

/**
 * Scrolls the current entry to the middle of the menu if it is out of sight.
 * @returns the ref for the menu
 */
export function useScrollToCurrent(current: string | undefined): RefObject<HTMLElement | null> {
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    const entry = menu.current?.querySelector('[aria-current="page"]');
    if (!menu.current || !entry) return;
    const visibleArea = menu.current.getBoundingClientRect();
    const { top, bottom } = entry.getBoundingClientRect();
    if (top < visibleArea.top || bottom > visibleArea.bottom)
      menu.current.scrollTop += (top + bottom - visibleArea.top - visibleArea.bottom) / 2;
  }, [current]);
  return menu;
}
