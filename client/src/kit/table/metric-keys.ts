const linksIn = (cell: Element | null | undefined): HTMLElement[] => [
  ...(cell?.querySelectorAll<HTMLElement>('a') ?? []),
];
const linkIn = (cell: Element | null | undefined): HTMLElement | null => linksIn(cell)[0] ?? null;

/** Returns the next link in the row. */
function nextLinkInRow(
  cell: Element,
  step: 'nextElementSibling' | 'previousElementSibling',
): HTMLElement | null {
  for (let next = cell[step]; next; next = next[step]) {
    const link = linkIn(next);
    if (link) return link;
  }
  return null;
}

/** Returns the comparison value's link below a value or vice versa, else the next link in the same column. */
function nextLinkInColumn(cell: Element, from: Element, step: 1 | -1): HTMLElement | null {
  const links = cell.matches('td') ? linksIn(cell) : [];
  const other = links[links.findIndex((link) => link === from) + step];
  if (other && links.length > 1) return other;
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
 * Moves between linked metric values by arrow keys, starting at a row name: hundreds of links must not be
 * hundreds of tab stops.
 */
export function moveBetweenMetrics(event: KeyboardEvent): void {
  const from = event.target instanceof Element && event.target.matches('a') ? event.target : null;
  const cell = from?.closest('td, th[scope="row"]');
  if (!from || !cell || event.altKey || event.ctrlKey || event.metaKey) return;
  const moves: Readonly<Record<string, () => HTMLElement | null>> = {
    ArrowRight: () => nextLinkInRow(cell, 'nextElementSibling'),
    ArrowLeft: () => nextLinkInRow(cell, 'previousElementSibling'),
    ArrowDown: () => nextLinkInColumn(cell, from, 1),
    ArrowUp: () => nextLinkInColumn(cell, from, -1),
  };
  const next = moves[event.key]?.();
  if (!next) return;
  event.preventDefault();
  next.focus();
}
