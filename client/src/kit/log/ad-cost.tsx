import { useTranslation } from 'react-i18next';
import { formatMetricCell, hasLogRows, type MetricCell } from '../../../../shared/catalog';
import { useAcquiringCostQuery, useFigureCostQuery, useFigureTotalQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { Placeholder } from '../placeholder';
import { graphqlAxis, graphqlFilters } from '../report/axes';
import { metricText } from '../table/number-cell';
import { dayText } from '../tokyo-date';
import { COSTS, filtersOf } from './costs';
import styles from './drill-down-note.module.css';

/** Rounding errors are below this. */
const NOTHING = 0.005;

/**
 * Returns the amount of a part of the cost; 0 if the drill-down can't separate it.
 * @returns undefined while loading, null after a refusal
 */
function usePartAmount(metric: MetricCell, skip: boolean): number | null | undefined {
  const isSeparable = hasLogRows(metric.key, metric);
  const { data, error } = useFigureTotalQuery({
    variables: { productId: useProductId(), figure: formatMetricCell(metric) },
    fetchPolicy: 'cache-and-network',
    skip: skip || !isSeparable,
  });
  if (!isSeparable) return 0;
  return error ? null : data?.figureTotal.value;
}

/**
 * Returns the ad cost of a report at the position of a metric value: of ad effect for the cost of its rows,
 * otherwise of ad statistics.
 */
function useReportCost(metric: MetricCell) {
  const productId = useProductId();
  const { acquiring } = metric;
  const filters = filtersOf(metric);
  const common = {
    productId,
    dateFrom: dayText(metric.from),
    dateTo: dayText(metric.to),
    filters: graphqlFilters(filters ?? {}),
  };
  const ofAds = useFigureCostQuery({
    variables: { ...common, evaluation: metric.evaluation },
    fetchPolicy: 'cache-and-network',
    skip: filters === undefined || acquiring !== undefined,
  });
  const ofRows = useAcquiringCostQuery({
    variables: {
      ...common,
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
export function ReportCost({ metric }: { metric: MetricCell }) {
  const { t } = useTranslation();
  const { whole, error, isKnown } = useReportCost(metric);
  if (!isKnown || error) return null;
  return (
    <span className={`ic-inline ic-align-baseline ic-gap-8 ${styles.part}`}>
      <span className="ic-strong">{t('measures.adCost.label')}</span>
      <span className={`ic-inline ic-align-baseline ic-gap-8 ${styles.sum}`}>
        {whole == null ? (
          <Placeholder width={64} height={14} />
        ) : (
          <strong className="ic-text-16 ic-figures">
            {metricText(whole, { unit: 'yen', showZero: true })}
          </strong>
        )}
        <span className="ic-secondary">{t('report.total')}</span>
      </span>
    </span>
  );
}

/**
 * Share of the ad cost without log rows: period fees, and media costs if they are split. Together with the
 * parts it adds up to the report's value.
 */
export function RemainingCost({ metric }: { metric: MetricCell }) {
  const { t } = useTranslation();
  const [clicks, media, results] = COSTS;
  const { whole: all, error, isKnown } = useReportCost(metric);
  const skip = !isKnown;
  const parts = [
    usePartAmount({ ...metric, key: clicks }, skip),
    usePartAmount({ ...metric, key: media }, skip),
    usePartAmount({ ...metric, key: results }, skip),
  ];
  const isSplit = !hasLogRows(media, metric);
  const partsTotal = parts.every((part) => typeof part === 'number')
    ? parts.reduce((sum, part) => sum + part, 0)
    : undefined;
  const rest = all == null || partsTotal === undefined ? undefined : all - partsTotal;
  // The cost is less than the parts: the report doesn't include all of them yet.
  if (skip || error || parts.includes(null) || (rest !== undefined && rest < -NOTHING))
    return (
      <span className="ic-secondary">{t(isSplit ? 'logs.figure.feesAndMedia' : 'logs.figure.fees')}</span>
    );
  if (rest === undefined || rest < NOTHING) return null;
  return (
    <span className={`ic-inline ic-align-baseline ic-gap-8 ${styles.part}`}>
      <span className="ic-strong">{t(isSplit ? 'logs.figure.restOfCost' : 'logs.figure.fee')}</span>
      <span className={`ic-inline ic-align-baseline ic-gap-8 ${styles.sum}`}>
        <strong className="ic-text-16 ic-figures">{metricText(rest, { unit: 'yen', showZero: true })}</strong>
        <span className="ic-secondary">{t('logs.figure.noRows')}</span>
      </span>
    </span>
  );
}
