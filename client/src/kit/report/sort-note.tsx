import { useTranslation } from 'react-i18next';
import type { Sort } from '../table/measure-column';
import styles from './search-note.module.css';
import type { ReportColumn } from './types';

/** Says by what the rows are in order where no header in sight does: the order outlasts the columns, so that choosing others moves no row. */
export function SortNote({
  sort,
  columns,
  visible,
}: {
  sort: Sort;
  columns: readonly ReportColumn[];
  visible: readonly ReportColumn[];
}) {
  const { t } = useTranslation();
  const by = columns.find(({ key }) => key === sort.key);
  // What is simulated stands under a key of its own.
  if (
    !by ||
    visible.some(({ key, measure }) => key === by.key || (measure !== undefined && measure === by.measure))
  )
    return null;
  return (
    <p className={styles.note}>
      {t(sort.ascending ? 'report.sortedUp' : 'report.sortedDown', { column: by.longTitle ?? by.title })}
    </p>
  );
}
