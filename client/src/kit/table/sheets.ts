import { maxPaperWidth } from '../use-printing';

/** Metric columns of one sheet, from `from` up to but excluding `to`. */
export interface Sheet {
  readonly from: number;
  readonly to: number;
}

/** Returns the width of a sheet of names and metrics. */
export const sheetWidth = (names: number, sizes: readonly number[], { from, to }: Sheet): number =>
  sizes.slice(from, to).reduce((sum, size) => sum + size, names);

/**
 * Splits the columns of a table that is too wide for paper into sheets, each starting with the names. Sheets
 * are filled evenly, so none has a single column.
 * @param names pixel width of the name columns
 * @param sizes pixel width of each metric column
 */
export function sheetsOf(names: number, sizes: readonly number[], most = maxPaperWidth): Sheet[] {
  const fill = (room: number): Sheet[] => {
    const sheets: Sheet[] = [];
    let from = 0;
    sizes.forEach((_, column) => {
      if (column > from && sheetWidth(names, sizes, { from, to: column + 1 }) > room) {
        sheets.push({ from, to: column });
        from = column;
      }
    });
    return [...sheets, { from, to: sizes.length }];
  };
  const { length } = fill(most);
  const whole = sizes.reduce((sum, size) => sum + size, 0);
  // Find the smallest width, from equal shares on, that needs no more sheets.
  for (let room = names + whole / length; room < most; room += 20) {
    const sheets = fill(room);
    if (sheets.length === length) return sheets;
  }
  return fill(most);
}
