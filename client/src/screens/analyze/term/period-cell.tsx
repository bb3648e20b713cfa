import styles from './period-cell.module.css';
import type { TermPeriod } from './periods';

/** A period in the table: its days, and what of it is not there yet. */
export function PeriodCell({ period }: { period: TermPeriod }) {
  return (
    <span className={styles.period} title={period.partial === undefined ? period.text : `${period.text} ${period.partial}`}>
      <span>{period.text}</span>
      {period.partial !== undefined && <span className={`${styles.partial} ${period.running ? 'ic-running' : ''}`}>{period.partial}</span>}
    </span>
  );
}
