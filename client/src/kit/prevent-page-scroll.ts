const ARROWS: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp']);

/** Prevents the arrow key that opens a select from also scrolling the page. */
export function preventPageScroll(event: KeyboardEvent): void {
  if (
    ARROWS.has(event.key) &&
    event.target instanceof Element &&
    event.target.getAttribute('role') === 'combobox'
  )
    event.preventDefault();
}
