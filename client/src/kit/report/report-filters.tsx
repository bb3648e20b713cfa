import { useTranslation } from 'react-i18next';
import { axisKeys, type AxisKey } from '../../../../shared/catalog';
import type { ReactNode } from 'react';
import { keysOf } from '../../../../shared/records';
import { useSession, useWeekStart } from '../../session/session-context';
import { BarField, FilterBar } from '../filter/filter-bar';
import { FilterChips } from '../filter/filter-chips';
import { FilterPicker } from '../filter/filter-picker';
import { MultiSelect } from '../multi-select';
import { DateRange } from '../period/date-range';
import { MOST_AXES } from './axes';
import { filterValues, useAxisFields } from './axis-choices';
import styles from './report-filters.module.css';
import type { ReportControls } from './use-report-state';

export interface ReportFiltersProps {
  controls: ReportControls;
  /** Further choices of the screen, e.g. the attribution model. */
  children?: ReactNode;
}

/** Period, axes and conditions of a report; stays in sight while the page scrolls. */
export function ReportFilters({ controls, children }: ReportFiltersProps) {
  const { t } = useTranslation();
  const { state } = controls;
  const { askForAds } = useSession();
  const weekStart = useWeekStart();
  const filtered = keysOf(state.filters);
  const { fields } = useAxisFields(filtered);
  const fixed = new Set(state.path.flat().map(({ axis }) => axis));
  const values = filterValues(state.filters);
  return (
    <FilterBar
      below={
        <FilterChips fields={fields} values={values} onRemove={(name) => controls.setFilter(name, [])} onClear={controls.clearFilters} />
      }
    >
      <DateRange period={state.period} compare={state.compare} weekStart={weekStart} onChange={controls.setPeriod} />
      <BarField label={t('report.axis')}>
        <MultiSelect<AxisKey[]>
          className={styles.axes ?? ''}
          maxCount={MOST_AXES}
          showSearch={false}
          removeIcon={state.axes.length > 1 ? undefined : null}
          value={[...state.axes]}
          aria-label={`${t('report.axis')}（${t('report.axisHint')}）`}
          popupMatchSelectWidth={200}
          options={axisKeys.map((key) => ({ value: key, label: t(`report.axes.${key}`), disabled: fixed.has(key) }))}
          onChange={(axes) => axes.length > 0 && controls.setAxes(axes)}
        />
      </BarField>
      {children}
      <FilterPicker fields={fields} values={values} onChange={controls.setFilter} onOpen={askForAds} />
    </FilterBar>
  );
}
