import { useTranslation } from 'react-i18next';
import styles from './period-cell.module.css';
import type { TermPeriod } from './periods';

interface PeriodCellProps {
  period: TermPeriod;
  /** Of what it is the period, where the column that says so scrolls away. */
  of: string | undefined;
  /** What was written down about its days. */
  notes: readonly string[];
  onNotes: () => void;
}

/** A period in the table: its days, what of it is not there yet, and a mark where something was written down about it. */
export function PeriodCell({ period, of, notes, onNotes }: PeriodCellProps) {
  const { t } = useTranslation();
  const words = notes.join('\n');
  const days = (
    <span
      className={styles.period}
      title={period.partial === undefined ? period.text : `${period.text} ${period.partial}`}
    >
      <span>{period.text}</span>
      {notes.length > 0 && (
        <button
          type="button"
          className={styles.note}
          title={words}
          aria-label={`${t('report.notes.title')} ${words}`}
          onClick={onNotes}
        >
          <i aria-hidden="true" />
        </button>
      )}
      {period.partial !== undefined && (
        <span className={`${styles.partial} ${period.running ? 'ic-running' : ''}`}>{period.partial}</span>
      )}
    </span>
  );
  if (of === undefined) return days;
  return (
    <>
      {days}
      <span className={styles.of} title={of}>
        {of}
      </span>
    </>
  );
}
