/** What was seen of one variant: so many trials (clicks), of which so many succeeded (conversions). */
export interface Sample {
  readonly trials: number;
  readonly successes: number;
}

/** Whether a rate can be told of it: there are trials, and no more successes than these. */
export const isRate = ({ trials, successes }: Sample): boolean =>
  trials > 0 && successes >= 0 && successes <= trials;
