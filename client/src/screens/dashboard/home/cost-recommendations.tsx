import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AdAnalyzeAdjustmentItem, AdAnalyzeSimulationItem } from '../../../../../shared/catalog';
import { createSimulator, type SimulatedKey } from '../../../../../shared/catalog/simulation';
import type { DayRange } from '../../../../../shared/domain/calendar';
import { ELASTICITY, EXTRAPOLATION_FACTOR } from '../../../../../shared/domain/cost';
import { formatYen, yenAffixes } from '../../../../../shared/format';
import type { DashboardQuery } from '../../../generated/first';
import { currentLanguage } from '../../../i18n/i18n';
import { metricValue } from '../../../kit/report/answer';
import { measureColumn } from '../../../kit/report/measure-columns';
import { MeasureName } from '../../../kit/table/measure-tip';
import { NumberCell, timesText } from '../../../kit/table/number-cell';
import { CANDIDATE_ADS, simulationLink } from './periods';
import styles from './home.module.css';

type AdRow = DashboardQuery['ranking']['best'][number];

/** Cost increase that is simulated, in yen. */
const INCREASE_YEN = 100_000;
/** Number of recommended ads, and their minimum cost: a smaller one can't predict such an increase. */
const MAX_ADS = 3;
const MIN_COST = INCREASE_YEN / 10;
/** Measures that the increase would change. */
const CHANGED_MEASURES = ['cvTotalFinal', 'amountSum', 'profit'] as const satisfies readonly SimulatedKey[];

/** Simulates the cost increase for an ad by the rules of the allocation simulation. */
function simulateIncrease({ adId, figures }: AdRow) {
  const key = String(adId);
  const simulation = {
    item: AdAnalyzeSimulationItem.AD_COST,
    elasticity: ELASTICITY.tried,
    changes: new Map([[key, { by: AdAnalyzeAdjustmentItem.CURRENCY, amount: INCREASE_YEN }]]),
  };
  const simulate = createSimulator(simulation);
  const { before, after } = simulate.row(key, figures);
  return {
    simulation,
    change: (measure: SimulatedKey): number => (after[measure] ?? 0) - (before[measure] ?? 0),
    cpa: after.cpa,
    times: (after.adCost ?? 0) / (before.adCost ?? 0),
    isFar: simulate.far.has(key),
  };
}

/**
 * Recommends the ads that gain the most profit from 100,000 yen more, each linked to its simulation.
 * @param spending ads with the highest cost
 */
export function CostRecommendations({ spending, range }: { spending: readonly AdRow[]; range: DayRange }) {
  const { t } = useTranslation();
  const columns = useMemo(
    () => CHANGED_MEASURES.map((key) => ({ ...measureColumn(key, t), measure: key })),
    [t],
  );
  const cpa = useMemo(
    () => ({
      ...measureColumn('cpa', t),
      title: t('overview.ads.triedThen', { measure: t('measures.cpa.label') }),
    }),
    [t],
  );
  const enough = spending.filter((row) => (metricValue(row, 'adCost') ?? 0) >= MIN_COST);
  const rows = enough
    .map((row) => ({ row, ...simulateIncrease(row) }))
    .sort((a, b) => b.change('profit') - a.change('profit'))
    .slice(0, MAX_ADS);
  if (rows.length === 0) return null;
  const yenText = (amount: number): string => formatYen(amount, { yen: yenAffixes[currentLanguage()] });
  const title = t('overview.ads.tried', { yen: yenText(INCREASE_YEN) });
  return (
    <>
      <h3 className="ic-note ic-strong ic-mt-12 ic-mb-8">{title}</h3>
      <div className="ic-card ic-scroll-x">
        <table className={`ic-table ic-table-end ${styles.table}`} aria-label={title}>
          <thead>
            <tr>
              <th scope="col">{t('report.axes.ad')}</th>
              {[...columns, cpa].map((column) => (
                <th key={column.measure} scope="col">
                  <MeasureName metric={column} />
                  {column.unit === 'yen' && t('report.unitYen') && (
                    <span className="ic-nowrap ic-muted ic-text-11 ic-regular ic-ms-4">
                      {t('report.unitYen')}
                    </span>
                  )}
                </th>
              ))}
              <th scope="col">{t('overview.ads.triedCost')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ row, simulation, change, cpa: after, times }) => (
              <tr key={row.adId}>
                <th scope="row">
                  {/* The same name in the ranking has a different link. */}
                  <Link
                    to={simulationLink(range, simulation)}
                    className="ic-name"
                    title={t('overview.ads.triedAd', { ad: row.ad ?? '' })}
                    aria-label={t('overview.ads.triedAd', { ad: row.ad ?? '' })}
                  >
                    {row.ad}
                  </Link>
                </th>
                {columns.map(({ measure, unit, direction, mark }) => (
                  <td key={measure}>
                    {/* Results that follow a cost can be fractions. */}
                    <NumberCell
                      value={change(measure)}
                      unit={unit === 'count' ? 'number' : unit}
                      direction={direction}
                      mark={mark?.(row)}
                      unitInHeader
                      signed
                    />
                  </td>
                ))}
                <td>
                  <NumberCell value={after} unit="yen" direction="down" mark={cpa.mark?.(row)} unitInHeader />
                </td>
                <td>{timesText(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="ic-mt-8 ic-hint">
        {t('overview.ads.triedOrder', { least: yenText(MIN_COST) })}{' '}
        {enough.length === CANDIDATE_ADS && `${t('overview.ads.triedOf', { count: CANDIDATE_ADS })} `}
        {t('overview.ads.triedHint', { elasticity: ELASTICITY.tried, held: ELASTICITY.held })}
        {rows.some(({ isFar }) => isFar) && ` ${t('overview.ads.triedFar', { times: EXTRAPOLATION_FACTOR })}`}
      </p>
    </>
  );
}
