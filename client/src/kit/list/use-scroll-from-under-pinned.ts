import { useEffect, type RefObject } from 'react';

const CELL = '.ant-table-cell';
const PINNED = '.ant-table-cell-fix';
const SCROLL_BOXES = '.ant-table-header, .ant-table-body';

/**
 * Returns how many pixels to scroll for the target to be clear of the covers on both sides; its start takes
 * precedence.
 */
function scrollDistance(target: DOMRect, box: DOMRect, covers: readonly DOMRect[]): number {
  const middle = (box.left + box.right) / 2;
  const left = Math.max(box.left, ...covers.filter((one) => one.left < middle).map((one) => one.right));
  const right = Math.min(box.right, ...covers.filter((one) => one.left >= middle).map((one) => one.left));
  const past = Math.max(0, target.right - right);
  return target.left - past < left ? target.left - left : past;
}

/**
 * Scrolls focused cells out from under the pinned columns. CSS scroll padding doesn't help: the browser
 * scrolls header or body separately and antd syncs the other. Pointer focus is ignored, because the pressed
 * element must not move.
 */
export function useScrollFromUnderPinned(place: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const at = place.current;
    const onFocus = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || !target.matches(':focus-visible')) return;
      const cell = target.closest(CELL);
      const box = at?.querySelector('.ant-table-body')?.getBoundingClientRect();
      if (!box || !cell?.parentElement || cell.matches(PINNED)) return;
      const covers = [...cell.parentElement.children]
        .filter((one) => one.matches(PINNED))
        .map((one) => one.getBoundingClientRect());
      const left = scrollDistance(target.getBoundingClientRect(), box, covers);
      if (left === 0) return;
      for (const one of at?.querySelectorAll(SCROLL_BOXES) ?? []) one.scrollBy({ left, behavior: 'instant' });
    };
    at?.addEventListener('focusin', onFocus);
    return () => at?.removeEventListener('focusin', onFocus);
  }, [place]);
}
