import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import type { MeasureUnit } from '../../../../../shared/catalog';
import { conversionFields } from '../../../../../shared/catalog/media';
import type { CardColumn } from '../../../kit/table/card-table';
import { metricText } from '../../../kit/table/number-cell';

const ALWAYS = ['cost', 'impressions', 'clicks'] as const;
/** Values that a medium reports. */
const AMOUNTS = [...ALWAYS, ...conversionFields] as const;
type Amount = (typeof AMOUNTS)[number];
/** Null: the file has no such column. */
export type Amounts = Readonly<
  Record<(typeof ALWAYS)[number], number> & Record<(typeof conversionFields)[number], number | null>
>;

const UNITS: Readonly<Partial<Record<Amount, MeasureUnit>>> = {
  cost: 'yen',
  conversionValue: 'yen',
  conversions: 'number',
  viewThrough: 'number',
};

export const amountText = (field: Amount, value: number | null, showZero = field === 'cost'): string =>
  metricText(value, {
    unit: UNITS[field] ?? 'count',
    // Media divide conversions among campaigns.
    ...(UNITS[field] === 'number' ? { decimals: Number.isInteger(value) ? 0 : 2 } : {}),
    showZero,
  });

/** Returns the values that rows have: conversions only if a file had them. */
export const amountsIn = (rows: readonly Amounts[]): Amount[] =>
  AMOUNTS.filter((field) => rows.length === 0 || rows.some((row) => row[field] !== null));

/** Returns the columns of the values. */
export const amountColumns = <Row extends Amounts>(
  t: TFunction,
  rows: readonly Row[],
  width: number,
  render: (row: Row, field: Amount) => ReactNode = (row, field) => amountText(field, row[field]),
): CardColumn<Row>[] =>
  amountsIn(rows).map((field) => ({
    key: field,
    title: t(`mediaCosts.field.${field}`),
    width,
    align: 'right',
    render: (row) => render(row, field),
  }));
