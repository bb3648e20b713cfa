import type { TableOptions } from 'typeorm';
import { bigint, double, id, int, text, varchar } from '../0001-initial/columns';

/** Sources of cost files, and their column mappings. */
const MEDIA_SOURCE: TableOptions = {
  name: 'media_source',
  columns: [
    id(),
    int('version'),
    bigint('created_at'),
    bigint('updated_at'),
    int('product_id'),
    varchar('source_name', 255),
    text('mapping', { isNullable: true }),
  ],
  indices: [{ name: 'ux_media_source_name', columnNames: ['product_id', 'source_name'], isUnique: true }],
};

/**
 * Report of a medium for an ad and Tokyo day, one row each by its key. Counts are DOUBLE, like in rollups.
 */
const MEDIA_COST: TableOptions = {
  name: 'media_cost',
  columns: [
    int('product_id', { isPrimary: true }),
    int('day', { isPrimary: true }),
    int('ad_id', { isPrimary: true }),
    int('source_id'),
    double('cost_sen'),
    double('impressions'),
    double('clicks'),
    bigint('imported_at'),
  ],
  indices: [{ name: 'ix_media_cost_ad', columnNames: ['ad_id', 'day'] }],
};

/** Days with changes of media costs only. */
const STALE_MEDIA_DAY: TableOptions = {
  name: 'stale_media_day',
  columns: [
    int('product_id', { isPrimary: true }),
    int('day', { isPrimary: true }),
    bigint('since'),
    int('marks'),
  ],
};

const FACTS = [
  'media_days',
  'media_cost_sen',
  'impressions',
  'media_clicks',
  'covered_cost_sen',
  'covered_clicks',
];

const rollup = (name: string, period: string, key: readonly string[]): TableOptions => ({
  name,
  columns: [
    ...['product_id', period, ...key].map((column) => int(column, { isPrimary: true })),
    ...FACTS.map((column) => double(column, { default: '0' })),
  ],
});

/** Media costs, and their allocation by ad and by the finer keys of its contacts. */
export const MEDIA_TABLES: TableOptions[] = [
  MEDIA_SOURCE,
  MEDIA_COST,
  STALE_MEDIA_DAY,
  ...['day', 'month'].flatMap((period) => [
    rollup(`rollup_media_${period}`, period, ['ad_id']),
    rollup(`rollup_media_fine_${period}`, period, ['ad_id', 'device', 'redirect_id', 'lpo_entry_id']),
  ]),
];
