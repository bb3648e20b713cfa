/** Value of a heat map that determines the colour. */
export interface Heat {
  readonly value: number | null;
  readonly forecast: boolean;
}

/** Percentile of the top colour. A few outliers would otherwise leave the other cells colourless. */
const TOP_PERCENT = 95;
/** Strength of the strongest colour in percent; text on it stays readable. */
const STRONGEST = 46;
const WEAKEST = 4;

/**
 * Returns the value at which cells reach the strongest colour; null if no cell has a colour.
 * @param from first column that counts: the first month of increases contains all customers and exceeds all
 * others
 */
export function heatTop(rows: readonly (readonly Heat[])[], from: number): number | null {
  const values = rows
    .flatMap((cells) =>
      cells.slice(from).flatMap(({ value }) => (value !== null && value > 0 ? [value] : [])),
    )
    .sort((a, b) => a - b);
  return values[Math.max(0, Math.ceil((values.length * TOP_PERCENT) / 100) - 1)] ?? null;
}

/** Returns the strength of a value's colour in percent; 0 for none. */
export function heatOf(value: number | null, top: number | null): number {
  if (value === null || value <= 0 || top === null) return 0;
  return WEAKEST + (STRONGEST - WEAKEST) * Math.min(1, value / top);
}
