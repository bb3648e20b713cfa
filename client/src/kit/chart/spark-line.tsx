import { linePath } from './line-points';
import styles from './chart-card.module.css';

/**
 * Line over days without axes, beside a value that states the last one. Screen readers read the value only.
 */
export function SparkLine({ values }: { values: readonly (number | null)[] }) {
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
      <path d={linePath(values, low, high)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
