import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { CardColumn } from '../../../kit/table/card-table';
import { metricText } from '../../../kit/table/number-cell';

/** Values that a medium reports. */
export const AMOUNTS = ['cost', 'impressions', 'clicks'] as const;
type Amount = (typeof AMOUNTS)[number];
export type Amounts = Readonly<Record<Amount, number>>;

export const amountText = (field: Amount, value: number, showZero = field === 'cost'): string =>
  metricText(value, { unit: field === 'cost' ? 'yen' : 'count', showZero });

/** Returns the columns of the values. */
export const amountColumns = <Row extends Amounts>(
  t: TFunction,
  width: number,
  render: (row: Row, field: Amount) => ReactNode = (row, field) => amountText(field, row[field]),
): CardColumn<Row>[] =>
  AMOUNTS.map((field) => ({
    key: field,
    title: t(`mediaCosts.field.${field}`),
    width,
    align: 'right',
    render: (row) => render(row, field),
  }));
