import { ControlOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { axisKeys, type AxisKey } from '../../../../shared/catalog';
import { withAside } from '../../i18n/punctuation';
import { useWeekStart } from '../../session/session-context';
import { BarField, FilterBar } from '../filter/filter-bar';
import { FilterChips } from '../filter/filter-chips';
import { FilterPicker } from '../filter/filter-picker';
import { MultiSelect } from '../multi-select';
import type { ResolvedDays } from '../period/comparison';
import { DateRange } from '../period/date-range';
import { MAX_AXES } from './axes';
import { filterValues, useAxisFields } from './axis-choices';
import { ComparisonNote } from './comparison-note';
import styles from './report-screen.module.css';
import type { ReportControls } from './use-report-state';

export interface ReportFiltersProps {
  controls: ReportControls;
  /** Days that the report shows. */
  days: ResolvedDays;
  /** Moves everything but the period into a drawer to keep the metrics visible. */
  narrow: boolean;
  /** Label for "no axis"; undefined if the report requires one. */
  noAxis?: string | undefined;
  /** Hides axes and comparison for reports that support neither. */
  plain?: boolean;
  /** Replaces the date range and the comparison note. */
  period?: { choice: ReactNode; note: ReactNode };
  /** Replaces the comparison days in the note. */
  compared?: string | undefined;
  /** Further choices of the screen, e.g. the attribution model. */
  children?: ReactNode;
}

/** Period, axes and filters of a report; stays visible while the page scrolls. */
export function ReportFilters({
  controls,
  days,
  narrow,
  noAxis,
  plain = false,
  period,
  compared,
  children,
}: ReportFiltersProps) {
  const { t } = useTranslation();
  const { state } = controls;
  const weekStart = useWeekStart();
  const [open, setOpen] = useState(false);
  const [picking, setPicking] = useState(false);
  const [inDrawer, setInDrawer] = useState(narrow);
  // Moving the picker would lose the text being typed, so it follows the window once closed.
  if (inDrawer !== narrow && !picking) setInDrawer(narrow);
  // The move also removes the button that should regain the focus; the new button gets it instead.
  const leading = useRef<HTMLButtonElement>(null);
  const moves = useRef(false);
  useEffect(() => {
    if (moves.current && document.activeElement === document.body)
      leading.current?.focus({ preventScroll: true });
    moves.current = false;
  }, [inDrawer]);
  const close = (): void => {
    setOpen(false);
    setPicking(false);
  };
  const { fields } = useAxisFields();
  const fixed = new Set(state.path.flat().map(({ axis }) => axis));
  const values = filterValues(state.filters);
  const choices = (
    <>
      {!plain && (
        <BarField label={t('report.axis')}>
          <MultiSelect<AxisKey[]>
            maxCount={MAX_AXES}
            showSearch={false}
            removeIcon={state.axes.length > 1 || noAxis !== undefined ? undefined : null}
            placeholder={noAxis}
            value={[...state.axes]}
            aria-label={withAside(t('report.axis'), t('report.axisHint'))}
            popupMatchSelectWidth={200}
            options={axisKeys.map((key) => ({
              value: key,
              label: t(`report.axes.${key}`),
              disabled: fixed.has(key),
            }))}
            onChange={(axes) => (axes.length > 0 || noAxis !== undefined) && controls.setAxes(axes)}
          />
        </BarField>
      )}
      {children}
      <FilterPicker
        fields={fields}
        values={values}
        onChange={controls.setFilter}
        onOpenChange={(next) => {
          setPicking(next);
          moves.current = inDrawer !== narrow;
        }}
        button={inDrawer ? undefined : leading}
      />
    </>
  );
  return (
    <FilterBar
      below={
        <>
          {period ? period.note : !plain && <ComparisonNote state={state} days={days} instead={compared} />}
          <FilterChips
            fields={fields}
            values={values}
            onRemove={(name) => controls.setFilter(name, [])}
            onClear={controls.clearFilters}
          />
        </>
      }
    >
      {period ? (
        period.choice
      ) : (
        <DateRange
          period={state.period}
          comparison={plain ? undefined : state.comparison}
          weekStart={weekStart}
          onChange={controls.setPeriod}
        />
      )}
      {inDrawer ? (
        <>
          <Button ref={leading} icon={<ControlOutlined />} aria-expanded={open} onClick={() => setOpen(true)}>
            {t('report.conditions')}
          </Button>
          <Drawer open={open} onClose={close} placement="bottom" size="auto" title={t('report.conditions')}>
            <div className={`ic-stack ic-gap-16 ${styles.drawer}`}>{choices}</div>
          </Drawer>
        </>
      ) : (
        choices
      )}
    </FilterBar>
  );
}
