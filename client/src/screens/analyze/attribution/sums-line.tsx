import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { measureOf, type AttributionPair } from '../../../../../shared/catalog';
import { enumLabel } from '../../../kit/enum-label';
import { metricValue, type ReportData } from '../../../kit/report/answer';
import { metricText } from '../../../kit/table/number-cell';
import { addUpToWhole, modelSums } from './model-range';
import styles from './range-block.module.css';

/** States that every model distributes the same total, and shows the sum of the rows under each model. */
export function SumsLine({ pair, data }: { pair: AttributionPair; data: ReportData }) {
  const { t } = useTranslation();
  const { rows, total, onTopOf } = data;
  const sums = useMemo(
    () => (rows && onTopOf === undefined ? modelSums(rows, pair.attributed) : undefined),
    [rows, onTopOf, pair],
  );
  const whole = total && metricValue(total, pair.normal);
  if (!sums || whole == null) return <div className={styles.sums} />;
  const { unit } = measureOf(pair.attributed);
  const actual = metricText(whole, { unit: measureOf(pair.normal).unit, showZero: true });
  return (
    <div className={styles.sums} role="note" aria-label={t('attribution.sumsTitle')}>
      <span>
        {t(addUpToWhole(sums, whole) ? 'attribution.equal' : 'attribution.unequal', {
          measure: t(`measures.${pair.normal}.label`),
          actual,
        })}
      </span>
      <ul>
        {sums.map(({ model, sum }) => (
          <li key={model}>
            {t('attribution.sum', {
              model: enumLabel(t, 'AttributionModel', model),
              sum: metricText(sum, { unit, showZero: true }),
            })}
          </li>
        ))}
      </ul>
    </div>
  );
}
