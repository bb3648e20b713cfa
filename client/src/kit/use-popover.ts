import { useEffect, useRef, type RefObject } from 'react';
import type { TooltipRef } from 'antd/es/tooltip';

const placeOf = (element: Element): string => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].join(' ');
};

/**
 * Keeps an open popover at its button: antd follows the window, not what is laid out anew because of it, and nothing tells
 * that an element is at another place. Gives the focus back to the button when it closes: whoever works by keyboard would
 * begin at the top of the page again.
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
