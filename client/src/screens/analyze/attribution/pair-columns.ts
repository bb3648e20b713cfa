import type { TFunction } from 'i18next';
import {
  compareCredit,
  measureName,
  measureOf,
  type AttributionPair,
  type CreditComparison,
} from '../../../../../shared/catalog';
import { metricValue, type ReportRow } from '../../../kit/report/answer';
import { measureColumn, mediaMark } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';

type ItemName = 'CV_TOTAL' | 'SALES' | 'AVERAGE_SALES' | 'CPA' | 'ROAS';
const ITEM_NAMES: Record<AttributionPair['item'], ItemName> = {
  1: 'CV_TOTAL',
  2: 'SALES',
  3: 'AVERAGE_SALES',
  4: 'CPA',
  5: 'ROAS',
};

export const itemLabel = (item: AttributionPair['item'], t: TFunction): string =>
  t(`enums.AttributionAnalyzeItem.${ITEM_NAMES[item]}`);

/** The four columns of one comparison: normal, attributed, difference, ratio. */
export function pairColumns(pair: AttributionPair, t: TFunction): ReportColumn[] {
  const band = itemLabel(pair.item, t);
  const { unit } = measureOf(pair.normal);
  const compared = (row: ReportRow): CreditComparison =>
    compareCredit(metricValue(row, pair.normal), metricValue(row, pair.attributed));
  const part = (title: string): Pick<ReportColumn, 'title' | 'longTitle' | 'band' | 'group'> => ({
    title,
    longTitle: `${band} ${title}`,
    band,
    group: band,
  });
  return [
    { ...measureColumn(pair.normal, t), ...part(t('report.normal')) },
    { ...measureColumn(pair.attributed, t), ...part(t('report.attributed')) },
    {
      ...part(t('report.difference')),
      key: `${measureName(pair.normal)}_diff`,
      unit: unit === 'count' ? 'number' : unit,
      // Credit only moves between models: a difference is neither good nor bad.
      direction: 'neutral',
      signed: true,
      against: { part: pair.attributed, of: pair.normal },
      definition: t('report.differenceHint'),
      value: (row) => compared(row).difference,
      ...mediaMark([pair.normal], t),
    },
    {
      ...part(t('report.ratio')),
      key: `${measureName(pair.normal)}_ratio`,
      unit: 'ratio',
      direction: 'neutral',
      definition: t('report.ratioHint'),
      value: (row) => compared(row).ratio,
      ...mediaMark([pair.normal], t),
    },
  ];
}
