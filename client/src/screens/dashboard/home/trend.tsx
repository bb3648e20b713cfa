import { Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { isAdditive, measureOf, type MeasureKey } from '../../../../../shared/catalog';
import { targetOf } from '../../../../../shared/catalog/target';
import {
  addDays,
  countDays,
  monthOf,
  monthRange,
  type Day,
  type DayRange,
} from '../../../../../shared/domain/calendar';
import type { DashboardQuery } from '../../../generated/first';
import { currentLanguage } from '../../../i18n/i18n';
import { DayChart, type DayLine } from '../../../kit/chart/day-chart';
import { useAxisNotes } from '../../../kit/notes/use-axis-notes';
import { Placeholder } from '../../../kit/loading';
import { metricValue } from '../../../kit/report/answer';
import { isFewEvents } from '../../../kit/report/measure-series';
import { targetValue } from '../../../kit/report/target-columns';
import { metricText } from '../../../kit/table/number-cell';
import { formatDay, formatWeekday } from '../../../kit/tokyo-date';
import {
  DASHBOARD_MEASURES,
  readMeasure,
  MONTH_BACK,
  YEAR_BACK,
  type DashboardPeriods,
  statisticsLink,
} from './periods';
import { useApprovedOnly } from './use-approved-only';
import styles from './home.module.css';

const AGAINST = ['month', 'year', 'none'] as const;

type Days = DashboardQuery['days']['days'];

/** The last 30 days of a measure, compared with the same weekdays four weeks or a year before. */
export function Trend({
  data,
  periods,
}: {
  data: DashboardQuery | undefined;
  periods: Pick<DashboardPeriods, 'trend'>;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const id = useId();
  const [parameters, setParameters] = useSearchParams();
  const approved = useApprovedOnly();
  const chosen = readMeasure(parameters.get('trend'), 'cvTotalFinal');
  const measure = approved.of(chosen);
  const against = AGAINST.find((one) => one === parameters.get('against')) ?? 'month';
  const set = (name: string, value: string): void =>
    setParameters(
      (before) => new URLSearchParams([...[...before].filter(([key]) => key !== name), [name, value]]),
      { preventScrollReset: true },
    );
  const { trend } = periods;
  const length = countDays(trend.from, trend.to);
  const dayAt = (index: number): number => addDays(trend.from, index);
  const { unit } = measureOf(measure);
  const name = t(`measures.${measure}.label`);
  const named = (day: number): string =>
    t('dashboard.day', { day: formatDay(day), weekday: formatWeekday(day, currentLanguage()) });
  const valuesOf = (days: Days): (number | null)[] => days.map((day) => metricValue(day, measure));
  const all = data?.days.days ?? [];
  const now = valuesOf(all.slice(MONTH_BACK));
  const back = against === 'year' ? YEAR_BACK : MONTH_BACK;
  const earlier = against === 'year' ? valuesOf(data?.year.days ?? []) : valuesOf(all.slice(0, length));
  const lines: DayLine[] = [
    { label: name, values: now, dayOf: (index) => named(dayAt(index)) },
    ...(against === 'none'
      ? []
      : [
          {
            label: t(`overview.trend.${against}`),
            values: earlier,
            earlier: true,
            dayOf: (index: number) => named(addDays(dayAt(index), -back)),
          },
        ]),
    ...targetLine(data, measure, length, dayAt, t(isAdditive(measure) ? 'targets.perDay' : 'targets.level')),
  ];
  const over = useAxisNotes(trend);
  const marked = new Set(
    (data?.attention.unusual ?? [])
      .filter((one) => one.measure === measure)
      .map(({ day }) => indexOfDay(trend, day)),
  );
  return (
    <div className="ic-card">
      <div className={`ic-row ic-wrap ic-gap-8 ic-caption ${styles.bar}`}>
        <label htmlFor={`${id}m`}>{t('overview.trend.measure')}</label>
        <Select
          id={`${id}m`}
          value={chosen}
          popupMatchSelectWidth={false}
          options={DASHBOARD_MEASURES.map((key) => ({
            value: key,
            label: t(`measures.${approved.of(key)}.label`),
          }))}
          onChange={(key) => set('trend', key)}
        />
        <label htmlFor={`${id}a`}>{t('overview.trend.against')}</label>
        <Select
          id={`${id}a`}
          value={against}
          popupMatchSelectWidth={false}
          options={AGAINST.map((key) => ({ value: key, label: t(`overview.trend.${key}`) }))}
          onChange={(key) => set('against', key)}
        />
      </div>
      {data ? (
        <DayChart
          days={Array.from({ length }, (_, index) => formatDay(dayAt(index)).slice(5))}
          lines={lines}
          unit={unit}
          bars={isFewEvents(
            measure,
            lines.flatMap(({ values }) => values),
          )}
          spoken={`${spokenTrend(
            now,
            (value) => metricText(value, { unit, showZero: true }),
            (index) => named(dayAt(index)),
            (words) => t('overview.trend.spoken', { measure: name, ...words }),
          )} ${t('overview.trend.walk')}${over.add ? ` ${t('report.notes.key')}` : ''}`}
          marked={marked}
          markedLabel={t('overview.trend.unusual')}
          notes={new Map([...over.byDay].map(([day, texts]) => [countDays(trend.from, day) - 1, texts]))}
          noteLabel={t('report.notes.onDay')}
          onNote={over.add && ((index) => over.add?.(dayAt(index)))}
          onOpen={(index) =>
            void navigate(
              statisticsLink({ preset: 'custom', range: { from: dayAt(index), to: dayAt(index) } }),
            )
          }
        />
      ) : (
        <div className="ic-p-12-16" style={{ height: 268 }}>
          <Placeholder width="100%" height={200} />
        </div>
      )}
      {over.bar}
    </div>
  );
}

/**
 * Returns the level of this month's target: of a sum its part per day, of a ratio the target itself. None
 * without a target.
 */
function targetLine(
  data: DashboardQuery | undefined,
  measure: MeasureKey,
  length: number,
  dayAt: (index: number) => Day,
  label: string,
): DayLine[] {
  const key = targetOf(measure);
  const target = key && data ? targetValue(data.month.total, 'targets', key) : null;
  if (target === null) return [];
  const month = monthOf(dayAt(length - 1));
  const { from, to } = monthRange(month);
  const level = isAdditive(measure) ? target / countDays(from, to) : target;
  const values = Array.from({ length }, (_, index) => (monthOf(dayAt(index)) === month ? level : null));
  return [{ label, values, target: true, dayOf: () => label }];
}

/** Returns the index of a day. Days before the chart have a negative index. */
const indexOfDay = ({ from }: DayRange, day: string): number =>
  countDays(from, Number(day.replaceAll('-', ''))) - 1;

/** Describes the highest and lowest value for screen readers. */
function spokenTrend(
  values: readonly (number | null)[],
  text: (value: number) => string,
  dayOf: (index: number) => string,
  say: (words: Record<'max' | 'maxDay' | 'min' | 'minDay', string>) => string,
): string {
  const known = values.flatMap((value, index) => (value === null ? [] : [{ value, index }]));
  const [first] = known;
  if (!first) return '';
  const max = known.reduce((best, one) => (one.value > best.value ? one : best), first);
  const min = known.reduce((best, one) => (one.value < best.value ? one : best), first);
  return say({
    max: text(max.value),
    maxDay: dayOf(max.index),
    min: text(min.value),
    minDay: dayOf(min.index),
  });
}
