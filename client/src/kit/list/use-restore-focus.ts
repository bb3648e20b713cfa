import { useEffect, useRef, type RefObject } from 'react';

const CHOICE = 'input[type="checkbox"]';

/**
 * Restores the focus after the last choice is cleared. The focus was in the bulk bar, which is gone, so
 * keyboard users would start at the top of the page.
 * @param walked whether rows have keyboard navigation; the focus then returns to the row chosen last
 */
export function useRestoreFocus(
  panel: RefObject<HTMLElement | null>,
  ids: ReadonlySet<number | string>,
  walked: boolean,
): void {
  const last = useRef<number | string | undefined>(undefined);
  useEffect(() => {
    const was = last.current;
    last.current = [...ids].at(-1);
    if (ids.size > 0 || was === undefined) return;
    const at = document.activeElement;
    if (at !== null && at !== document.body) return;
    const row = walked
      ? panel.current?.querySelector<HTMLElement>(`[data-row-key="${CSS.escape(String(was))}"]`)
      : undefined;
    (row ?? panel.current)?.querySelector<HTMLElement>(CHOICE)?.focus({ preventScroll: true });
  }, [panel, ids, walked]);
}
