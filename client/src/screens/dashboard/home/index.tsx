import { LockOutlined, ReloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Day, DayRange } from '../../../../../shared/domain/calendar';
import type { MeasureKey } from '../../../../../shared/catalog';
import { DashboardDocument, useDashboardQuery, type DashboardQuery } from '../../../generated/first';
import { currentLanguage } from '../../../i18n/i18n';
import { isForbidden, requestIdOf } from '../../../kit/errors';
import { Page } from '../../../kit/page';
import { figureOf, type ReportRow } from '../../../kit/report/answer';
import { ComputingNote } from '../../../kit/report/computing-note';
import { KeyFigures } from '../../../kit/report/key-figures';
import { measureColumn } from '../../../kit/report/measure-columns';
import { useReread } from '../../../kit/report/use-reread';
import { useWatch } from '../../../kit/report/use-watch';
import { ErrorNote, StateNote } from '../../../kit/states';
import { useProductId } from '../../../session/session-context';
import styles from './home.module.css';
import { NoData } from './no-data';
import { dashboardPeriods, dashboardVariables } from './periods';
import { QuickLinks } from './quick-links';
import { statisticsLink } from './statistics-link';
import { Summary } from './summary';
import { TopAds } from './top-ads';
import { dayText, formatDateTime, formatDay, formatWeekday } from '../../../kit/tokyo-date';
import { useToday } from '../../../kit/use-today';

const FIGURES: readonly MeasureKey[] = ['adClickCount', 'cvTotalFinal', 'adCost', 'cpa', 'amountSum', 'roas', 'roi', 'profit'];

/** Whether anything at all was measured: contacts, views, conversions, or costs that were registered. */
const holdsData = (total: ReportRow): boolean =>
  (['adClickCount', 'pvCount', 'cvTotalFinal', 'adCost'] as const).some((key) => Number(total.figures?.[key]) !== 0);

/** The total of the days compared with. */
const earlierTotal = (part: { total: { previous?: ReportRow['figures'] | null } } | undefined): ReportRow | undefined =>
  part?.total.previous ? { figures: part.total.previous } : undefined;

/** A day with its weekday, and days of a range. */
function useDayTexts(): { day(day: Day): string; range(range: DayRange): string } {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      day: (day) => t('dashboard.day', { day: formatDay(day), weekday: formatWeekday(day, currentLanguage()) }),
      range: ({ from, to }) => `${formatDay(from)} 〜 ${formatDay(to)}`,
    }),
    [t],
  );
}

/** The landing page: yesterday and this month beside what came before, and the month's best ads. */
export function DashboardHome() {
  const { t } = useTranslation();
  const productId = useProductId();
  const texts = useDayTexts();
  const periods = dashboardPeriods(useToday());
  const variables = dashboardVariables(productId, periods);
  const result = useDashboardQuery({ variables });
  const { error, loading, refetch } = result;
  // The first day of a month is the month, and not beside it.
  const partsOf = ({ today, month, lastMonth }: DashboardQuery) => [lastMonth, month, ...(periods.lastMonthToSameDay ? [today] : [])];
  const { data, watch } = useReread(result, {
    document: DashboardDocument,
    variables,
    days: { productId, from: dayText(periods.lastMonth.from), to: dayText(periods.today) },
    conversionsOf: (answer) => partsOf(answer).reduce((sum, { total }) => sum + (figureOf(total, 'cvTotalFinal') ?? 0), 0),
  });
  const backlog = useWatch(error && !data ? undefined : watch, data && partsOf(data).reduce((sum, { version }) => sum + version, 0));
  const columns = useMemo(() => FIGURES.map((key) => measureColumn(key, t)), [t]);
  const retry = (): void => void refetch().catch(() => undefined);

  if (error && !data) {
    return (
      <Page title={t('menu.dashboard')} lead={t('dashboard.lead')}>
        <div className={styles.note}>
          {isForbidden(error) ? (
            <StateNote icon={<LockOutlined />} title={t('frame.noPermission')} />
          ) : (
            <ErrorNote title={t('dashboard.errorTitle')} hint={t('report.errorHint')} requestId={requestIdOf(error)} retry={retry} />
          )}
        </div>
        <QuickLinks />
      </Page>
    );
  }
  const nothing = data && ![data.today, data.day, data.month, data.lastMonth].some(({ total }) => holdsData(total));
  return (
    <Page title={t('menu.dashboard')} lead={t('dashboard.lead')}>
      <ComputingNote backlog={backlog} />
      {nothing ? (
        <div className={styles.note}>
          <NoData />
        </div>
      ) : (
        <>
          <Summary
            title={t('dashboard.yesterday')}
            days={texts.day(periods.yesterday)}
            note={t('dashboard.todayBeside')}
            link={statisticsLink({ preset: 'custom', range: { from: periods.yesterday, to: periods.yesterday } })}
          >
            <KeyFigures
              layout="grid"
              label={`${t('dashboard.yesterday')}: ${t('report.keyFigures')}`}
              columns={columns}
              total={data?.day.total}
              previousTotal={earlierTotal(data?.day)}
              previousLabel={t('dashboard.dayBefore')}
              reference={{ label: t('report.presets.today'), running: true, total: data?.today.total }}
              compared
            />
          </Summary>
          <Summary title={t('report.presets.thisMonth')} days={periods.lastMonthToSameDay ? texts.range(periods.month) : `${texts.day(periods.today)} ${t('report.unfinished')}`} link={statisticsLink({ preset: 'thisMonth' })}>
            <KeyFigures
              layout="grid"
              label={`${t('report.presets.thisMonth')}: ${t('report.keyFigures')}`}
              columns={columns}
              total={data?.month.total}
              previousTotal={earlierTotal(data?.month)}
              previousLabel={t('report.sameDaysLastMonth')}
              reference={{ label: t('dashboard.lastMonth'), total: data?.lastMonth.total }}
              compared={periods.lastMonthToSameDay !== undefined}
            />
          </Summary>
          <Summary title={t('dashboard.topAds')} days={t('dashboard.topAdsLead')} link={statisticsLink({ preset: 'thisMonth' })}>
            <TopAds rows={data?.month.results} />
          </Summary>
        </>
      )}
      <footer className={styles.foot}>
        {data && <span>{t('report.asOf', { time: formatDateTime(data.month.asOf) })}</span>}
        <Button type="text" size="small" icon={<ReloadOutlined spin={loading} />} aria-label={t('report.refresh')} onClick={retry} />
      </footer>
      <QuickLinks />
    </Page>
  );
}
