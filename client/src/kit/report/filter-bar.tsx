import { CloseOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { axisKeys, type AxisKey } from '../../../../shared/catalog';
import { useSession, useWeekStart } from '../../session/session-context';
import { DateRange } from '../period/date-range';
import { MultiSelect } from '../multi-select';
import { filterChoices, MOST_AXES } from './axes';
import { BarField } from '../filter/bar-field';
import styles from './filter-bar.module.css';
import { FilterPicker } from '../filter/filter-picker';
import { useDeviceLabel } from './use-device-label';
import type { ReportControls } from './use-report-state';

export interface FilterBarProps {
  controls: ReportControls;
  /** Further choices of the screen, e.g. the attribution model. */
  children?: ReactNode;
}

/** Period, axes, conditions of a report; stays in sight while the page scrolls. */
export function FilterBar({ controls, children }: FilterBarProps) {
  const { t } = useTranslation();
  const { state } = controls;
  const weekStart = useWeekStart();
  const fixed = new Set(state.path.flat().map(({ axis }) => axis));
  return (
    <div className={styles.bar}>
      <div className={styles.row}>
        <DateRange
          period={state.period}
          compare={state.compare}
          weekStart={weekStart}
          onChange={controls.setPeriod}
        />
        <BarField label={t('report.axis')}>
          <MultiSelect<AxisKey[]>
            className={styles.axes}
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
        <FilterPicker filters={state.filters} onChange={controls.setFilter} />
      </div>
      <FilterChips controls={controls} />
    </div>
  );
}

/** The conditions in force, each removable. */
function FilterChips({ controls }: { controls: ReportControls }) {
  const { t } = useTranslation();
  const { selections } = useSession();
  const deviceLabel = useDeviceLabel();
  const entries = Object.entries(controls.state.filters) as [AxisKey, readonly string[]][];
  if (entries.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {entries.map(([axis, values]) => {
        const choices = filterChoices(axis, selections, deviceLabel);
        const first = choices.find(({ value }) => value === values[0])?.label ?? `#${values[0]}`;
        const rest = values.length - 1;
        const text = rest > 0 ? t('report.moreValues', { first, count: rest }) : first;
        const axisName = t(`report.axes.${axis}`);
        return (
          <li key={axis} className={styles.chip}>
            <span className={styles.chipAxis}>{axisName}</span>
            <span className={styles.chipText}>{text}</span>
            <button
              type="button"
              className={styles.remove}
              aria-label={t('report.removeFilter', { filter: `${axisName} ${text}` })}
              onClick={() => controls.setFilter(axis, [])}
            >
              <CloseOutlined />
            </button>
          </li>
        );
      })}
      {entries.length > 1 && (
        <li>
          <Button type="link" size="small" onClick={controls.clearFilters}>
            {t('report.clearFilters')}
          </Button>
        </li>
      )}
    </ul>
  );
}
