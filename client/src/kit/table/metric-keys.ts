const linksIn = (cell: Element | null | undefined): HTMLElement[] => [
  ...(cell?.querySelectorAll<HTMLElement>('a') ?? []),
];
const linkIn = (cell: Element | null | undefined): HTMLElement | null => linksIn(cell)[0] ?? null;

/** The next cell of the row that opens something. */
function beside(cell: Element, step: 'nextElementSibling' | 'previousElementSibling'): HTMLElement | null {
  for (let next = cell[step]; next; next = next[step]) {
    const link = linkIn(next);
    if (link) return link;
  }
  return null;
}

/** The figure of before below a figure, or the other way round; then the next row that opens something in the same column. */
function above(cell: Element, from: Element, step: 1 | -1): HTMLElement | null {
  const figures = cell.matches('td') ? linksIn(cell) : [];
  const other = figures[figures.findIndex((figure) => figure === from) + step];
  if (other && figures.length > 1) return other;
  const row = cell.closest('tr');
  const rows = [...(cell.closest('table')?.querySelectorAll('tr') ?? [])];
  const column = cell.getAttribute('data-column');
  const at = row ? rows.indexOf(row) : -1;
  for (let index = at + step; at >= 0 && rows[index]; index += step) {
    const links = linksIn(
      rows[index]?.querySelector(column ? `[data-column="${column}"]` : 'th[scope="row"]'),
    );
    const link = column && step < 0 ? links.at(-1) : links[0];
    if (link) return link;
  }
  return null;
}

/**
 * Walks from figure to figure by the arrow keys, beginning at the name of a row: hundreds of figures that open
 * something are no hundreds of stops for the Tab key.
 */
export function walkFigures(event: KeyboardEvent): void {
  const from = event.target instanceof Element && event.target.matches('a') ? event.target : null;
  const cell = from?.closest('td, th[scope="row"]');
  if (!from || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const moves: Readonly<Record<string, () => HTMLElement | null>> = {
    ArrowRight: () => beside(cell, 'nextElementSibling'),
    ArrowLeft: () => beside(cell, 'previousElementSibling'),
    ArrowDown: () => above(cell, from, 1),
    ArrowUp: () => above(cell, from, -1),
  };
  const next = moves[event.key]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}
