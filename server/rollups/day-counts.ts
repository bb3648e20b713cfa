import type { DayCount } from '../records/list-definition';

/**
 * The logs with stored counts per day, which avoid counting all rows.
 * Each entry names the column of the counts and the listed rows of its table as mutually exclusive conditions.
 * The day index alone answers each condition, or nearly.
 */
export const dayCounts = {
  interactions: {
    table: 'interaction',
    byTime: 'ix_interaction_time',
    column: 'interaction_count',
    // A landing repeated within its visit is stored for derivation only and is not an interaction.
    rows: ['e.counted = 1', 'e.counted = 0 AND (e.access_id IS NULL OR e.excluded_reason IS NOT NULL)'],
  },
  accesses: { table: 'access', byTime: 'ix_access_time', column: 'access_count', rows: ['1 = 1'] },
  references: {
    table: 'interaction',
    byTime: 'ix_interaction_time',
    column: 'reference_count',
    rows: ['e.first_touch = 1'],
  },
  conversions: {
    table: 'conversion',
    byTime: 'ix_conversion_time',
    column: 'conversion_count',
    rows: ['1 = 1'],
  },
  results: { table: 'result', byTime: 'ix_result_time', column: 'result_count', rows: ['1 = 1'] },
} as const satisfies Record<string, DayCount>;
