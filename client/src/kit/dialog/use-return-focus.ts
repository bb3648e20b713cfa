import { useEffect, useState, type RefObject } from 'react';

/**
 * Gives the focus back to what opened a dialog. Our dialogs go out of the tree with their answer, which leaves antd no
 * moment to do so: whoever works by keyboard would begin at the top of the page again.
 * @param to what gets it where the dialog was opened by another one, which is gone too
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
