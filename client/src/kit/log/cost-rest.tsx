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

/** Less than this is what is left of adding up. */
const NOTHING = 0.005;

/** What a part of the cost comes to; nothing where it is not told apart. @returns undefined while it is on its way, null where it was refused */
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

/** The cost of ads that a report shows at the place of a figure: ad effect for the cost of its rows, else ad statistics. */
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

/** The cost of ads as the report has it, which the parts beside it make; nothing where no filters of a report say its place. */
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

/** What of the cost of ads stands in no log: fees of a period, and what media report where it is split. With the parts that do it makes the figure of the report. */
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
  // Less than the parts: some of them are in no figure of a report yet.
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
