import type { DayCount } from '../records/list-spec';

/**
 * The logs whose rows are counted by days, so that nobody counts them all: where the counts stand, and which rows of its
 * table a log lists, as conditions of which a row fulfils one at most. Each is found by the index of a day alone, or nearly.
 */
export const dayCounts = {
  interactions: {
    table: 'interaction',
    byTime: 'ix_interaction_time',
    column: 'interaction_count',
    // A landing repeated within its visit is kept for derivation only: it is no interaction.
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
