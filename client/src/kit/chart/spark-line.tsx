import { linePath } from './line-points';
import styles from './spark-line.module.css';

/** A line of days without axes, beside a figure that says the last of them; whoever listens hears the figure. */
export function SparkLine({ values }: { values: readonly (number | null)[] }) {
  const known = values.filter((value) => value !== null);
  if (known.length < 2) return <span className={styles.spark} aria-hidden="true" />;
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  return (
    <svg className={styles.spark} viewBox="-1 -4 102 108" preserveAspectRatio="none" aria-hidden="true">
      <path d={linePath(values, low, high)} vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
