import { Fragment, lazy, Suspense, useEffect, useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { formatFigureCondition, readFigureConditions } from '../../../../../shared/catalog';
import { countDays, type Day, type DayRange } from '../../../../../shared/domain/calendar';
import { DashboardDocument, useDashboardQuery, type DashboardQuery } from '../../../generated/first';
import { currentLanguage, loadGuideTexts, loadManagementTexts } from '../../../i18n/i18n';
import { formatRange } from '../../../i18n/punctuation';
import { useFirstSteps } from '../../../kit/first-steps/use-first-steps';
import { AsOfFoot, ComputingNote, MediaNote } from '../../../kit/report/report-notes';
import { Page } from '../../../kit/page';
import { SparkLine } from '../../../kit/chart/spark-line';
import { isFewEvents } from '../../../kit/report/measure-series';
import { metricValue, type ReportRow } from '../../../kit/report/answer';
import { ApprovedSwitch } from '../../../kit/report/approved-switch';
import { KeyMetrics } from '../../../kit/report/key-metrics';
import { measureColumn } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';
import { useReread, useWatch } from '../../../kit/report/use-report-data';
import { ErrorNote } from '../../../kit/error-note';
import { ignored } from '../../../kit/ignored';
import { useProductId } from '../../../session/session-context';
import { DashboardAlertList } from './dashboard-alerts';
import { CardButton } from './card-button';
import { visibleCards, useCards, type Card } from './cards';
import { useApprovedOnly } from './use-approved-only';
import {
  useDayLinks,
  DASHBOARD_MEASURES,
  readMeasure,
  dashboardPeriods,
  dashboardVariables,
  statisticsLink,
} from './periods';
import { NoData } from './no-data';
import { QuickLinks } from './quick-links';
import { Summary } from './summary';
import { RANKED_BY, RANKED_IF, Ranking } from './top-ads';
import { MonthTargets } from './month-targets';
import { Trend } from './trend';
import { dayText, formatDay, formatWeekday } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';

/** Loaded only for new products. */
const FirstSteps = lazy(() =>
  Promise.all([import('../../../kit/first-steps/first-steps'), loadGuideTexts(), loadManagementTexts()]).then(
    ([module]) => ({ default: module.FirstSteps }),
  ),
);

/** Returns true if the product has any contacts, views, conversions or costs. */
const holdsData = (total: ReportRow): boolean =>
  (['adClickCount', 'pvCount', 'cvTotalFinal', 'adCost'] as const).some(
    (key) => Number(total.figures?.[key]) !== 0,
  );

/** Returns the total of the comparison period. */
const earlierTotal = (
  part: { total: { previous?: ReportRow['figures'] | null } } | undefined,
): ReportRow | undefined => (part?.total.previous ? { figures: part.total.previous } : undefined);

/** Formats a day with its weekday, and a range of days. */
function useDayTexts(): { day(day: Day): string; range(range: DayRange): string } {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      day: (day) =>
        t('dashboard.day', { day: formatDay(day), weekday: formatWeekday(day, currentLanguage()) }),
      range: ({ from, to }) => formatRange(formatDay(from), formatDay(to)),
    }),
    [t],
  );
}

/** Days in the sparklines below yesterday's metrics. */
const SPARK_DAYS = 30;

const oneDay = (day: Day): DayRange => ({ from: day, to: day });

/** Returns a renderer for the sparkline of a metric. */
function useSparks(
  days: DashboardQuery['days']['days'] | undefined,
  count: number,
): (column: ReportColumn) => ReactNode {
  return useMemo(() => {
    const sparkDays = days?.slice(-count) ?? [];
    return (column) => {
      const values = sparkDays.map((day) => column.value(day));
      return (
        <SparkLine
          values={values}
          bars={column.measure !== undefined && isFewEvents(column.measure, values)}
        />
      );
    };
  }, [days, count]);
}

