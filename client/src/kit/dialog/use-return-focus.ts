import { useEffect, useState } from 'react';

/**
 * Gives the focus back to what opened a dialog. Our dialogs go out of the tree with their answer, which leaves antd no
 * moment to do so: whoever works by keyboard would begin at the top of the page again.
 */
export function useReturnFocus(): void {
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      const lost = document.activeElement === null || document.activeElement === document.body;
      if (lost && opener instanceof HTMLElement && opener.isConnected) opener.focus({ preventScroll: true });
    },
    [opener],
  );
}
