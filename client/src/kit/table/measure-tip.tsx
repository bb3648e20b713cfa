import { Tooltip } from 'antd';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { headed } from '../../i18n/punctuation';
import type { Figure } from './measure-column';
import styles from './measure-tip.module.css';

export interface MeasureTipProps {
  figure: Pick<Figure, 'title' | 'longTitle' | 'definition' | 'formula' | 'direction'>;
  /** The formula with the numbers that went in. */
  numbers?: string | undefined;
  /** What else can be done here. */
  hint?: string;
  /** What explains itself. */
  children: ReactElement;
}

/** Explains a measure on hover and focus of what it stands around: definition, formula, which way is good. */
export function MeasureTip({ figure, numbers, hint, children }: MeasureTipProps) {
  const { t } = useTranslation();
  const { longTitle = figure.title, definition, formula, direction } = figure;
  return (
    <Tooltip
      mouseEnterDelay={0.3}
      trigger={['hover', 'focus']}
      title={
        <span className={styles.tip}>
          <strong>{longTitle}</strong>
          <span>{definition}</span>
          {formula && <span className={styles.formula}>{headed(t('report.formula'), formula)}</span>}
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

/** A measure's name that explains itself. */
export function MeasureName({ figure, numbers }: Pick<MeasureTipProps, 'figure' | 'numbers'>) {
  return (
    <MeasureTip figure={figure} numbers={numbers}>
      <button type="button" className={styles.name}>
        {figure.title}
      </button>
    </MeasureTip>
  );
}
