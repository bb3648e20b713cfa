import { useEffect, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { TermPeriodUnit } from '../../../../shared/domain/calendar';
import { SparkLine } from '../chart/spark-line';
import { metricText } from '../table/number-cell';
import type { ReportRow } from './answer';
import type { RowTrends } from './row-trends';
import styles from './trend-cell.module.css';
import type { ReportColumn } from './types';

export interface TrendCellProps {
  trends: RowTrends;
  /** Key of the row. */
  id: string;
  row: ReportRow;
  column: ReportColumn;
  unit: TermPeriodUnit;
}

/** Sparkline of a row's metric, requested when it is drawn; its space is reserved from the start. */
export function TrendCell({ trends, id, row, column, unit }: TrendCellProps) {
  const { t } = useTranslation();
  const values = useSyncExternalStore(trends.subscribe, () => trends.of(id));
  useEffect(() => trends.request(id, row), [trends, id, row]);
  const known = values?.filter((value) => value !== null) ?? [];
  const text = (value: number): string => metricText(value, { unit: column.unit, showZero: true });
  const spoken =
    known.length === 0
      ? undefined
      : t('report.rowTrendText', {
          measure: column.longTitle ?? column.title,
          unit: t(`report.rowTrendUnits.${unit}`),
          low: text(Math.min(...known)),
          high: text(Math.max(...known)),
          last: text(known.at(-1) ?? 0),
        });
  return (
    <span
      className={styles.cell}
      {...(spoken === undefined ? {} : { role: 'img', 'aria-label': spoken, title: spoken })}
    >
      {values && <SparkLine values={values} />}
    </span>
  );
}
