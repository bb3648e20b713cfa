import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './measure-tip.module.css';
import type { ReportColumn } from '../report/types';

/** A measure's name that explains itself on hover and focus: definition, formula, which way is good. */
export function MeasureTip({ column, children }: { column: ReportColumn; children: ReactNode }) {
  const { t } = useTranslation();
  const { longTitle = column.title, definition, formula, direction } = column;
  return (
    <Tooltip
      mouseEnterDelay={0.3}
      title={
        <span className={styles.tip}>
          <strong>{longTitle}</strong>
          <span>{definition}</span>
          {formula && (
            <span className={styles.formula}>
              {t('report.formula')}: {formula}
            </span>
          )}
          {direction !== 'neutral' && <span className={styles.good}>{t(`report.good.${direction}`)}</span>}
        </span>
      }
    >
      <span className={styles.name} tabIndex={0}>
        {children}
      </span>
    </Tooltip>
  );
}
