import { useEffect, useRef, type RefObject } from 'react';
import type { TooltipRef } from 'antd/es/tooltip';

const placeOf = (element: Element): string => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].join(' ');
};

/**
 * Keeps an open popover at its button: antd follows the window but not later layout changes, and no event
 * reports that an element has moved. Returns the focus to the button on close; keyboard users would
 * otherwise start at the top of the page.
 */
export function usePopover(
  open: boolean,
  button: RefObject<HTMLElement | null>,
): RefObject<TooltipRef | null> {
  const popover = useRef<TooltipRef>(null);
  useEffect(() => {
    const opener = button.current;
    if (!open || !opener) return undefined;
    let place = placeOf(opener);
    const follow = (): void => {
      const now = placeOf(opener);
      if (now !== place) popover.current?.forceAlign();
      place = now;
      frame = requestAnimationFrame(follow);
    };
    let frame = requestAnimationFrame(follow);
    return () => {
      cancelAnimationFrame(frame);
      const { activeElement } = document;
      if (activeElement === document.body || activeElement?.closest('.ant-popover'))
        opener.focus({ preventScroll: true });
    };
  }, [open, button]);
  return popover;
}
