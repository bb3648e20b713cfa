import { isUnusual, usualRange, type WatchedKind } from './unusual';

/** When a value is worth an alert. */
export type AlertRule =
  | { readonly is: 'above' | 'below'; readonly threshold: number }
  /** @param kind how the measure varies by itself */
  | { readonly is: 'unusual'; readonly kind: WatchedKind };

/** A value, between what it would have passed unnoticed, and whether it did not. */
export interface AlertCase {
  readonly value: number;
  /** Null: no bound on this side. */
  readonly low: number | null;
  readonly high: number | null;
  /** Of the same weekdays before; null where they don't count. */
  readonly median: number | null;
  readonly raised: boolean;
}

/**
 * Judges the value of a day: above means more than the threshold, below less; unusual is told by the same weekdays before.
 *
 * @param value null: there is none (nothing to divide by), and nothing is judged
 * @param earlier values of the same weekdays before, as far as they are known
 * @returns null where nothing can be judged
 */
export function alertCase(
  value: number | null,
  earlier: readonly number[],
  rule: AlertRule,
): AlertCase | null {
  if (value === null) return null;
  if (rule.is !== 'unusual') return againstThreshold(value, rule.is, rule.threshold);
  const usual = usualRange(earlier, rule.kind);
  return (
    usual && {
      value,
      low: usual.low,
      high: usual.high,
      median: usual.median,
      raised: isUnusual(value, usual),
    }
  );
}

const againstThreshold = (value: number, is: 'above' | 'below', threshold: number): AlertCase =>
  is === 'above'
    ? { value, low: null, high: threshold, median: null, raised: value > threshold }
    : { value, low: threshold, high: null, median: null, raised: value < threshold };
