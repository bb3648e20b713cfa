import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isAdditive, measureKeys, measureName, termMeasures } from '../../../../../shared/catalog';
import { currentLanguage } from '../../../i18n/i18n';
import { useAxisNotes } from '../../../kit/notes/use-axis-notes';
import { comparisonKey, resolveDays } from '../../../kit/period/comparison';
import {
  joinedIn,
  isWithoutAd,
  periodOf,
  rowKey,
  type ReportData,
  type ReportRow,
} from '../../../kit/report/answer';
import { useAspColours } from '../../../kit/report/asp-colours';
import { EvaluationChoice } from '../../../kit/report/report-filters';
import { measureCharts } from '../../../kit/report/report-blocks';
import { allMeasureColumns, measureColumn } from '../../../kit/report/measure-columns';
import { useCustomMeasures } from '../../../kit/report/custom-measures';
import type { ReportParts } from '../../../kit/report/report-screen';
import type { TrendBlock, TrendSeries } from '../../../kit/report/trend-rows';
import type { ColumnPreset, ReportLead } from '../../../kit/report/types';
import type { ReportControls } from '../../../kit/report/use-report-state';
import { useCvNames, withCvNames, useRowNames } from '../../../kit/report/use-row-names';
import { useNarrow } from '../../../kit/use-window';
import { useToday } from '../../../kit/use-today';
import { useWeekStart } from '../../../session/session-context';
import { useThemeName } from '../../../theme/theme-provider';
import { PALETTES, SERIES } from '../../../theme/tokens';
import { StyleChoice, TopChoice, UnitChoice } from './choices';
import {
  COST_ITEM,
  CV_ITEM,
  drawnMeasure,
  isStackable,
  KEY_METRICS,
  namesOf,
  presetKeys,
  TERM_ITEM,
  termPeriods,
  type TermPeriod,
  topOf,
  termUnit,
} from './periods';
import styles from './period-cell.module.css';

interface PeriodCellProps {
  period: TermPeriod;
  /** Name of the series, if the column that shows it scrolls away. */
  of: string | undefined;
  /** Notes on its days. */
  notes: readonly string[];
  onNotes: () => void;
}

/** Period in the table: its days, the incomplete part, and a mark if it has notes. */
function PeriodCell({ period, of, notes, onNotes }: PeriodCellProps) {
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
        <span
          className={`ic-ellipsis ic-warning ic-text-11 ic-regular ${period.running ? 'ic-running' : ''}`}
        >
          {period.partial}
        </span>
      )}
    </span>
  );
  if (of === undefined) return days;
  return (
    <>
      {days}
      <span className={`ic-block ic-ellipsis ic-secondary ic-text-11 ${styles.of}`} title={of}>
        {of}
      </span>
    </>
  );
}

const PRESETS = [
  [TERM_ITEM, 'items'],
  [CV_ITEM, 'cvs'],
  [COST_ITEM, 'costs'],
] as const;
/** Presets by the name that the address may use. */
export const termItems = Object.fromEntries(PRESETS.map(([value, name]) => [name.toUpperCase(), value]));
const PERIOD = 'period';
/** Download column for the notes of a period. */
const NOTES = 'notes';
const PERIOD_WIDTH = 232;
const PERIOD_WIDTH_NARROW = 168;

/** Returns the names and colours of the series, in row order. */
function useSeries(controls: ReportControls, data: ReportData): ((row: ReportRow) => TrendSeries) | null {
  const { axes } = controls.state;
  const theme = useThemeName();
  const names = useRowNames();
  const colourOf = useAspColours(axes);
  const { rows } = data;
  return useMemo(() => {
    if (axes.length === 0) return null;
    const keyOf = (row: ReportRow): string => rowKey({ ...row, period: null }, axes);
    const places = new Map<string, number>();
    for (const row of rows ?? [])
      if (joinedIn(row) === null && !isWithoutAd(row))
        places.set(keyOf(row), places.get(keyOf(row)) ?? places.size);
    const palette = PALETTES[theme];
    const series = SERIES[theme];
    return (row) => {
      const key = keyOf(row);
      const place = places.get(key);
      const own = joinedIn(row) === null ? colourOf?.({ row }) : undefined;
      return {
        key,
        name: names.whole(row, axes),
        colour:
          own ??
          (place === undefined
            ? joinedIn(row) === null
              ? palette.normal
              : palette.previous
            : (series[place % series.length] ?? palette.primary)),
      };
    };
  }, [axes, rows, theme, names, colourOf]);
}

