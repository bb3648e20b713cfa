import { Select } from 'antd';
import { useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { measureOf, type MeasureKey } from '../../../../../shared/catalog';
import { addDays, countDays } from '../../../../../shared/domain/calendar';
import type { AdPageQuery } from '../../../generated/graphql';
import { DayChart, type DayLine } from '../../../kit/chart/day-chart';
import { BarField } from '../../../kit/filter/filter-bar';
import { comparisonKey } from '../../../kit/period/comparison';
import { useAxisNotes } from '../../../kit/notes/use-axis-notes';
import { Placeholder } from '../../../kit/loading';
import { metricValue } from '../../../kit/report/answer';
import { KeyMetrics } from '../../../kit/report/key-metrics';
import { measureColumn } from '../../../kit/report/measure-columns';
import { formatApiDay } from '../../../kit/tokyo-date';
import { type PageState, useAdLinks } from './page-state';

const METRIC_KEYS = [
  'adClickCount',
  'cvTotalFinal',
  'indirectTotal',
  'adCost',
  'cpa',
  'amountSum',
  'roas',
  'profit',
] as const satisfies readonly MeasureKey[];

interface AdMetricsProps {
  id: number;
  data: AdPageQuery | undefined;
  state: PageState;
}

/** Key metrics with their comparison period, and a daily trend of the selected one. */
export function AdMetrics({ id, data, state }: AdMetricsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const selectId = useId();
  const { range, previous } = state.days;
  const measure = METRIC_KEYS.find((key) => key === state.parameters.get('trend')) ?? 'cvTotalFinal';
  const columns = useMemo(() => METRIC_KEYS.map((key) => measureColumn(key, t)), [t]);
  const opens = useAdLinks(id, range, data?.summary);
  const opensPrevious = useAdLinks(id, previous ?? range, data?.summary);
  const { unit } = measureOf(measure);
  const name = t(`measures.${measure}.label`);
  const days = data?.days.days ?? [];
  const dayName = (text: string | undefined): string => (text === undefined ? '' : formatApiDay(text));
  const valuesOf = (list: readonly { readonly figures: object }[]): (number | null)[] =>
    list.map((day) => metricValue(day, measure));
  const before = data?.before?.days ?? [];
  const over = useAxisNotes(range);
  const compared = t(comparisonKey(state.period, state.comparison));
  const lines: DayLine[] = [
    { label: name, values: valuesOf(days), dayOf: (index) => dayName(days[index]?.day) },
    ...(previous
      ? [
          {
            label: compared,
            values: valuesOf(before).slice(0, days.length),
            earlier: true,
            dayOf: (index: number) => dayName(before[index]?.day) || compared,
          },
        ]
      : []),
  ];
  return (
    <>
      <KeyMetrics
        columns={columns}
        total={data?.summary.total}
        previousTotal={data?.summary.total.previous ? { figures: data.summary.total.previous } : undefined}
        compared={previous !== undefined}
        previousLabel={compared}
        opens={opens}
        opensPrevious={opensPrevious}
      />
      <section className="ic-card" aria-label={t('overview.adPage.trend')}>
        <div className="ic-row ic-wrap ic-between ic-gap-8-16 ic-p-12-16">
          <h2 className="ic-text-16 ic-strong">{t('overview.adPage.trend')}</h2>
          <BarField label={t('overview.trend.measure')}>
            <Select
              id={selectId}
              aria-label={t('overview.trend.measure')}
              value={measure}
              popupMatchSelectWidth={false}
              options={METRIC_KEYS.map((key) => ({ value: key, label: t(`measures.${key}.label`) }))}
              onChange={(key) => state.set('trend', key)}
            />
          </BarField>
        </div>
        {data ? (
          <DayChart
            days={days.map(({ day }) => dayName(day).slice(5))}
            lines={lines}
            unit={unit}
            spoken={`${name}. ${t('overview.trend.walk')}${over.add ? ` ${t('report.notes.key')}` : ''}`}
            notes={new Map([...over.byDay].map(([day, texts]) => [countDays(range.from, day) - 1, texts]))}
            noteLabel={t('report.notes.onDay')}
            onNote={over.add && ((index) => over.add?.(addDays(range.from, index)))}
            onOpen={(index) => {
              const day = days[index]?.day;
              if (day)
                void navigate(
                  `/analyze/ad-statistics?${new URLSearchParams({ from: day, to: day, ad_ids: String(id), axis: 'device' })}`,
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
    </>
  );
}
