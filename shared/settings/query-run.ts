import { integer, keys, longText } from './fields';

/** Queries that the explorer keeps of a user: the oldest leave, so that any number can be run. */
export const MOST_QUERY_RUNS = 200;

/** What became of a query: all answered, answered with errors beside, or not answered. */
const queryOutcomes = ['answered', 'partly', 'refused'] as const;
export type QueryOutcome = (typeof queryOutcomes)[number];

/** A query that was run, and what came of it. */
export const queryRunFields = {
  query: longText({ required: true, max: 16_000 }),
  variables: longText({ max: 4_000 }),
  durationMs: integer({ min: 0, required: true }),
  bytes: integer({ min: 0, required: true }),
  rows: integer({ min: 0 }),
  outcome: { ...keys(queryOutcomes, { one: true }), required: true },
};