/** Columns, chart and choices of the term trend. */
export function useTermParts(controls: ReportControls, data: ReportData): ReportParts {
  const { t } = useTranslation();
  const { state } = controls;
  const { axes } = state;
  const today = useToday();
  const narrow = useNarrow();
  const weekStart = useWeekStart();
  const cvNames = useCvNames();
  const ratios = useCustomMeasures();
  const names = useRowNames();
  const series = useSeries(controls, data);
  const days = useMemo(
    () => resolveDays(state.period, state.comparison, { today, weekStart }),
    [state.period, state.comparison, today, weekStart],
  );
  const unit = termUnit(controls.parameter('unit'), days.range);
  const language = currentLanguage();
  const over = useAxisNotes(days.range);
  const { notes, open } = over;
  const periods = useMemo(
    () =>
      termPeriods({ range: days.range, previous: days.previous, unit, weekStart, today, language }, t).map(
        (period) => ({
          ...period,
          notes: notes
            .filter(({ day }) => day >= period.days.from && day <= period.days.to)
            .map(({ day, text }) =>
              unit === 'day' ? text : `${day % 100}${t('report.notes.dayOfMonth')} ${text}`,
            ),
        }),
      ),
    [days, unit, weekStart, today, language, notes, t],
  );

  const lead = useMemo<ReportLead>(() => {
    const byKey = new Map(periods.map((period) => [period.key, period]));
    const matchingPeriod = (row: ReportRow) => byKey.get(periodOf(row) ?? '');
    return {
      key: PERIOD,
      title: t('report.period'),
      width: narrow ? PERIOD_WIDTH_NARROW : PERIOD_WIDTH,
      sortable: true,
      asTheyCome: true,
      value: (row) => Number((periodOf(row) ?? '').replaceAll('/', '')),
      textOf: (row) => matchingPeriod(row)?.text ?? periodOf(row) ?? '',
      daysOf: (row) => matchingPeriod(row)?.days,
      earlierDaysOf: (row) => matchingPeriod(row)?.before,
      render: ({ row }) => {
        const period = matchingPeriod(row);
        return period ? (
          <PeriodCell
            period={period}
            of={narrow && axes.length > 0 ? names.whole(row, axes) : undefined}
            notes={period.notes}
            onNotes={() => open(period.days.from)}
          />
        ) : (
          (periodOf(row) ?? '')
        );
      },
    };
  }, [periods, narrow, axes, names, open, t]);

  const words = useMemo(
    () => ({
      columns: [...withCvNames(allMeasureColumns(t), cvNames), ...ratios.columns],
      presets: PRESETS.map(([value, name]): ColumnPreset => ({
        value,
        label: t(`term.presets.${name}`),
        columns: namesOf(presetKeys[value] ?? []),
      })),
      keyMetrics: KEY_METRICS.map((key) => measureColumn(key, t)),
      charts: measureCharts(
        [...termMeasures, ...measureKeys.filter((key) => !termMeasures.includes(key))],
        t,
      ).concat(ratios.charts),
      measures: [
        { label: t('term.presets.items'), keys: namesOf(termMeasures) },
        {
          label: t('term.furtherMeasures'),
          keys: namesOf(measureKeys.filter((key) => !termMeasures.includes(key))),
        },
        ...(ratios.charts.length > 0
          ? [{ label: t('report.columnGroups.own'), keys: ratios.charts.map(({ key }) => key) }]
          : []),
      ],
    }),
    [t, cvNames, ratios],
  );

  const drawn = drawnMeasure(state);
  const ratio = ratios.charts.find(({ key }) => key === state.chart);
  const stackable = axes.length > 0 && !ratio && isStackable(drawn, isAdditive);
  const style = stackable && state.view !== 'line' ? 'stacked' : 'line';
  const measure = ratio?.label ?? t(`measures.${drawn}.label`);
  const drawnName = ratio?.key ?? measureName(drawn);
  const block: TrendBlock = {
    kind: style,
    title:
      axes.length === 0
        ? t('term.chart', { measure })
        : t('term.chartBy', { measure, axis: axes.map((axis) => t(`report.axes.${axis}`)).join('・') }),
    // The drawn measure comes first because the chart defaults to the first one.
    charts: [...words.charts].sort((a, b) => Number(b.key === drawnName) - Number(a.key === drawnName)),
    measures: words.measures,
    periods,
    seriesOf: series,
    daily: unit === 'day',
    previousName: days.previous ? t(comparisonKey(state.period, state.comparison)) : undefined,
    foot: over.bar,
    extra: axes.length > 0 && <StyleChoice controls={controls} style={style} stackable={stackable} />,
  };
  const top = topOf(controls, axes);
  const colourOf = useCallback(({ row }: { row: ReportRow }) => series?.(row).colour, [series]);
  return {
    columns: words.columns,
    presets: words.presets,
    keyMetrics: words.keyMetrics,
    blocks: [block],
    lead,
    colourOf: series ? colourOf : undefined,
    download: {
      leading: over.bar === null ? [PERIOD] : [PERIOD, NOTES],
      parameters: { unit, ...(top && { top: String(top.top), top_by: top.topBy }) },
    },
    bar: (
      <>
        <TopChoice controls={controls} axes={axes} />
        <UnitChoice controls={controls} unit={unit} range={days.range} />
        <EvaluationChoice controls={controls} used={data.evaluation} />
      </>
    ),
  };
}
