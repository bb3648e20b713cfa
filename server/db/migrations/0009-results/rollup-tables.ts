import type { TableOptions } from 'typeorm';
import { double, int } from '../0001-initial/columns';

const FACTS = ['cv_cost_approved_sen', 'cv_cost_pending_sen'];

const rollup = (name: string, period: string, key: readonly string[]): TableOptions => ({
  name,
  columns: [
    ...['product_id', period, ...key].map((column) => int(column, { isPrimary: true })),
    ...FACTS.map((column) => double(column, { default: '0' })),
  ],
});

/** Costs of results by the conversion's Tokyo day and month, with the keys of the contact facts. */
export const RESULT_ROLLUPS: TableOptions[] = ['day', 'month'].flatMap((period) => [
  rollup(`rollup_result_${period}`, period, ['ad_id']),
  rollup(`rollup_result_fine_${period}`, period, ['ad_id', 'device', 'redirect_id', 'lpo_entry_id']),
]);
