/** A value of a heat map, as far as its colour goes. */
export interface Heat {
  readonly value: number | null;
  readonly forecast: boolean;
}

/** A few values far above all others would leave no colour to the rest: so many parts of a hundred stand below the top. */
const TOP_PERCENT = 95;
/** How strong the strongest colour is, so that text on it stays readable. */
const STRONGEST = 46;
const LEAST = 4;

/**
 * The value from which on a cell has the strongest colour; null where nothing has any.
 * @param from the first column that counts: the first month of increases holds everybody and is above all others.
 */
export function heatTop(rows: readonly (readonly Heat[])[], from: number): number | null {
  const values = rows
    .flatMap((cells) =>
      cells.slice(from).flatMap(({ value }) => (value !== null && value > 0 ? [value] : [])),
    )
    .sort((a, b) => a - b);
  return values[Math.max(0, Math.ceil((values.length * TOP_PERCENT) / 100) - 1)] ?? null;
}

/** How strong the colour of a value is, in percent; 0: none. */
export function heatOf(value: number | null, top: number | null): number {
  if (value === null || value <= 0 || top === null) return 0;
  return LEAST + (STRONGEST - LEAST) * Math.min(1, value / top);
}
