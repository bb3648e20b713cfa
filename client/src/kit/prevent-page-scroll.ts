const ARROWS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

/** Keeps the page where it is while arrows open a choice: the one that opened it scrolled the page below it as well. */
export function keepPageStill(event: KeyboardEvent): void {
  if (
    ARROWS.has(event.key) &&
    event.target instanceof Element &&
    event.target.getAttribute('role') === 'combobox'
  )
    event.preventDefault();
}
