/** Returns a CSV line. Quotes cells with separators or quotes, or all of them. */
export const csvLine = (cells: readonly string[], quoteAll = false): string =>
  `${cells
    .map((cell) => (quoteAll || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell))
    .join(',')}\r\n`;
