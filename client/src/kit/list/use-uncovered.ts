import { useEffect, type RefObject } from 'react';

const CELL = '.ant-table-cell';
const PINNED = '.ant-table-cell-fix';
const SCROLLED = '.ant-table-header, .ant-table-body';

/** Pixels that something must move to stand between what covers both sides of a box; its beginning counts more. */
function offBy(target: DOMRect, box: DOMRect, covers: readonly DOMRect[]): number {
  const middle = (box.left + box.right) / 2;
  const left = Math.max(box.left, ...covers.filter((one) => one.left < middle).map((one) => one.right));
  const right = Math.min(box.right, ...covers.filter((one) => one.left >= middle).map((one) => one.left));
  const past = Math.max(0, target.right - right);
  return target.left - past < left ? target.left - left : past;
}

/**
 * Scrolls what keys lead to out from under the pinned columns of a table. Padding of the scrolled box does not: the browser
 * scrolls head or body, as if nothing lay over them, and antd moves the other after it. A press is left alone, since what it
 * presses must not move away.
 */
export function useUncovered(place: RefObject<HTMLElement | null>): void {
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
      const left = offBy(target.getBoundingClientRect(), box, covers);
      if (left === 0) return;
      for (const one of at?.querySelectorAll(SCROLLED) ?? []) one.scrollBy({ left, behavior: 'instant' });
    };
    at?.addEventListener('focusin', onFocus);
    return () => at?.removeEventListener('focusin', onFocus);
  }, [place]);
}
