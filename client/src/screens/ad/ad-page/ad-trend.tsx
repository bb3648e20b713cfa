import { Segmented, Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { type MeasureKey, measureOf } from '../../../../../shared/catalog';
import {
  addDays,
  countDays,
  listPeriods,
  TermPeriodUnit,
  type Day,
  type Period,
} from '../../../../../shared/domain/calendar';
import { keysOf, recordOf } from '../../../../../shared/records';
import { type AdPageQuery, useAdChangeQuery } from '../../../generated/graphql';
import { DayChart, type DayLine } from '../../../kit/chart/day-chart';
import { BarField } from '../../../kit/filter/filter-bar';
import { Placeholder } from '../../../kit/loading';
import { useAxisNotes } from '../../../kit/notes/use-axis-notes';
import { comparisonKey } from '../../../kit/period/comparison';
import {
  changeOf,
  changeTexts,
  isFewEvents,
  joinedValue,
  readShape,
  shapedValues,
  type MeasureChange,
} from '../../../kit/report/measure-series';
import { ChangeNote, SHAPE, ShapeChoice } from '../../../kit/report/trend-change';
import { dayText, formatApiDay, formatDay } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';
import { useProductId } from '../../../session/session-context';
import type { PageState } from './page-state';

/** Days up to the end of the period in which a change is looked for, however short the period is. */
const JUDGED_DAYS = 90;

const UNIT_LABELS = { day: 'DAY', week: 'WEEK', month: 'MONTH' } as const;

/** Clear change of a measure of the ad, and its day. */
interface AdChange extends MeasureChange {
  readonly day: Day;
}

/** Result of judging a measure of the ad over the last days of the period. */
interface Judged {
  /** The latest clear change. */
  readonly change: AdChange | null;
  /** Day of the last conversion; null without one in these days, undefined while loading. */
  readonly lastResult: Day | null | undefined;
}

function useJudgedDays(id: number, to: Day, measure: MeasureKey): Judged {
  const productId = useProductId();
  const last = Math.min(to, addDays(useToday(), -1));
  const from = addDays(last, 1 - JUDGED_DAYS);
  const { data } = useAdChangeQuery({
    variables: { productId, adId: id, dateFrom: dayText(from), dateTo: dayText(last) },
  });
  return useMemo(() => {
    if (!data) return { change: null, lastResult: undefined };
    const { days } = data.days;
    const change = changeOf(days, measure);
    const at = days.findLastIndex(({ figures }) => (figures.cvTotalFinal ?? 0) > 0);
    return {
      change: change ? { ...change, day: addDays(from, change.at) } : null,
      lastResult: at < 0 ? null : addDays(from, at),
    };
  }, [data, measure, from]);
}

type Days = AdPageQuery['days']['days'];

/** Returns the days of each period, or the joined values of longer ones as rows. */
function rowsOf(periods: readonly Period[], days: Days, measures: readonly MeasureKey[], daily: boolean) {
  if (daily) return days.slice(0, periods.length);
  const [first] = periods;
  return periods.map(({ days: { from, to } }) => {
    const start = countDays(first?.days.from ?? from, from) - 1;
    const own = days.slice(start, start + countDays(from, to));
    return { figures: recordOf(measures, (key) => joinedValue(own, key)) };
  });
}

interface AdTrendProps {
  id: number;
  data: AdPageQuery | undefined;
  state: PageState;
  measure: MeasureKey;
  measures: readonly MeasureKey[];
}

/** Trend of a measure of the ad by day, week or month, with the day since when it is better or worse. */
export function AdTrend({ id, data, state, measure, measures }: AdTrendProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const selectId = useId();
  const { range, previous } = state.days;
  const unit =
    Object.values(TermPeriodUnit).find((one) => one === state.parameters.get('unit')) ?? TermPeriodUnit.DAY;
  const daily = unit === TermPeriodUnit.DAY;
  const shape = readShape(state.parameters.get(SHAPE), daily);
  const periods = useMemo(() => listPeriods(range, unit, state.weekStart), [range, unit, state.weekStart]);
  const over = useAxisNotes(range);
  const { change, lastResult } = useJudgedDays(id, range.to, measure);
  const name = t(`measures.${measure}.label`);
  const label = shape === 'value' ? name : t(`report.shaped.${shape}`, { measure: name });
  const compared = t(comparisonKey(state.period, state.comparison));
  const before = data?.before?.days ?? [];
  const valuesOf = (list: Days): (number | null)[] =>
    shapedValues(rowsOf(periods, list, measures, daily), measure, shape);
  const periodName = ({ days: { from, to } }: Period): string =>
    from === to ? formatDay(from) : `${formatDay(from)} - ${formatDay(to).slice(5)}`;
  const tick = ({ days: { from } }: Period): string =>
    unit === TermPeriodUnit.MONTH ? formatDay(from).slice(0, 7) : formatDay(from).slice(5);
  const periodAt = (day: Day): number => periods.findIndex(({ days }) => day >= days.from && day <= days.to);
  const values = valuesOf(data?.days.days ?? []);
  const lines: DayLine[] = [
    { label, values, dayOf: (index) => (periods[index] ? periodName(periods[index]) : '') },
    ...(previous
      ? [
          {
            label: compared,
            values: valuesOf(before),
            earlier: true,
            dayOf: (index: number) => (daily && before[index] ? formatApiDay(before[index].day) : compared),
          },
        ]
      : []),
  ];
  const notes = new Map<number, readonly string[]>();
  for (const [day, texts] of over.byDay) {
    const at = periodAt(day);
    notes.set(at, [...(notes.get(at) ?? []), ...texts]);
  }
  const since = change && changeTexts(change, measure, formatDay(change.day).slice(5), t);
  const changeAt = change ? periodAt(change.day) : -1;
  return (
    <section className="ic-card" aria-label={t('overview.adPage.trend')}>
      <div className="ic-row ic-wrap ic-between ic-gap-8-16 ic-p-12-16">
        <h2 className="ic-text-16 ic-strong">{t('overview.adPage.trend')}</h2>
        <div className="ic-row ic-wrap ic-gap-8">
          <Segmented
            size="small"
            aria-label={t('overview.adPage.unit')}
            value={unit}
            options={keysOf(UNIT_LABELS).map((one) => ({
              value: one,
              label: t(`enums.TermPeriodUnit.${UNIT_LABELS[one]}`),
            }))}
            onChange={(next) => state.set('unit', next === TermPeriodUnit.DAY ? null : next)}
          />
          <ShapeChoice
            shape={shape}
            daily={daily}
            set={(changes) => state.set(SHAPE, changes[SHAPE] ?? null)}
          />
          <BarField label={t('overview.trend.measure')}>
            <Select
              id={selectId}
              aria-label={t('overview.trend.measure')}
              value={measure}
              popupMatchSelectWidth={false}
              options={measures.map((key) => ({ value: key, label: t(`measures.${key}.label`) }))}
              onChange={(key) => state.set('trend', key)}
            />
          </BarField>
        </div>
      </div>
      {since && change && (
        <p className="ic-text-13" style={{ paddingInline: 18 }} title={t('overview.adPage.judged')}>
          <ChangeNote {...since} tone={change.tone} />
        </p>
      )}
      {data && lastResult !== undefined && values.every((value) => value === null) && (
        <p className="ic-text-13 ic-secondary" style={{ paddingInline: 18 }}>
          {t('overview.adPage.noValues', { measure: name })}
          {lastResult === null
            ? t('overview.adPage.noResult', { days: JUDGED_DAYS })
            : t('overview.adPage.lastResult', { day: formatDay(lastResult) })}
        </p>
      )}
      {data ? (
        <DayChart
          days={periods.map(tick)}
          lines={lines}
          unit={measureOf(measure).unit}
          spoken={`${label}. ${since ? `${since.since} ${since.detail}. ` : ''}${t('overview.trend.walk')}${over.add ? ` ${t('report.notes.key')}` : ''}`}
          bars={
            shape === 'value' &&
            isFewEvents(
              measure,
              lines.flatMap((line) => line.values),
            )
          }
          change={
            since && change && changeAt >= 0
              ? { index: changeAt, text: since.since, tone: change.tone }
              : undefined
          }
          notes={notes}
          noteLabel={t('report.notes.onDay')}
          onNote={
            over.add && ((index) => over.add?.(periods[index]?.days.from ?? addDays(range.from, index)))
          }
          onOpen={(index) => {
            const days = periods[index]?.days;
            if (days)
              void navigate(
                `/analyze/ad-statistics?${new URLSearchParams({ from: dayText(days.from), to: dayText(days.to), ad_ids: String(id), axis: 'device' })}`,
              );
          }}
        />
      ) : (
        <div className="ic-p-12-16" style={{ height: 268 }}>
          <Placeholder width="100%" height={200} />
        </div>
      )}
      {over.bar}
    </section>
  );
}
