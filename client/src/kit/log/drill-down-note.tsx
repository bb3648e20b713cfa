import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link, Navigate } from 'react-router-dom';
import { formatMetricCell, hasLogRows, type BaseKey, type MetricCell } from '../../../../shared/catalog';
import { useFigureTotalQuery } from '../../generated/graphql';
import { useProductId } from '../../session/session-context';
import { drillDownLogPath } from '../drill-down-path';
import { Placeholder } from '../placeholder';
import { useCvNames } from '../report/use-cv-names';
import { metricText } from '../table/number-cell';
import { COSTS } from './costs';
import { RemainingCost, ReportCost } from './ad-cost';
import styles from './drill-down-note.module.css';
import { metricName, unitOfMetric } from './drill-down-text';

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
          <span className="ic-secondary">{t('logs.figure.unknown')}</span>
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
      className={`ic-baseline ic-wrap ic-gap-4-16 ic-card ic-p-8-16 ic-mb-12 ic-text-13 ${styles.note}`}
      role="status"
    >
      <span
        className={`ic-inline ic-align-baseline ic-wrap ${styles.what} ${parts.length > 1 ? styles.several : ''}`}
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
