import { useMemo, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { axisOf, deviceNames, FIGURE_FILTER, type AxisKey, axisKeys } from '../../../../shared/catalog';
import { adKindOf } from '../../session/ad-names';
import { useSession, type Selections, useWeekStart } from '../../session/session-context';
import { type FilterField, type FilterValues, BarField, FilterBar, FilterChips } from '../filter/filter-bar';
import { filterAxes, filterParameter, type AxisFilters, MAX_AXES } from './axes';
import { useDeviceLabel } from './use-row-names';
import { EvaluationSelect, ModelSelect } from '../model-select';
import type { ReportControls } from './use-report-state';
import type { ExcludedRows } from './answer';
import type { ReportColumn } from './types';
import { useFigureFilter } from './use-figure-filter';
import { metricText } from '../table/number-cell';
import { ControlOutlined } from '@ant-design/icons';
import { Button, Drawer } from 'antd';
import { withAside } from '../../i18n/punctuation';
import { FilterPicker } from '../filter/filter-picker';
import { MultiSelect } from '../multi-select';
import type { ResolvedDays } from '../period/comparison';
import { DateRange } from '../period/date-range';
import { ComparisonNote } from './report-notes';
import styles from './report-screen.module.css';

type Choice = FilterField['choices'][number];
const choices = (items: readonly { id: number; label: string }[]): Choice[] =>
  items.map(({ id, label }) => ({ value: String(id), label }));

/** Returns the filter choices of an axis. */
function choicesOf(axis: AxisKey, selections: Selections, deviceLabel: (name: string) => string): Choice[] {
  const { choices: list, dimension } = axisOf(axis);
  if (list === null) return [];
  if (list === 'device')
    return Object.values(deviceNames).map((name) => ({ value: name, label: deviceLabel(name) }));
  if (list === 'adType')
    return choices(selections.adType.filter(({ sequence }) => sequence === dimension?.sequence));
  return choices(selections[list]);
}

/** Returns the filters of a report by URL parameter. */
const filterValues = (filters: AxisFilters): FilterValues =>
  Object.fromEntries(
    filterAxes.flatMap((axis) => (filters[axis] ? [[filterParameter(axis), filters[axis]]] : [])),
  );

export interface AxisFields {
  /** Fields that reports can be filtered by. */
  fields: readonly FilterField[];
  /** Returns the name of an id on an axis; `#id` if unknown. */
  nameOf: (axis: AxisKey, id: string) => string;
}

/** Returns the axes as filter fields with their choices. */
export function useAxisFields(): AxisFields {
  const { t } = useTranslation();
  const { selections } = useSession();
  const deviceLabel = useDeviceLabel();
  return useMemo(() => {
    const byAxis = new Map(filterAxes.map((axis) => [axis, choicesOf(axis, selections, deviceLabel)]));
    return {
      fields: filterAxes.map((axis) => ({
        name: filterParameter(axis) ?? axis,
        label: t(`report.axes.${axis}`),
        choices: byAxis.get(axis) ?? [],
        search: adKindOf(axisOf(axis).choices),
      })),
      nameOf: (axis, id) => byAxis.get(axis)?.find(({ value }) => value === id)?.label ?? `#${id}`,
    };
  }, [selections, deviceLabel, t]);
}

/**
 * Selects which conversions count: new customers only, all, or all with their history. Defaults to the
 * product's setting.
 */
export function EvaluationChoice({ controls, used }: { controls: ReportControls; used: number | undefined }) {
  const { t } = useTranslation();
  return (
    <BarField label={t('report.evaluation')}>
      <EvaluationSelect
        value={controls.state.evaluation ?? used ?? null}
        onChange={(value) => controls.set({ evaluation: value === null ? null : String(value) })}
      />
    </BarField>
  );
}

/** Selects the attribution model; defaults to the product's setting. */
export function ModelChoice({
  controls,
  used,
  disabled = false,
}: {
  controls: ReportControls;
  used: number | undefined;
  disabled?: boolean;
}) {
  const { t } = useTranslation();
  return (
    <BarField label={t('report.model')}>
      <ModelSelect
        value={controls.state.model ?? used ?? null}
        disabled={disabled}
        onChange={(model) => controls.set({ model: model === null ? null : String(model) })}
      />
    </BarField>
  );
}

export interface ReportFiltersProps {
  controls: ReportControls;
  /** Days that the report shows. */
  days: ResolvedDays;
  /** Moves everything but the period into a drawer to keep the metrics visible. */
  narrow: boolean;
  /** Label for "no axis"; undefined if the report requires one. */
  noAxis?: string | undefined;
  /** Axes that rows can be grouped by; all by default. */
  axes?: readonly AxisKey[];
  /** Hides axes and comparison for reports that support neither. */
  plain?: boolean;
  /** Replaces the date range and the comparison note. */
  period?: { choice: ReactNode; note: ReactNode };
  /** Replaces the comparison days in the note. */
  compared?: string | undefined;
  /** Offers conditions on the metric values of rows. */
  figures?: { columns: readonly ReportColumn[]; excluded: ExcludedRows | undefined };
  /** Further choices of the screen, e.g. the attribution model. */
  children?: ReactNode;
}

/** Period, axes and filters of a report; stays visible while the page scrolls. */
export function ReportFilters({
  controls,
  days,
  narrow,
  noAxis,
  axes = axisKeys,
  plain = false,
  period,
  compared,
  figures,
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
  const axisFields = useAxisFields().fields;
  const conditions = useFigureFilter(state.figures, figures?.columns);
  const fields = figures ? [...axisFields, conditions.field] : axisFields;
  const excludedNote =
    figures?.excluded &&
    t('report.excluded', {
      count: figures.excluded.rows,
      cost: metricText(figures.excluded.adCost, { unit: 'yen', showZero: true }),
    });
  const fixed = new Set(state.path.flat().map(({ axis }) => axis));
  const values = filterValues(state.filters);
  const removeChip = (name: string): void =>
    state.figures.includes(name)
      ? controls.setFilter(
          FIGURE_FILTER,
          state.figures.filter((one) => one !== name),
        )
      : controls.setFilter(name, []);
  const choices = (
    <>
      {!plain && (
        <BarField label={t('report.axis')}>
          <MultiSelect<AxisKey[]>
            className={styles.axes ?? ''}
            maxCount={MAX_AXES}
            showSearch={false}
            removeIcon={state.axes.length > 1 || noAxis !== undefined ? undefined : null}
            placeholder={noAxis}
            value={[...state.axes]}
            aria-label={withAside(t('report.axis'), t('report.axisHint'))}
            popupMatchSelectWidth={200}
            options={axes.map((key) => ({
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
        values={{ ...values, [FIGURE_FILTER]: state.figures }}
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
            fields={figures ? [...axisFields, ...conditions.chips.fields] : axisFields}
            values={figures ? { ...values, ...conditions.chips.values } : values}
            onRemove={removeChip}
            onClear={controls.clearFilters}
            note={excludedNote}
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
