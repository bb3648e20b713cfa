import { leastWidthOfPaper } from '../use-printing';

/** Columns of figures that stand on one sheet: from this one up to, and without, that one. */
export interface Sheet {
  readonly from: number;
  readonly to: number;
}

/** How wide a sheet of names and figures is. */
export const sheetWidth = (names: number, sizes: readonly number[], { from, to }: Sheet): number =>
  sizes.slice(from, to).reduce((sum, size) => sum + size, names);

/**
 * Puts the columns of a table that is too wide to be read on paper on several sheets, each of which has the names first.
 * They are filled alike, so that none is left with a single column.
 *
 * @param names pixels of the columns of names
 * @param sizes pixels of each column of figures
 */
export function sheetsOf(names: number, sizes: readonly number[], most = leastWidthOfPaper): Sheet[] {
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
  // The least room, from equal shares on, in which they need no more sheets.
  for (let room = names + whole / length; room < most; room += 20) {
    const sheets = fill(room);
    if (sheets.length === length) return sheets;
  }
  return fill(most);
}
