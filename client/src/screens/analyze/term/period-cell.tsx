import { useTranslation } from 'react-i18next';
import styles from './period-cell.module.css';
import type { TermPeriod } from './periods';

interface PeriodCellProps {
  period: TermPeriod;
  /** Name of the series, if the column that shows it scrolls away. */
  of: string | undefined;
  /** Notes on its days. */
  notes: readonly string[];
  onNotes: () => void;
}

/** Period in the table: its days, the incomplete part, and a mark if it has notes. */
export function PeriodCell({ period, of, notes, onNotes }: PeriodCellProps) {
  const { t } = useTranslation();
  const words = notes.join('\n');
  const days = (
    <span
      className={`ic-baseline ic-gap-8 ic-hidden ic-nowrap ic-figures ${styles.period}`}
      title={period.partial === undefined ? period.text : `${period.text} ${period.partial}`}
    >
      <span>{period.text}</span>
      {notes.length > 0 && (
        <button
          type="button"
          className={`ic-plain-button ${styles.note}`}
          title={words}
          aria-label={`${t('report.notes.title')} ${words}`}
          onClick={onNotes}
        >
          <i className="ic-flag" aria-hidden="true" />
        </button>
      )}
      {period.partial !== undefined && (
        <span className={`ic-clip ic-warning ic-text-11 ic-regular ${period.running ? 'ic-running' : ''}`}>
          {period.partial}
        </span>
      )}
    </span>
  );
  if (of === undefined) return days;
  return (
    <>
      {days}
      <span className={`ic-block ic-clip ic-secondary ic-text-11 ${styles.of}`} title={of}>
        {of}
      </span>
    </>
  );
}
