import type { TFunction } from 'i18next';
import type { MeasureUnit } from '../../../../../shared/catalog';
import type { ReportRow } from '../../../kit/report/answer';
import { mediaText } from '../../../kit/report/measure-columns';
import type { ReportColumn } from '../../../kit/report/types';
import type { EffectAnswer } from './use-effect-data';

const numberAt = (row: ReportRow, key: string): number => (typeof row[key] === 'number' ? row[key] : 0);
const over = (a: number, b: number): number | null => (b === 0 ? null : a / b);

/** Returns a row with the totals of all displayed acquisition months. */
export const keyRow = ({
  total: { customers, cost, mediaCostDays, amount },
  cohorts,
}: EffectAnswer): ReportRow => ({
  customers,
  cost,
  mediaCostDays,
  amount,
  paid: cohorts.filter(({ payback }) => payback && !payback.forecast).length,
});

/** Key metrics above the heat maps. */
export function keyMetricColumns(countUnit: MeasureUnit, t: TFunction): ReportColumn[] {
  const metricColumn = (
    key: 'customers' | 'cost' | 'costPerCustomer' | 'amount' | 'roas' | 'paid',
    value: ReportColumn['value'],
    more: Pick<ReportColumn, 'unit' | 'direction' | 'mark'>,
  ): ReportColumn => ({
    key,
    title: t(`effect.key.${key}`),
    definition: t(`effect.keyHints.${key}`),
    group: '',
    value,
    ...more,
  });
  const rests = { mark: (row: ReportRow) => mediaText(numberAt(row, 'mediaCostDays'), t) };
  return [
    metricColumn('customers', (row) => numberAt(row, 'customers'), { unit: countUnit, direction: 'up' }),
    metricColumn('cost', (row) => numberAt(row, 'cost'), { unit: 'yen', direction: 'neutral', ...rests }),
    metricColumn('costPerCustomer', (row) => over(numberAt(row, 'cost'), numberAt(row, 'customers')), {
      unit: 'yen',
      direction: 'down',
      ...rests,
    }),
    metricColumn('amount', (row) => numberAt(row, 'amount'), { unit: 'yen', direction: 'up' }),
    metricColumn('roas', (row) => over(numberAt(row, 'amount'), numberAt(row, 'cost')), {
      unit: 'ratio',
      direction: 'up',
      ...rests,
    }),
    metricColumn('paid', (row) => numberAt(row, 'paid'), { unit: 'count', direction: 'up', ...rests }),
  ];
}
