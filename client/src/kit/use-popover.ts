import { useEffect, useRef, type RefObject } from 'react';
import type { TooltipRef } from 'antd/es/tooltip';

const placeOf = (element: Element): string => {
  const { x, y, width, height } = element.getBoundingClientRect();
  return [x, y, width, height].join(' ');
};

/**
 * Keeps an open popover at its button: antd follows the window but not later layout changes, and no event
 * reports that an element has moved. Moves the focus to the pressed button or the first control of the
 * popover when it opens, and back to the button when it closes: its content stands at the end of the page, out of
 * reach of the Tab key.
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
    let entered = false;
    const follow = (): void => {
      const now = placeOf(opener);
      if (now !== place) popover.current?.forceAlign();
      place = now;
      if (!entered && document.activeElement === opener) {
        // antd's reference to the popup is that of an earlier render.
        const popup = document.querySelector('.ant-popover:not(.ant-popover-hidden)');
        const control =
          popup?.querySelector<HTMLElement>('[aria-pressed="true"]') ??
          popup?.querySelector<HTMLElement>('input, button');
        control?.focus({ preventScroll: true });
      }
      entered ||= document.activeElement !== opener;
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
