import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AdAnalyzeAdjustmentItem, AdAnalyzeSimulationItem } from '../../../../../shared/catalog';
import type { Simulation } from '../../../../../shared/catalog/simulation';
import type { DayRange } from '../../../../../shared/domain/calendar';
import {
  ELASTICITY,
  EXTRAPOLATION_FACTOR,
  resultFactor,
  resultsAfter,
  spreadBudget,
} from '../../../../../shared/domain/cost';
import { formatYen, yenAffixes } from '../../../../../shared/format';
import type { DashboardQuery } from '../../../generated/first';
import { currentLanguage } from '../../../i18n/i18n';
import { metricValue } from '../../../kit/report/answer';
import { measureColumn } from '../../../kit/report/measure-columns';
import { FittedTable } from '../../../kit/table/fitted-table';
import { MeasureName } from '../../../kit/table/measure-tip';
import { NumberCell, timesText } from '../../../kit/table/number-cell';
import { CANDIDATE_ADS, COLUMN_WIDTHS, simulationLink } from './periods';
import styles from './home.module.css';

type AdRow = DashboardQuery['spending']['best'][number];

/** Additional budget in yen. */
const BUDGET_YEN = 100_000;
/** Number of ads listed; further ones are summed up. */
const MAX_ADS = 5;
const BASIS = 'attrCv';

/** Additional cost and results of one ad, or of several. */
interface Gain {
  readonly more: number;
  readonly results: number;
}

const sumOf = (gains: readonly Gain[]): Gain => ({
  more: gains.reduce((sum, { more }) => sum + more, 0),
  results: gains.reduce((sum, { results }) => sum + results, 0),
});

/** Spreads the budget over the ads by the rules of the allocation simulation, largest parts first. */
function spread(spending: readonly AdRow[]) {
  const rows = spending.map((row) => ({
    key: String(row.adId),
    cost: metricValue(row, 'adCost') ?? 0,
    results: metricValue(row, BASIS) ?? 0,
    row,
  }));
  const { parts } = spreadBudget(rows, BUDGET_YEN, ELASTICITY.tried);
  const gains = rows.flatMap((one) => {
    const more = parts.get(one.key) ?? 0;
    const results = resultsAfter(one, more, ELASTICITY.tried) - one.results;
    return more > 0 ? [{ ...one, more, results, times: (one.cost + more) / one.cost }] : [];
  });
  const simulation: Simulation = {
    item: AdAnalyzeSimulationItem.AD_COST,
    elasticity: ELASTICITY.tried,
    changes: new Map(
      [...parts].map(([key, amount]) => [key, { by: AdAnalyzeAdjustmentItem.CURRENCY, amount }]),
    ),
  };
  return { gains: gains.sort((a, b) => b.more - a.more), simulation };
}

/**
 * Shows where 100,000 yen more bring the most attributed conversions, linked to the simulation.
 * @param spending ads with the highest cost
 */
export function CostRecommendations({ spending, range }: { spending: readonly AdRow[]; range: DayRange }) {
  const { t } = useTranslation();
  const [basis, cpa] = useMemo(() => [measureColumn(BASIS, t), measureColumn('attrCpa', t)], [t]);
  const { gains, simulation } = useMemo(() => spread(spending), [spending]);
  if (gains.length === 0) return null;
  const yen = formatYen(BUDGET_YEN, { yen: yenAffixes[currentLanguage()] });
  const title = t('overview.ads.tried', { yen });
  const rest = gains.slice(MAX_ADS);
  const link = simulationLink(range, simulation);
  const cells = ({ more, results }: Gain, times?: number) => (
    <>
      <td>
        <NumberCell value={more} unit="yen" direction="neutral" unitInHeader signed />
      </td>
      <td>
        {/* Shares of credit are fractions. */}
        <NumberCell value={results} unit="number" direction="up" unitInHeader signed />
      </td>
      <td>
        <NumberCell value={results > 0 ? more / results : null} unit="yen" direction="down" unitInHeader />
      </td>
      <td>{times !== undefined && timesText(times)}</td>
    </>
  );
  const unit = t('report.unitYen') && (
    <span className="ic-nowrap ic-muted ic-text-11 ic-regular ic-ms-4">{t('report.unitYen')}</span>
  );
  return (
    <>
      <h3 className="ic-note ic-strong ic-mt-12 ic-mb-8">{title}</h3>
      <div className="ic-card">
        <FittedTable label={title} className={styles.table} {...COLUMN_WIDTHS} count={4}>
          <thead>
            <tr>
              <th scope="col">{t('report.axes.ad')}</th>
              <th scope="col">
                {t('overview.ads.triedMore')}
                {unit}
              </th>
              <th scope="col">
                <MeasureName metric={basis} />
              </th>
              <th scope="col">
                <MeasureName
                  metric={{ ...cpa, title: t('overview.ads.triedThen', { measure: cpa.title }) }}
                />
                {unit}
              </th>
              <th scope="col">{t('overview.ads.triedCost')}</th>
            </tr>
          </thead>
          <tbody>
            {gains.slice(0, MAX_ADS).map(({ key, row, times, ...gain }) => (
              <tr key={key}>
                <th scope="row">
                  {/* The same name in the ranking has a different link. */}
                  <Link
                    to={link}
                    className="ic-name"
                    title={t('overview.ads.triedAd', { ad: row.ad ?? '' })}
                    aria-label={t('overview.ads.triedAd', { ad: row.ad ?? '' })}
                  >
                    {row.ad}
                  </Link>
                </th>
                {cells(gain, times)}
              </tr>
            ))}
            {rest.length > 0 && (
              <tr>
                <th scope="row">{t('report.rest', { count: rest.length })}</th>
                {cells(sumOf(rest))}
              </tr>
            )}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('report.total')}</th>
              {cells(sumOf(gains))}
            </tr>
          </tfoot>
        </FittedTable>
      </div>
      <p className="ic-mt-8 ic-mb-4 ic-hint">
        {t('overview.ads.triedOrder', { measure: basis.title, times: EXTRAPOLATION_FACTOR })}{' '}
        {spending.length === CANDIDATE_ADS && `${t('overview.ads.triedOf', { count: CANDIDATE_ADS })} `}
        {t('overview.ads.triedHint', { times: timesText(resultFactor(1, 2, ELASTICITY.tried)) })}
      </p>
      <Link to={link}>{t('overview.ads.triedOpen')}</Link>
    </>
  );
}
