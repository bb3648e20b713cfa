import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { rowOnAxis } from './answer';
import { filterParameter } from './axes';
import styles from './search-note.module.css';
import type { VisibleRow } from './visible-rows';
import type { ReportControls } from './use-report-state';

/** Maximum number of rows that a filter can select: the URL must hold them and the chips stay readable. */
const MAX_FILTERED_ROWS = 200;

/**
 * Returns the filter that selects these rows; undefined for several axes, rows without a value, or too many
 * rows.
 */
function filterOf(rows: readonly VisibleRow[], axes: readonly AxisKey[]): Record<string, string> | undefined {
  const [axis, ...more] = axes;
  const parameter = axis && filterParameter(axis);
  if (!parameter || more.length > 0 || rows.length > MAX_FILTERED_ROWS) return undefined;
  const ids = rows.map(({ row }) => rowOnAxis(row, axis).id);
  return ids.includes(null) ? undefined : { [parameter]: ids.join(',') };
}

export interface SearchNoteProps {
  controls: ReportControls;
  axes: readonly AxisKey[];
  /** Rows that match the search. */
  rows: readonly VisibleRow[];
  /** Total number of rows. */
  count: number;
}

/** Explains that a search does not affect totals and exports, and offers the equivalent filter. */
export function SearchNote({ controls, axes, rows, count }: SearchNoteProps) {
  const { t } = useTranslation();
  if (rows.length === 0 || rows.length === count) return null;
  const filter = filterOf(rows, axes);
  return (
    <p className={styles.note} role="status">
      {t('report.searchNote', { shown: rows.length, count })}
      {filter && (
        <Button
          type="link"
          size="small"
          icon={<FilterOutlined />}
          onClick={() => controls.set({ ...filter, q: null })}
        >
          {t('report.searchToFilter', { count: rows.length })}
        </Button>
      )}
    </p>
  );
}
