import type { TableOptions } from 'typeorm';
import { double, int, smallint } from '../0001-initial/columns';

/**
 * LAST conversions after their customer's first one, and the customer's acquisition. The key matches the
 * rollup.
 */
const LATER_CONVERSION: TableOptions = {
  name: 'later_conversion',
  columns: [
    int('product_id', { isPrimary: true }),
    int('day', { isPrimary: true }),
    int('conversion_id', { isPrimary: true }),
    int('acquired_by'),
    int('acquired_day'),
    smallint('first_of_month'),
    double('amount_sen'),
  ],
  indices: [{ name: 'ix_later_conversion_conversion', columnNames: ['conversion_id'] }],
};

const FACTS = ['cv', 'customers', 'amount'].flatMap((fact) =>
  [1, 2, 3, 4, 5].map((model) => `${fact}_${model}`),
);

const rollup = (name: string, period: string, key: readonly string[]): TableOptions => ({
  name,
  columns: [
    ...['product_id', period, ...key, 'acquisition_month'].map((column) => int(column, { isPrimary: true })),
    ...FACTS.map((column) => double(column, { default: '0' })),
  ],
});

/**
 * Facts of these conversions by their own day and month, under the ads (and finer keys) that acquired the
 * customers.
 */
export const COHORT_TABLES: TableOptions[] = [
  LATER_CONVERSION,
  ...['day', 'month'].flatMap((period) => [
    rollup(`rollup_cohort_${period}`, period, ['ad_id']),
    rollup(`rollup_cohort_fine_${period}`, period, ['ad_id', 'device', 'redirect_id', 'lpo_entry_id']),
  ]),
];
