import { useTranslation } from 'react-i18next';
import { formatFigure, isToldAt, type Figure } from '../../../../shared/catalog';
import { useAcquiringCostQuery, useFigureCostQuery, useFigureTotalQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { Placeholder } from '../placeholder';
import { graphqlAxis, graphqlFilters } from '../report/axes';
import { figureText } from '../table/number-cell';
import { dayText } from '../tokyo-date';
import { COSTS, filtersOf } from './costs';
import styles from './drill-down-note.module.css';

/** Rounding errors are below this. */
const NOTHING = 0.005;

/**
 * Returns the amount of a part of the cost; 0 if the drill-down can't separate it.
 * @returns undefined while loading, null after a refusal
 */
function usePart(figure: Figure, skip: boolean): number | null | undefined {
  const isTold = isToldAt(figure.key, figure);
  const { data, error } = useFigureTotalQuery({
    variables: { productId: useProductId(), figure: formatFigure(figure) },
    fetchPolicy: 'cache-and-network',
    skip: skip || !isTold,
  });
  if (!isTold) return 0;
  return error ? null : data?.figureTotal.value;
}

/**
 * Returns the ad cost of a report at the position of a metric value: of ad effect for the cost of its rows,
 * otherwise of ad statistics.
 */
function useWhole(figure: Figure) {
  const productId = useProductId();
  const { acquiring } = figure;
  const filters = filtersOf(figure);
  const asked = {
    productId,
    dateFrom: dayText(figure.from),
    dateTo: dayText(figure.to),
    filters: graphqlFilters(filters ?? {}),
  };
  const ofAds = useFigureCostQuery({
    variables: { ...asked, evaluation: figure.evaluation },
    fetchPolicy: 'cache-and-network',
    skip: filters === undefined || acquiring !== undefined,
  });
  const ofRows = useAcquiringCostQuery({
    variables: {
      ...asked,
      axis: acquiring?.axes.map(graphqlAxis) ?? [],
      attributionModel: acquiring?.model ?? 0,
    },
    fetchPolicy: 'cache-and-network',
    skip: filters === undefined || acquiring === undefined,
  });
  return {
    whole: acquiring ? ofRows.data?.transitions.total.cost : ofAds.data?.adSummaries.total.figures.adCost,
    error: ofAds.error ?? ofRows.error,
    isKnown: filters !== undefined,
  };
}

/**
 * Ad cost as the report shows it, the sum of the parts beside it. Null if no report filters describe the
 * position.
 */
export function CostWhole({ figure }: { figure: Figure }) {
  const { t } = useTranslation();
  const { whole, error, isKnown } = useWhole(figure);
  if (!isKnown || error) return null;
  return (
    <span className={styles.part}>
      <span className={styles.name}>{t('measures.adCost.label')}</span>
      <span className={styles.sum}>
        {whole == null ? (
          <Placeholder width={64} height={14} />
        ) : (
          <strong className={styles.value}>{figureText(whole, { unit: 'yen', showZero: true })}</strong>
        )}
        <span className={styles.rows}>{t('report.total')}</span>
      </span>
    </span>
  );
}

/**
 * Share of the ad cost without log rows: period fees, and media costs if they are split. Together with the
 * parts it adds up to the report's value.
 */
export function CostRest({ figure }: { figure: Figure }) {
  const { t } = useTranslation();
  const [clicks, media, results] = COSTS;
  const { whole: all, error, isKnown } = useWhole(figure);
  const skip = !isKnown;
  const parts = [
    usePart({ ...figure, key: clicks }, skip),
    usePart({ ...figure, key: media }, skip),
    usePart({ ...figure, key: results }, skip),
  ];
  const isSplit = !isToldAt(media, figure);
  const told = parts.every((part) => typeof part === 'number')
    ? parts.reduce((sum, part) => sum + part, 0)
    : undefined;
  const rest = all == null || told === undefined ? undefined : all - told;
  // The cost is less than the parts: the report doesn't include all of them yet.
  if (skip || error || parts.includes(null) || (rest !== undefined && rest < -NOTHING))
    return (
      <span className={styles.rows}>{t(isSplit ? 'logs.figure.feesAndMedia' : 'logs.figure.fees')}</span>
    );
  if (rest === undefined || rest < NOTHING) return null;
  return (
    <span className={styles.part}>
      <span className={styles.name}>{t(isSplit ? 'logs.figure.restOfCost' : 'logs.figure.fee')}</span>
      <span className={styles.sum}>
        <strong className={styles.value}>{figureText(rest, { unit: 'yen', showZero: true })}</strong>
        <span className={styles.rows}>{t('logs.figure.noRows')}</span>
      </span>
    </span>
  );
}
