import { useEffect, useRef, type RefObject } from 'react';
import type { Chosen, ListRow } from './list-source';

/**
 * Key actions on rows. The rows are undefined if none is chosen or current; `done` reloads the list and
 * clears the choice.
 */
export type RowKeys<Id> = Readonly<Record<string, (of: Chosen<Id> | undefined, done: () => void) => void>>;

interface KeyboardList<Row extends ListRow> {
  /** Undefined disables keyboard navigation. */
  keys: RowKeys<Row['id']> | undefined;
  rows: readonly Row[] | undefined;
  open: ((row: Row) => void) | undefined;
  toggle: ((id: Row['id']) => void) | undefined;
  chosen: Chosen<Row['id']> | undefined;
  done: () => void;
}

const ROW = '[data-row-key]';
const STEPS: Readonly<Record<string, number>> = { j: 1, ArrowDown: 1, k: -1, ArrowUp: -1 };

/**
 * Returns whether a key belongs to the focused element: a field, menu, dialog, or a button pressed by Enter
 * or Space.
 */
function isTaken(target: Element, key: string): boolean {
  if (document.querySelector('[role="dialog"][aria-modal="true"]')) return true;
  if (
    target.closest(
      'input:not([type="checkbox"]), textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="dialog"]',
    )
  )
    return true;
  return (key === 'Enter' || key === ' ') && !target.matches(ROW);
}

/**
 * Adds keyboard navigation to a list: j and k, arrows from a current row, x to choose, Enter to open, and the
 * list's own keys. The current row has the focus, so it is visible, announced and scrolled to. If it
 * disappears, the row at its position becomes current.
 * @returns a ref for the list's element
 */
export function useRowKeys<Row extends ListRow>(list: KeyboardList<Row>): RefObject<HTMLElement | null> {
  const place = useRef<HTMLElement>(null);
  const latest = useRef(list);
  /** The row that had the focus last, and its index. */
  const last = useRef<{ id: string; index: number } | undefined>(undefined);
  useEffect(() => {
    latest.current = list;
  });

  const isOn = list.keys !== undefined;
  useEffect(() => {
    if (!isOn) return undefined;
    const elements = () => [...(place.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    const currentIn = (all: readonly HTMLElement[]) =>
      all.findIndex((row) => row.contains(document.activeElement));
    const onFocus = (): void => {
      const all = elements();
      const index = currentIn(all);
      const id = all[index]?.dataset.rowKey;
      if (id !== undefined) last.current = { id, index };
    };
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (
        event.defaultPrevented ||
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.isComposing ||
        !(target instanceof Element) ||
        isTaken(target, key)
      )
        return;
      const { keys = {}, rows = [], open, toggle, chosen, done } = latest.current;
      const all = elements();
      const index = currentIn(all);
      const row = rows.find(({ id }) => String(id) === all[index]?.dataset.rowKey);
      const step = STEPS[key];
      const act = Object.hasOwn(keys, key) ? keys[key] : undefined;
      if (step !== undefined) {
        if (index < 0 && key.startsWith('Arrow')) return;
        focusRow(all[index < 0 ? 0 : Math.min(all.length - 1, Math.max(0, index + step))]);
      } else if (row && (key === 'x' || key === ' ')) toggle?.(row.id);
      else if (row && key === 'Enter') open?.(row);
      else if (act) act(chosen ?? (row && { kind: 'ids', ids: [row.id] }), done);
      else return;
      event.preventDefault();
    };
    const at = place.current;
    at?.addEventListener('focusin', onFocus);
    window.addEventListener('keydown', onKey);
    return () => {
      at?.removeEventListener('focusin', onFocus);
      window.removeEventListener('keydown', onKey);
    };
  }, [isOn]);

  const { rows } = list;
  useEffect(() => {
    const was = last.current;
    if (!isOn || !was || !rows || rows.some(({ id }) => String(id) === was.id)) return;
    last.current = undefined;
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const all = [...(place.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    focusRow(all[Math.min(was.index, all.length - 1)]);
  }, [isOn, rows]);
  return place;
}

function focusRow(row: HTMLElement | undefined): void {
  if (!row) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}
