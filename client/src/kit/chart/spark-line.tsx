import { barPath, linePath, xOf } from './line-points';
import styles from './chart-card.module.css';

export interface SparkLineProps {
  values: readonly (number | null)[];
  /** Draws bars, for few events a day. */
  bars?: boolean;
  /** Position of a clear change, and whether it is for the better. */
  change?: { readonly at: number; readonly tone: 'better' | 'worse' | 'up' | 'down' } | undefined;
}

/**
 * Line over days without axes, beside a value that states the last one. Screen readers read the value only.
 */
export function SparkLine({ values, bars = false, change }: SparkLineProps) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2)
    return <span className={`ic-block ic-wide ic-mt-4 ${styles.spark}`} aria-hidden="true" />;
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  return (
    <svg
      className={`ic-block ic-wide ic-mt-4 ${styles.spark}`}
      viewBox="-1 -4 102 108"
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {bars ? (
        <path className={styles.sparkBars} d={barPath(values, low, high)} />
      ) : (
        <path d={linePath(values, low, high)} vectorEffect="non-scaling-stroke" />
      )}
      {change && (
        <path
          className={styles[change.tone]}
          d={`M${xOf(change.at, values.length, bars)} -4V104`}
          vectorEffect="non-scaling-stroke"
        />
      )}
    </svg>
  );
}
