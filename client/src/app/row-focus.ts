import { useEffect } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';
/**
 * Milliseconds in which other code may set the focus: a list with keyboard navigation, a dialog, a
 * navigation.
 */
const FOCUS_DELAY_MS = 50;

/** Position of the focus: row, container of the rows, and control within the row. */
interface Place {
  readonly control: Element;
  readonly rows: Element;
  readonly row: number;
  readonly nth: number;
  /** Sections around the rows, from the inside out. */
  readonly around: readonly Element[];
}

const controlsIn = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];

function sectionsAround(element: Element): Element[] {
  const section = element.parentElement?.closest('main section');
  return section ? [section, ...sectionsAround(section)] : [];
}

function placeOf(control: Element): Place | undefined {
  const row = control.closest('main tr, main li');
  const rows = row?.parentElement;
  if (!row || !rows) return undefined;
  const controls: Element[] = controlsIn(row);
  return {
    control,
    rows,
    row: [...rows.children].indexOf(row),
    nth: controls.indexOf(control),
    around: sectionsAround(row),
  };
}

/**
 * Returns the element to focus after a row is removed: the same control of the next row, or the container of
 * the rows.
 */
function replacementFor({ rows, row, nth, around: holders }: Place): HTMLElement | undefined {
  if (rows.isConnected)
    for (const next of [...rows.children].slice(0, row + 1).reverse()) {
      const controls = controlsIn(next);
      const control = controls[Math.min(Math.max(nth, 0), controls.length - 1)];
      if (control) return control;
    }
  return holders.find((holder): holder is HTMLElement => holder instanceof HTMLElement && holder.isConnected);
}

/**
 * Moves the focus to the next row when the focused row disappears, as after a deletion or a revocation.
 * Otherwise Tab would start at the top of the page.
 */
export function RowFocus(): null {
  useEffect(() => {
    let place: Place | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // Dialogs return the focus themselves.
    const isOfPage = (target: EventTarget | null): target is Element =>
      target instanceof Element && !target.closest('[role="dialog"]');
    const follow = ({ target }: FocusEvent): void => {
      if (isOfPage(target)) place = placeOf(target);
    };
    /** A click elsewhere gives up the focus deliberately. */
    const forget = ({ target }: Event): void => {
      if (isOfPage(target) && !place?.control.contains(target)) place = undefined;
    };
    const isLost = () =>
      place !== undefined && !place.control.isConnected && document.activeElement === document.body;
    const checkFocus = (): void => {
      if (!isLost() || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        const target = isLost() && place ? replacementFor(place) : undefined;
        place = undefined;
        if (target && !target.matches(FOCUSABLE)) target.tabIndex = -1;
        target?.focus({ preventScroll: true });
      }, FOCUS_DELAY_MS);
    };
    const observer = new MutationObserver(checkFocus);
    observer.observe(document.body, { childList: true, subtree: true });
    window.addEventListener('focusin', follow);
    window.addEventListener('pointerdown', forget, true);
    return () => {
      observer.disconnect();
      clearTimeout(timer);
      window.removeEventListener('focusin', follow);
      window.removeEventListener('pointerdown', forget, true);
    };
  }, []);
  return null;
}
