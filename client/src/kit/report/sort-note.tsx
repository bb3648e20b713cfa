import { useTranslation } from 'react-i18next';
import type { Sort } from '../table/measure-column';
import styles from './search-note.module.css';
import type { ReportColumn } from './types';

/**
 * Names the sort column if its header is not visible. The order is independent of the visible columns, so
 * choosing columns moves no row.
 */
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
  // Simulated columns have separate keys.
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
