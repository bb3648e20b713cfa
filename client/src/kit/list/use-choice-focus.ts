import { useEffect, useRef, type RefObject } from 'react';

const CHOICE = 'input[type="checkbox"]';

/**
 * Puts the focus at what rows are chosen by once nothing is chosen any more: it was on the bar of what can be done with them,
 * which is gone then, and whoever works by keyboard would begin at the top of the page.
 * @param walked whether rows are walked by keys: the row that was chosen last is the current one then
 */
export function useChoiceFocus(
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
