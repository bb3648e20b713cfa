import type { ReportInput } from '../input';

/** Row of CV information with the fields that tests read. */
export interface Row {
  eventId: string;
  cvTime: Date;
  cvType: number;
  amount: number;
  touches: number;
  latency: number | null;
  path: { interactionId: string | null; adId: number | null; ad: string | null; time: Date; share: number }[];
}
interface Distribution {
  p25: number | null;
  p50: number | null;
  p75: number | null;
  p90: number | null;
  bars: { from: number; to: number | null; count: number; cvFinal: number }[];
}

/** Answer of CV information. */
export interface CvInfoAnswer {
  results: Row[];
  count: number;
  total: Record<string, number | null>;
  touchCounts: Distribution;
  latencies: Distribution;
  frequentPaths: {
    steps: { adId: number | null; ad: string | null }[];
    touches: number;
    count: number;
    cvFinal: number;
    amountSum: number;
    share: number;
  }[];
  pathCount: number;
  systems: {
    os: string | null;
    browser: string | null;
    count: number;
    cvFinal: number;
    amountSum: number;
  }[];
  hours: { weekday: number; hour: number; count: number; cvFinal: number; amountSum: number }[];
  next: string | null;
  previous: string | null;
}

/** Input of CV information. */
export type CvInfoInput = Partial<ReportInput> & {
  pathLimit?: number;
  compress?: boolean;
  after?: string | null;
  before?: string | null;
};
