/** Observations of one variant: trials (clicks) and successes (conversions). */
export interface Sample {
  readonly trials: number;
  readonly successes: number;
}

/** Returns whether the sample has a rate: it has trials, and no more successes than trials. */
export const isRate = ({ trials, successes }: Sample): boolean =>
  trials > 0 && successes >= 0 && successes <= trials;
