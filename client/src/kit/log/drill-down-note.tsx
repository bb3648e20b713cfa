import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { failureText } from '../failure';
import { Link, Navigate } from 'react-router-dom';
import { formatMetricCell, hasLogRows, type BaseKey, type MetricCell } from '../../../../shared/catalog';
import { useFigureTotalQuery, useAcquiringCostQuery, useFigureCostQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { drillDownLogPath } from '../address';
import { Placeholder } from '../loading';
import { useCvNames } from '../report/use-row-names';
import { metricText } from '../table/number-cell';
import { COSTS, filtersOf, metricName, unitOfMetric } from './use-drill-down';
import styles from './drill-down-note.module.css';
import { graphqlAxis, graphqlFilters } from '../report/axes';
import { dayText } from '../tokyo-date';

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
function ReportCost({ metric }: { metric: MetricCell }) {
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
function RemainingCost({ metric }: { metric: MetricCell }) {
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

interface PartProps {
  metric: MetricCell;
  /** Whether the rows below belong to this part. */
  isCurrent: boolean;
  /** Whether to switch to this part, because the opened one has no rows. */
  replacesEmpty: boolean;
}

const useTotal = (metric: MetricCell) =>
  useFigureTotalQuery({
    variables: { productId: useProductId(), figure: formatMetricCell(metric) },
    fetchPolicy: 'cache-and-network',
  });

/** Sum of the rows behind a metric value. */
function DrillDownPart({ metric, isCurrent, replacesEmpty }: PartProps) {
  const { t } = useTranslation();
  const productId = useProductId();
  const { data, error } = useTotal(metric);
  const total = data?.figureTotal;
  const name = metricName(metric, t, useCvNames());
  const path = drillDownLogPath(productId, metric);
  const unit = unitOfMetric(metric.key);
  if (replacesEmpty && path !== undefined && (total?.rows ?? 0) > 0) return <Navigate to={path} replace />;
  return (
    <span className={`ic-inline ic-align-baseline ic-gap-8 ${styles.part}`}>
      {isCurrent || path === undefined || total?.rows === 0 ? (
        <span className="ic-strong">{name}</span>
      ) : (
        <Link to={path}>{name}</Link>
      )}
      <span className={`ic-inline ic-align-baseline ic-gap-8 ${styles.sum}`}>
        {error ? (
          <span className="ic-secondary">{failureText(t, error, { input: false })}</span>
        ) : !total ? (
          <Placeholder width={64} height={14} />
        ) : (
          <>
            <strong className="ic-text-16 ic-figures">
              {metricText(total.value, { unit, showZero: true })}
            </strong>
            {unit === 'count' && total.value === total.rows ? null : (
              <span className="ic-secondary">{t('logs.figure.rows', { count: total.rows })}</span>
            )}
            {unit === 'count' && total.value > total.rows && (
              <span className="ic-secondary">{t('logs.figure.several')}</span>
            )}
          </>
        )}
      </span>
    </span>
  );
}

/**
 * Names the metric value of the report that the rows below belong to, and shows their sum, equal to the
 * report's.
 */
export function DrillDownNote({
  metric,
  place,
  onClear,
}: {
  metric: MetricCell;
  place: string;
  onClear: () => void;
}) {
  const { t } = useTranslation();
  const parts: readonly BaseKey[] = COSTS.some((key) => key === metric.key)
    ? COSTS.filter((key) => hasLogRows(key, metric))
    : [metric.key];
  // Reports open the cost of an ad by its clicks. If the ad has no click cost, the log shows its actual cost
  // instead.
  const isEmpty = useTotal(metric).data?.figureTotal.rows === 0 && metric.key === COSTS[0];
  return (
    <div
      className={`ic-baseline ic-wrap ic-gap-4-12 ic-card ic-p-8-16 ic-mb-12 ic-text-13 ${styles.note}`}
      role="status"
    >
      <span
        className={`ic-inline ic-align-baseline ic-wrap ic-gap-4-12 ${parts.length > 1 ? styles.several : ''}`}
      >
        <span className="ic-secondary">{t('logs.figure.lead')}</span>
        {parts.length > 1 && <ReportCost metric={metric} />}
        {parts.map((key) => (
          <DrillDownPart
            key={key}
            metric={{ ...metric, key }}
            isCurrent={key === metric.key}
            replacesEmpty={isEmpty && key !== metric.key}
          />
        ))}
        {parts.length > 1 && <RemainingCost metric={metric} />}
      </span>
      <span className="ic-secondary">{place}</span>
      <span className="ic-push">
        <Button size="small" type="text" onClick={onClear}>
          {t('logs.figure.clear')}
        </Button>
      </span>
    </div>
  );
}
