/** Fields of an LPO row beside axes and metrics; only requested ones are set. */
export type LpoRow = {
  /** Current deliver ratio in whole percent; 0 for a retired variant; null if the row has no variant. */
  deliverRatio?: number | null;
  /** Percent of the redirect's clicks; null if the row has no variant or the redirect has no clicks. */
  deliverRatioActual?: number | null;
  cvTotal?: number;
  /** The conversions that `cvr` counts. */
  cvCount?: number;
  /** Confidence bounds of `cvr`. */
  cvrLow?: number | null;
  cvrHigh?: number | null;
  bestProbability?: number | null;
  /** A rate. */
  expectedLoss?: number | null;
};

/** A variant with its current settings. */
export interface LpoTestVariant {
  lpoTitleId: number;
  lpoTitle: string;
  url: string;
  deliverRatio: number;
  retired: boolean;
}

/** A redirect with its variants and their current settings. */
export interface LpoTest {
  redirectId: number;
  redirect: string;
  lpoFlag: boolean;
  /** Last change of rates or variants on or after the first day of the report. */
  deliveryChangedAt: Date | null;
  variants: LpoTestVariant[];
}
