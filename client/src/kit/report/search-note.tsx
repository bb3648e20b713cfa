import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { rowOnAxis } from './answer';
import { filterParameter } from './axes';
import styles from './search-note.module.css';
import type { ShownRow } from './visible-rows';
import type { ReportControls } from './use-report-state';

/** Rows that a filter is set to at once: an address holds them, and its chips can be read. */
const MOST = 200;

/** The filter that leaves these rows alone; undefined where there is none: rows of several axes, or without a value. */
function filterOf(rows: readonly ShownRow[], axes: readonly AxisKey[]): Record<string, string> | undefined {
  const [axis, ...more] = axes;
  const parameter = axis && filterParameter(axis);
  if (!parameter || more.length > 0 || rows.length > MOST) return undefined;
  const ids = rows.map(({ row }) => rowOnAxis(row, axis).id);
  return ids.includes(null) ? undefined : { [parameter]: ids.join(',') };
}

export interface SearchNoteProps {
  controls: ReportControls;
  axes: readonly AxisKey[];
  /** Those that were found. */
  rows: readonly ShownRow[];
  /** How many there are. */
  count: number;
}

/** Says that a search leaves the totals and files as they are, and offers the filter that does not. */
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
