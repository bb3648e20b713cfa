import { useEffect } from 'react';

const FOCUSABLE = 'a[href], button:not(:disabled), input:not(:disabled), [tabindex="0"]';
/** What gives the focus a place of its own has done so by then: a list that is walked by keys, a dialog, a navigation. */
const OTHERS_FIRST = 50;

/** Where in the page the focus is: in which row of what, and on which of its controls. */
interface Place {
  readonly control: Element;
  readonly rows: Element;
  readonly row: number;
  readonly nth: number;
  /** What holds the rows, from the inside out. */
  readonly around: readonly Element[];
}

const controlsIn = (row: Element): HTMLElement[] => [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];

function around(element: Element): Element[] {
  const section = element.parentElement?.closest('main section');
  return section ? [section, ...around(section)] : [];
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
    around: around(row),
  };
}

/** What stands in the place of a row that is gone: the same control of the next one, or what held the rows. */
function inPlace({ rows, row, nth, around: holders }: Place): HTMLElement | undefined {
  if (rows.isConnected)
    for (const next of [...rows.children].slice(0, row + 1).reverse()) {
      const controls = controlsIn(next);
      const control = controls[Math.min(Math.max(nth, 0), controls.length - 1)];
      if (control) return control;
    }
  return holders.find((holder): holder is HTMLElement => holder instanceof HTMLElement && holder.isConnected);
}

/**
 * Whoever deletes a row, ends a session or revokes a key goes on at the row in its place: the focus went with the row, and
 * Tab began at the top of the page.
 */
export function RowFocus(): null {
  useEffect(() => {
    let place: Place | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    // A dialog gives the focus back.
    const isOfPage = (target: EventTarget | null): target is Element =>
      target instanceof Element && !target.closest('[role="dialog"]');
    const follow = ({ target }: FocusEvent): void => {
      if (isOfPage(target)) place = placeOf(target);
    };
    /** Who presses beside it lets it go himself. */
    const forget = ({ target }: Event): void => {
      if (isOfPage(target) && !place?.control.contains(target)) place = undefined;
    };
    const isLost = () =>
      place !== undefined && !place.control.isConnected && document.activeElement === document.body;
    const look = (): void => {
      if (!isLost() || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        const target = isLost() && place ? inPlace(place) : undefined;
        place = undefined;
        if (target && !target.matches(FOCUSABLE)) target.tabIndex = -1;
        target?.focus({ preventScroll: true });
      }, OTHERS_FIRST);
    };
    const observer = new MutationObserver(look);
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
