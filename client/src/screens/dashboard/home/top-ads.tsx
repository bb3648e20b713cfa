import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { MeasureKey } from '../../../../../shared/catalog';
import { MeasureName } from '../../../kit/table/measure-tip';
import { NumberCell } from '../../../kit/table/number-cell';
import { Placeholder } from '../../../kit/placeholder';
import { measureColumn } from '../../../kit/report/measure-columns';
import type { ReportRow } from '../../../kit/report/answer';
import { TOP_ADS } from './periods';
import { statisticsLink } from './statistics-link';
import styles from './top-ads.module.css';

const MEASURES: readonly MeasureKey[] = ['cvTotalFinal', 'adCost', 'cpa', 'amountSum', 'roas'];

/** An ad and its figures. */
export type AdRow = ReportRow & { adId?: number | null; ad?: string | null; noAd: boolean };

/** The ads with the most final CVs; rows of direct conversions and of ads without any CV are no rank. */
const topAds = (rows: readonly AdRow[]): AdRow[] =>
  rows.filter(({ noAd, figures }) => !noAd && Number(figures?.cvTotalFinal) > 0).slice(0, TOP_ADS);

/** The month's best ads, each leading to its own statistics; undefined rows are on their way. */
export function TopAds({ rows }: { rows: readonly AdRow[] | undefined }) {
  const { t } = useTranslation();
  const columns = useMemo(() => MEASURES.map((key) => measureColumn(key, t)), [t]);
  const shown = rows && topAds(rows);
  if (shown?.length === 0) return <p className={styles.nothing}>{t('dashboard.noTopAds')}</p>;
  return (
    <div className={styles.place}>
      <table className={styles.table} aria-busy={!shown}>
        <thead>
          <tr>
            <th scope="col">{t('report.axes.ad')}</th>
            {columns.map((column) => (
              <th key={column.key} scope="col">
                <MeasureName figure={column} />
                {column.unit === 'yen' && t('report.unitYen') && <span className={styles.unit}>{t('report.unitYen')}</span>}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown
            ? shown.map((row) => (
                <tr key={row.adId}>
                  <th scope="row">
                    <Link to={statisticsLink({ preset: 'thisMonth' }, row.adId ?? undefined)} className={styles.name} title={row.ad ?? ''}>
                      {row.ad}
                    </Link>
                  </th>
                  {columns.map(({ key, unit, direction, value }) => (
                    <td key={key}>
                      <NumberCell value={value(row)} unit={unit} direction={direction} unitInHeader />
                    </td>
                  ))}
                </tr>
              ))
            : Array.from({ length: TOP_ADS }, (_, index) => (
                <tr key={index}>
                  <th scope="row">
                    <Placeholder width={200} height={12} />
                  </th>
                  {columns.map(({ key }) => (
                    <td key={key}>
                      <Placeholder width={48} height={12} />
                    </td>
                  ))}
                </tr>
              ))}
        </tbody>
      </table>
    </div>
  );
}
