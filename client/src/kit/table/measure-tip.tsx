import { Tooltip } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { withHeading } from '../../i18n/punctuation';
import type { Metric } from './measure-column';
import styles from './cells.module.css';

export interface MeasureTipProps {
  metric: Pick<Metric, 'title' | 'longTitle' | 'definition' | 'formula' | 'direction'>;
  /** The formula with its numbers. */
  numbers?: string | undefined;
  /** Hint at further actions. */
  hint?: string;
  /** Element that shows the tooltip. */
  children: ReactElement;
}

/** Tooltip for a measure on hover and focus: definition, formula, and which direction is good. */
export function MeasureTip({ metric, numbers, hint, children }: MeasureTipProps) {
  const { t } = useTranslation();
  const { longTitle = metric.title, definition, formula, direction } = metric;
  return (
    <Tooltip
      mouseEnterDelay={0.3}
      trigger={['hover', 'focus']}
      title={
        <span className="ic-stack ic-gap-4 ic-text-12">
          <strong>{longTitle}</strong>
          <span>{definition}</span>
          {formula && <span className={styles.formula}>{withHeading(t('report.formula'), formula)}</span>}
          {numbers && <span className={styles.formula}>{numbers}</span>}
          {direction !== 'neutral' && <span className={styles.good}>{t(`report.good.${direction}`)}</span>}
          {hint && <span className={styles.good}>{hint}</span>}
        </span>
      }
    >
      {children}
    </Tooltip>
  );
}

/** Name of a measure with its tooltip. */
export function MeasureName({ metric, numbers }: Pick<MeasureTipProps, 'metric' | 'numbers'>) {
  return (
    <MeasureTip metric={metric} numbers={numbers}>
      <button type="button" className={styles.name}>
        {metric.title}
      </button>
    </MeasureTip>
  );
}