/** Landing page: yesterday and this month with comparisons, alerts, the trend, and the best and worst ads. */
export function DashboardHome() {
  const { t } = useTranslation();
  const productId = useProductId();
  const texts = useDayTexts();
  const periods = dashboardPeriods(useToday());
  const [parameters] = useSearchParams();
  const rankedBy = readMeasure(parameters.get(RANKED_BY), 'cvTotalFinal');
  const rankedIf = parameters.get(RANKED_IF);
  const figures = useMemo(() => readFigureConditions(rankedIf).map(formatFigureCondition), [rankedIf]);
  const approved = useApprovedOnly();
  const variables = dashboardVariables(productId, periods, approved.of(rankedBy), figures);
  const answer = useDashboardQuery({ variables });
  const lastProduct = useRef<number>(undefined);
  useEffect(() => {
    if (answer.data) lastProduct.current = productId;
  }, [answer.data, productId]);
  const { choice, isDefault, change } = useCards();
  const firstSteps = useFirstSteps();
  const guided = firstSteps.isNeeded && !firstSteps.closed;
  // Keeps data while the ranking changes, but not when the product does.
  const sameProduct = answer.previousData !== undefined && lastProduct.current === productId;
  const result = { ...answer, data: answer.data ?? (sameProduct ? answer.previousData : undefined) };
  const { error, loading, refetch } = result;
  // On the first day of a month, the month consists of today only.
  const partsOf = ({ today, month, lastMonth }: DashboardQuery) => [
    lastMonth,
    month,
    ...(periods.lastMonthToSameDay ? [today] : []),
  ];
  const { data, watch } = useReread(result, {
    document: DashboardDocument,
    variables,
    days: { productId, from: dayText(periods.lastMonth.from), to: dayText(periods.today) },
    conversionsOf: (answer) =>
      partsOf(answer).reduce((sum, { total }) => sum + (metricValue(total, 'cvTotalFinal') ?? 0), 0),
  });
  const backlog = useWatch(
    error && !data ? undefined : watch,
    data && partsOf(data).reduce((sum, { version }) => sum + version, 0),
  );
  const columns = useMemo(
    () => DASHBOARD_MEASURES.map((key) => measureColumn(approved.of(key), t)),
    [approved, t],
  );
  const daySparks = useSparks(data?.days.days, SPARK_DAYS);
  const monthSparks = useSparks(
    data?.days.days,
    periods.lastMonthToSameDay ? countDays(periods.month.from, periods.month.to) : 0,
  );
  const links = {
    today: useDayLinks(oneDay(periods.today)),
    yesterday: useDayLinks(oneDay(periods.yesterday)),
    dayBefore: useDayLinks(oneDay(periods.dayBefore)),
    month: useDayLinks(periods.month),
    earlier: useDayLinks(periods.lastMonthToSameDay ?? periods.month),
    lastMonth: useDayLinks(periods.lastMonth),
  };
  const retry = (): void => void refetch().catch(ignored);
  const month = t(periods.lastMonthToSameDay ? 'report.presets.thisMonth' : 'overview.card.month');

  if (error && !data) {
    return (
      <Page title={t('menu.dashboard')} lead={t('dashboard.lead')}>
        <div className="ic-card">
          <ErrorNote title={t('dashboard.errorTitle')} of="report" error={error} retry={retry} />
        </div>
        <QuickLinks />
      </Page>
    );
  }
  const nothing =
    data && ![data.today, data.day, data.month, data.lastMonth].some(({ total }) => holdsData(total));
  const cards: Readonly<Record<Card, () => ReactNode>> = {
    yesterday: () => (
      <Summary
        title={t('dashboard.yesterday')}
        days={texts.day(periods.yesterday)}
        note={t('dashboard.todayBeside')}
        link={statisticsLink({ preset: 'custom', range: oneDay(periods.yesterday) })}
      >
        <KeyMetrics
          layout="grid"
          label={`${t('dashboard.yesterday')}: ${t('report.keyFigures')}`}
          columns={columns}
          total={data?.day.total}
          previousTotal={earlierTotal(data?.day)}
          previousLabel={t('dashboard.dayBefore')}
          reference={{
            label: t('report.presets.today'),
            running: true,
            total: data?.today.total,
            opens: links.today,
          }}
          opens={links.yesterday}
          opensPrevious={links.dayBefore}
          spark={daySparks}
          compared
        />
      </Summary>
    ),
    month: () => (
      <Summary
        title={month}
        days={
          periods.lastMonthToSameDay
            ? texts.range(periods.month)
            : `${texts.day(periods.today)} ${t('report.unfinished')}`
        }
        link={statisticsLink({ preset: 'thisMonth' })}
      >
        <KeyMetrics
          layout="grid"
          label={`${month}: ${t('report.keyFigures')}`}
          columns={columns}
          total={data?.month.total}
          previousTotal={earlierTotal(data?.month)}
          previousLabel={t('report.sameDaysLastMonth')}
          reference={{
            label: t('dashboard.lastMonth'),
            total: data?.lastMonth.total,
            opens: links.lastMonth,
          }}
          opens={links.month}
          opensPrevious={links.earlier}
          spark={monthSparks}
          compared={periods.lastMonthToSameDay !== undefined}
        />
        <MonthTargets total={data?.month.total} />
      </Summary>
    ),
    attention: () => (
      <Summary title={t('overview.attention.title')}>
        <DashboardAlertList alerts={data?.attention} />
      </Summary>
    ),
    trend: () => (
      <Summary
        title={t('overview.trend.title')}
        days={texts.range(periods.trend)}
        link={statisticsLink({ preset: 'd30' })}
      >
        <Trend data={data} periods={periods} />
      </Summary>
    ),
    ads: () => (
      <Summary
        title={t('overview.ads.title')}
        days={t('overview.ads.lead')}
        link={statisticsLink({ preset: 'thisMonth' })}
      >
        <Ranking
          ranking={data?.ranking}
          spending={data?.spending.best}
          measure={rankedBy}
          figures={figures}
          range={periods.month}
        />
      </Summary>
    ),
    links: () => <QuickLinks />,
  };
  const visible = visibleCards(choice);
  return (
    <Page
      title={t('menu.dashboard')}
      lead={t('dashboard.lead')}
      actions={
        <>
          <ApprovedSwitch on={approved.on} onChange={approved.set} />
          <CardButton choice={choice} isDefault={isDefault} onChange={change} />
        </>
      }
    >
      <ComputingNote backlog={backlog} />
      {guided && (
        <Suspense>
          <FirstSteps onClose={firstSteps.close} />
        </Suspense>
      )}
      {nothing ? (
        <>
          {!guided && (
            <div className="ic-card">
              <NoData onGuide={firstSteps.isNeeded ? firstSteps.reopen : undefined} />
            </div>
          )}
          <QuickLinks />
        </>
      ) : (
        visible.map((card) => <Fragment key={card}>{cards[card]()}</Fragment>)
      )}
      {visible.length === 0 && <p className="ic-card">{t('overview.cards.none')}</p>}
      <AsOfFoot className="ic-mt-4" asOf={data?.month.asOf} loading={loading} onRefresh={retry}>
        <MediaNote total={data?.month.total} />
      </AsOfFoot>
    </Page>
  );
}
