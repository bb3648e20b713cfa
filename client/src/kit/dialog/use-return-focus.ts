import { useEffect, useState, type RefObject } from 'react';

/**
 * Returns the focus to the opener when a dialog unmounts. Our dialogs unmount with their result, before antd
 * can do so; keyboard users would start at the top of the page.
 * @param to target if another dialog, which is gone too, opened this one
 */
export function useReturnFocus(to?: RefObject<HTMLElement | null>): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      const back = to ? to.current : opener;
      if (lost && back instanceof HTMLElement && back.isConnected) back.focus({ preventScroll: true });
    },
    [opener, to],
  );
}
