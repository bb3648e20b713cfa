import { FilterOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { AxisKey } from '../../../../shared/catalog';
import { rowOnAxis } from './answer';
import { filterParameter } from './axes';
import type { VisibleRow } from './visible';
import type { ReportControls } from './use-report-state';
import type { Sort } from '../table/measure-column';
import type { ReportColumn } from './types';
import { StateNote } from '../states';

/** Empty state of a report: states the reason and offers a way to data. */
export function EmptyRows({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  const { state, setSearch, setPeriod, clearFilters } = controls;
  const title = t('report.emptyTitle');
  if (state.search)
    return (
      <StateNote
        title={title}
        hint={t('report.emptySearch')}
        action={<Button onClick={() => setSearch('')}>{t('report.clearSearch')}</Button>}
      />
    );
  const isToday = state.period.preset === 'today';
  const isFiltered = Object.keys(state.filters).length + state.figures.length > 0;
  return (
    <StateNote
      title={title}
      hint={t(isToday ? 'report.emptyToday' : 'report.emptyHint')}
      action={
        <>
          {isToday && (
            <Button onClick={() => setPeriod({ preset: 'd30' }, state.comparison)}>
              {t('report.emptyShow', { period: t('report.presets.d30') })}
            </Button>
          )}{' '}
          {isFiltered && <Button onClick={clearFilters}>{t('report.emptyReset')}</Button>}
        </>
      }
    />
  );
}

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
    <p className="ic-row ic-wrap ic-hint ic-gap-4-12 ic-p-8-16">
      {t(sort.ascending ? 'report.sortedUp' : 'report.sortedDown', { column: by.longTitle ?? by.title })}
    </p>
  );
}

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
    <p className="ic-row ic-wrap ic-hint ic-gap-4-12 ic-p-8-16" role="status">
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
