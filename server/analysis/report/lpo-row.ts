/** What a row of the LPO report holds beside axes and figures; only what was asked for. */
export type LpoRow = {
  /** Whole percent set today; 0 for a variant that is no more; null where the row is no variant's. */
  deliverRatio?: number | null;
  /** Percent of its redirect's clicks; null where the row is no variant's or none was clicked. */
  deliverRatioActual?: number | null;
  cvTotal?: number;
  /** The conversions that make cvr. */
  cvCount?: number;
  /** Bounds of cvr. */
  cvrLow?: number | null;
  cvrHigh?: number | null;
  bestProbability?: number | null;
  /** A rate. */
  expectedLoss?: number | null;
};

/** A variant as it is set. */
export interface LpoTestVariant {
  lpoTitleId: number;
  lpoTitle: string;
  url: string;
  deliverRatio: number;
  retired: boolean;
}

/** A redirect with its variants as they are set today. */
export interface LpoTest {
  redirectId: number;
  redirect: string;
  lpoFlag: boolean;
  /** When rates or variants were changed last, at or after the first day of the report. */
  deliveryChangedAt: Date | null;
  variants: LpoTestVariant[];
}
