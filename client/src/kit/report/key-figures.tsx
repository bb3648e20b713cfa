import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { changeRatio, formatChange } from '../../../../shared/format';
import { ChangeMark } from '../change-mark';
import { MeasureTip } from '../measure-tip';
import { figureText } from '../number-cell';
import styles from './key-figures.module.css';
import type { ReportColumn, ReportRow } from './types';

export interface KeyFiguresProps {
  columns: readonly ReportColumn[];
  total: ReportRow | undefined;
  previousTotal: ReportRow | undefined;
  compared: boolean;
}

/** The strip of key figures: value, previous value and change of the whole report. */
export function KeyFigures({ columns, total, previousTotal, compared }: KeyFiguresProps) {
  const { t } = useTranslation();
  return (
    <section aria-label={t('report.keyFigures')}>
      <dl className={styles.strip}>
        {columns.map((column) => {
          const value = total ? column.value(total) : null;
          const previous = previousTotal ? column.value(previousTotal) : null;
          const change = changeRatio(value, previous);
          return (
            <div key={column.key} className={styles.figure}>
              <dt className={styles.label}>
                <MeasureTip column={column}>{column.title}</MeasureTip>
              </dt>
              {total ? (
                <>
                  <dd className={styles.value}>{figureText(value, { unit: column.unit, decimals: column.decimals })}</dd>
                  {compared && (
                    <dd className={styles.compared}>
                      {change !== null && <ChangeMark change={change} text={formatChange(change)} direction={column.direction} />}
                      <span className={styles.previous}>
                        {t('report.previous')} {figureText(previous, { unit: column.unit, decimals: column.decimals })}
                      </span>
                    </dd>
                  )}
                </>
              ) : (
                <dd>
                  <Skeleton.Node active className={styles.skeleton} style={{ width: 96, height: compared ? 54 : 32 }} />
                </dd>
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}
