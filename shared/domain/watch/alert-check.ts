import { isUnusual, usualRange, type VariationKind } from './unusual';

/** Condition of an alert. */
export type AlertRule =
  | { readonly is: 'above' | 'below'; readonly threshold: number }
  /** @param kind how the measure varies at random */
  | { readonly is: 'unusual'; readonly kind: VariationKind };

/** Value with its allowed bounds and whether it violates them. */
export interface AlertCheck {
  readonly value: number;
  /** Null: no bound on this side. */
  readonly low: number | null;
  readonly high: number | null;
  /** Median of the same weekdays before; null if they are not used. */
  readonly median: number | null;
  readonly raised: boolean;
}

/**
 * Checks the value of a day. "Above" means greater than the threshold, "below" means less; "unusual" compares
 * with the same weekdays before.
 *
 * @param value null if there is none (zero denominator)
 * @param earlier values of the same weekdays before, as far as known
 * @returns null if the value can't be checked
 */
export function checkAlert(
  value: number | null,
  earlier: readonly number[],
  rule: AlertRule,
): AlertCheck | null {
  if (value === null) return null;
  if (rule.is !== 'unusual') return checkThreshold(value, rule.is, rule.threshold);
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

const checkThreshold = (value: number, is: 'above' | 'below', threshold: number): AlertCheck =>
  is === 'above'
    ? { value, low: null, high: threshold, median: null, raised: value > threshold }
    : { value, low: threshold, high: null, median: null, raised: value < threshold };
