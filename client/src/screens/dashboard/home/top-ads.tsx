import { Select } from 'antd';
import { lazy, Suspense, useId, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { AxisKey } from '../../../../../shared/catalog';
import type { DayRange } from '../../../../../shared/domain/calendar';
import type { DashboardQuery } from '../../../generated/first';
import { AdLink } from '../../../kit/ad-link';
import { withParameters } from '../../../kit/address';
import { FittedTable } from '../../../kit/table/fitted-table';
import { MeasureName } from '../../../kit/table/measure-tip';
import { NumberCell } from '../../../kit/table/number-cell';
import { Placeholder } from '../../../kit/loading';
import { measureColumn } from '../../../kit/report/measure-columns';
import { dayText } from '../../../kit/tokyo-date';
import { COLUMN_WIDTHS, useDayLinks, DASHBOARD_MEASURES, type DashboardMeasure, TOP_ADS } from './periods';
import { useApprovedOnly } from './use-approved-only';
import styles from './home.module.css';
import { CostRecommendations } from './cost-recommendations';

const MEASURES: readonly DashboardMeasure[] = ['cvTotalFinal', 'adCost', 'cpa', 'amountSum', 'roas'];
const AD_AXIS: readonly AxisKey[] = ['ad'];
/** Measures that rank a cost without results last. */
const RANKED_BY_COST: readonly DashboardMeasure[] = ['cpa'];

/** Address parameters of the ranking: its measure, and its conditions on metric values. */
export const RANKED_BY = 'ads_by';
export const RANKED_IF = 'ads_if';

const RankingFilter = lazy(() =>
  import('./ranking-filter').then((module) => ({ default: module.RankingFilter })),
);

type AdRow = DashboardQuery['ranking']['best'][number];

interface RankingProps {
  ranking: DashboardQuery['ranking'] | undefined;
  /** Ads with the highest cost. */
  spending: DashboardQuery['spending']['best'] | undefined;
  measure: DashboardMeasure;
  /** Conditions on the metric values of an ad. */
  figures: readonly string[];
  range: DayRange;
}

/** The best and worst ads of the month by a measure. */
export function Ranking({ ranking, spending, measure, figures, range }: RankingProps) {
  const { t } = useTranslation();
  const id = useId();
  const [, setParameters] = useSearchParams();
  const approved = useApprovedOnly();
  const set = (changes: Record<string, string | null>): void =>
    setParameters((before) => withParameters(before, changes), { preventScrollReset: true });
  return (
    <>
      <div className="ic-row ic-wrap ic-gap-8 ic-caption">
        <label htmlFor={id}>{t('overview.ads.by')}</label>
        <Select
          id={id}
          value={measure}
          popupMatchSelectWidth={false}
          options={DASHBOARD_MEASURES.map((key) => ({
            value: key,
            label: t(`measures.${approved.of(key)}.label`),
          }))}
          onChange={(key) => set({ [RANKED_BY]: key })}
        />
        {RANKED_BY_COST.includes(measure) && <span className="ic-hint">{t('overview.ads.costHint')}</span>}
        <Suspense fallback={<Placeholder width={120} height={32} />}>
          <RankingFilter
            figures={figures}
            excluded={ranking?.excluded}
            onChange={(next) => set({ [RANKED_IF]: next.join(',') || null })}
          />
        </Suspense>
      </div>
      <h3 className="ic-note ic-strong ic-mt-12 ic-mb-8">{t('overview.ads.best')}</h3>
      <AdTable
        label={t('overview.ads.best')}
        rows={ranking?.best}
        measure={measure}
        range={range}
        nothing={t('overview.ads.noBest')}
      />
      <h3 className="ic-note ic-strong ic-mt-12 ic-mb-8">{t('overview.ads.worst')}</h3>
      <AdTable
        label={t('overview.ads.worst')}
        rows={ranking?.worst}
        measure={measure}
        range={range}
        nothing={t('overview.ads.noWorst')}
      />
      {spending && <CostRecommendations spending={spending} range={range} />}
    </>
  );
}

/** Table of ads with their metrics. Rows are undefined while loading. */
function AdTable({
  label,
  rows: adRows,
  measure,
  range,
  nothing,
}: {
  label: string;
  rows: readonly AdRow[] | undefined;
  measure: DashboardMeasure;
  range: DayRange;
  nothing: string;
}) {
  const { t } = useTranslation();
  const approved = useApprovedOnly();
  const columns = useMemo(
    () =>
      [measure, ...MEASURES.filter((key) => key !== measure)].map((key) =>
        measureColumn(approved.of(key), t),
      ),
    [measure, approved, t],
  );
  const links = useDayLinks(range, AD_AXIS);
  const { from, to } = range;
  // The ad's page shows the ranking measure, and since when it is so.
  const days = useMemo(
    () => new URLSearchParams({ from: dayText(from), to: dayText(to), trend: measure }),
    [from, to, measure],
  );
  if (adRows?.length === 0) return <p className="ic-card ic-secondary ic-p-16-20">{nothing}</p>;
  return (
    <div className="ic-card">
      <FittedTable
        label={label}
        className={styles.table}
        {...COLUMN_WIDTHS}
        count={columns.length}
        busy={!adRows}
      >
        <thead>
          <tr>
            <th scope="col">{t('report.axes.ad')}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                <MeasureName metric={column} />
                {column.unit === 'yen' && t('report.unitYen') && (
                  <span className="ic-nowrap ic-muted ic-text-11 ic-regular ic-ms-4">
                    {t('report.unitYen')}
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {adRows
            ? adRows.map((row) => (
                <tr key={row.adId}>
                  <th scope="row">
                    <AdLink id={row.adId ?? 0} query={days} className="ic-name" title={row.ad ?? ''}>
                      {row.ad}
                    </AdLink>
                  </th>
                  {columns.map((column) => (
                    <td key={column.key}>
                      <NumberCell
                        value={column.value(row)}
                        unit={column.unit}
                        direction={column.direction}
                        mark={column.mark?.(row)}
                        unitInHeader
                        to={links(row, column)}
                        tabbable
                      />
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: TOP_ADS }, (_, index) => (
                <tr key={index}>
                  <th scope="row">
                    <Placeholder width={200} height={12} />
                  </th>
                  {columns.map(({ key }) => (
                    <td key={key}>
                      <Placeholder width={48} height={12} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </FittedTable>
    </div>
  );
}
