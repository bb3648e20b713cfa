import {
  findMeasure,
  measureKeys,
  measureName,
  presetMeasures,
  AdAnalyzeItem,
  termMeasures,
  type MeasureKey,
  includesAdCost,
  isAdditive,
  type AxisKey,
} from '../../../../../shared/catalog';
import { joinedMeasures } from '../../../kit/report/measure-series';
import type { ReportState } from '../../../kit/report/url-state';
import {
  countDays,
  TermPeriodUnit,
  type DayRange,
  comparePeriods,
  isPartial,
  monthOf,
  periodLabel,
  previousPeriods,
  type Day,
  type WeekStart,
} from '../../../../../shared/domain/calendar';
import type { ReportControls } from '../../../kit/report/use-report-state';
import type { TFunction } from 'i18next';
import { punctuation } from '../../../../../shared/format';
import { formatRange } from '../../../i18n/punctuation';
import type { Language } from '../../../preferences/language';
import { formatDay, formatWeekday } from '../../../kit/tokyo-date';
import type { TrendPeriod } from '../../../kit/report/trend-rows';

export const KEY_METRICS: readonly MeasureKey[] = [
  'adClickCount',
  'cvTotalFinal',
  'cvr',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
];

/** Hidden measures behind the columns: results and costs that separate noise from real change. */
const BASES: readonly MeasureKey[] = ['cvTotalFinal', 'attrCv', 'adCost'];

/** Columns of the presets by their value in the address. */
export const TERM_ITEM = '1';
export const CV_ITEM = '2';
export const COST_ITEM = '3';
export const presetKeys: Readonly<Record<string, readonly MeasureKey[]>> = {
  [TERM_ITEM]: termMeasures,
  [CV_ITEM]: measureKeys.filter((key) => /^cv/.test(key)),
  [COST_ITEM]: ['amountSum', 'amountAvg', ...presetMeasures[AdAnalyzeItem.AD_COST_EFFECT]],
};

/** Default measure of the chart. */
const DEFAULT_MEASURE: MeasureKey = 'cvTotalFinal';

export const drawnMeasure = ({ chart }: Pick<ReportState, 'chart'>): MeasureKey =>
  (chart === undefined ? null : findMeasure(chart)) ?? DEFAULT_MEASURE;

/** Returns true if the measure can be stacked: it is additive and never negative. */
export const isStackable = (key: MeasureKey, isAdditive: (key: MeasureKey) => boolean): boolean =>
  isAdditive(key) && !/profit/i.test(key);

/**
 * Returns the measures that the screen's state shows, in column order, including the marker for media costs.
 * The query requests only these.
 */
export function requestedMeasures(state: Pick<ReportState, 'item' | 'columns' | 'chart'>): MeasureKey[] {
  const columns =
    state.columns?.flatMap((name) => findMeasure(name) ?? []) ??
    presetKeys[state.item] ??
    presetKeys[TERM_ITEM] ??
    [];
  const requested = new Set([...KEY_METRICS, ...BASES, ...columns, ...joinedMeasures(drawnMeasure(state))]);
  if ([...requested].some(includesAdCost)) requested.add('mediaDays');
  return measureKeys.filter((key) => requested.has(key));
}

export const namesOf = (keys: readonly MeasureKey[]): string[] => keys.map(measureName);

export const UNITS = [TermPeriodUnit.DAY, TermPeriodUnit.WEEK, TermPeriodUnit.MONTH];

/** Longest ranges in days that default to daily and weekly units. */
const MAX_DAILY_DAYS = 62;
const MAX_WEEKLY_DAYS = 26 * 7;
/** Longest range in days that a chart can show in each unit. */
const MAX_DAYS: Readonly<Record<TermPeriodUnit, number>> = { day: 800, week: 800 * 7, month: Infinity };

export const isTooFine = (unit: TermPeriodUnit, { from, to }: DayRange): boolean =>
  countDays(from, to) > MAX_DAYS[unit];

/** Returns the selected unit or a suitable default. Never returns a unit too fine for the range. */
export function termUnit(chosen: string | null, range: DayRange): TermPeriodUnit {
  const days = countDays(range.from, range.to);
  const suiting =
    days <= MAX_DAILY_DAYS
      ? TermPeriodUnit.DAY
      : days <= MAX_WEEKLY_DAYS
        ? TermPeriodUnit.WEEK
        : TermPeriodUnit.MONTH;
  const unit = UNITS.find((known) => known === chosen) ?? suiting;
  return isTooFine(unit, range) ? suiting : unit;
}

/** Options for the number of separate axis values; at most the number of colours. */
export const TOPS = [3, 5, 7];
const TOP = 5;

/**
 * Returns how many values are shown separately and the measure that ranks them: the drawn measure, or results
 * if it isn't additive.
 */
export function topOf(
  { state, parameter }: Pick<ReportControls, 'state' | 'parameter'>,
  axes: readonly AxisKey[],
): { top: number; topBy: string } | null {
  if (axes.length === 0) return null;
  const drawn = drawnMeasure(state);
  return {
    top: TOPS.find((known) => String(known) === parameter('top')) ?? TOP,
    topBy: measureName(isAdditive(drawn) ? drawn : 'cvTotalFinal'),
  };
}

/** Period of the trend with its text and days. */
export interface TermPeriod extends TrendPeriod {
  readonly days: DayRange;
  /** Comparison period. */
  readonly before: DayRange | undefined;
  /** True if it includes a day that isn't finished. */
  readonly running: boolean;
}

const short = (day: Day): string => `${Math.floor(day / 100) % 100}/${day % 100}`;
const monthText = (day: Day): string => formatDay(day).slice(0, 'yyyy/MM'.length);
const rangeText = ({ from, to }: DayRange): string =>
  from === to
    ? formatDay(from)
    : formatRange(
        formatDay(from),
        monthOf(from) === monthOf(to) || Math.floor(from / 10_000) === Math.floor(to / 10_000)
          ? short(to)
          : formatDay(to),
      );

interface TermPeriodParams {
  readonly range: DayRange;
  readonly previous: DayRange | undefined;
  readonly unit: TermPeriodUnit;
  readonly weekStart: WeekStart;
  readonly today: Day;
  readonly language: Language;
}

/** Returns the periods of a trend in chronological order, with a note on incomplete ones. */
export function termPeriods(
  { range, previous, unit, weekStart, today, language }: TermPeriodParams,
  t: TFunction,
): TermPeriod[] {
  const compared = comparePeriods(range, unit, weekStart, previous ?? previousPeriods(range, unit));
  return compared.map(({ period, previous: before }): TermPeriod => {
    const { days } = period;
    const ahead = days.from > today;
    const running = days.to >= today && !ahead;
    const texts = {
      day: () => punctuation[language].aside(formatDay(days.from), formatWeekday(days.from, language)),
      week: () => t('term.weekOf', { day: formatDay(period.key) }),
      month: () => monthText(days.from),
    };
    return {
      key: periodLabel(period.key, unit),
      tick: unit === 'month' ? monthText(days.from) : short(period.key),
      text: texts[unit](),
      days,
      before: (previous && before) ?? undefined,
      running,
      ahead,
      previous: previous && before ? rangeText(before) : undefined,
      partial: ahead
        ? t('term.ahead')
        : running
          ? t('term.running')
          : isPartial(period, unit)
            ? t('term.cut', { from: short(days.from), to: short(days.to) })
            : undefined,
    };
  });
}
