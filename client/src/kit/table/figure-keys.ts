const linkIn = (cell: Element | null | undefined): HTMLElement | null => cell?.querySelector<HTMLElement>('a') ?? null;

/** The next cell of the row that opens something. */
function beside(cell: Element, step: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null {
  for (let next = cell[step]; next; next = next[step]) {
    const link = linkIn(next);
    if (link) return link;
  }
  return null;
}

/** The next row that opens something in the same column. */
function above(cell: Element, step: 1 | -1): HTMLElement | null {
  const row = cell.closest('tr');
  const rows = [...(cell.closest('table')?.querySelectorAll('tr') ?? [])];
  const column = cell.getAttribute('data-column');
  const at = row ? rows.indexOf(row) : -1;
  for (let index = at + step; at >= 0 && rows[index]; index += step) {
    const link = linkIn(rows[index]?.querySelector(column ? `[data-column="${column}"]` : 'th[scope="row"]'));
    if (link) return link;
  }
  return null;
}

/**
 * Walks from figure to figure by the arrow keys, beginning at the name of a row: hundreds of figures that open
 * something are no hundreds of stops for the Tab key.
 */
export function walkFigures(event: KeyboardEvent): void {
  const cell = event.target instanceof Element && event.target.matches('a') ? event.target.closest('td, th[scope="row"]') : null;
  if (!cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const moves: Readonly<Record<string, () => HTMLElement | null>> = {
    ArrowRight: () => beside(cell, 'nextElementSibling'),
    ArrowLeft: () => beside(cell, 'previousElementSibling'),
    ArrowDown: () => above(cell, 1),
    ArrowUp: () => above(cell, -1),
  };
  const next = moves[event.key]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}
