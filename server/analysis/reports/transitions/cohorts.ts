import { cohortFacts, type CohortFact } from '../../../../shared/catalog';
import { countMonths, type Month } from '../../../../shared/domain/calendar';
import { developmentFactors, type DevelopmentFactor } from '../../../../shared/domain/forecast';
import type { Group } from '../../report/grouping';
import type { CohortRow } from './cohort-query';

/** Customers of one acquisition month, and their behaviour in each calendar month since. */
export interface Cohort {
  readonly acquisition: Month;
  /** By months after the acquisition, up to the current one. */
  readonly facts: Readonly<Record<CohortFact, number[]>>;
}

/** Cohorts of one row, such as an ad or agency, oldest first. */
export interface CohortGroup {
  readonly ids: readonly (number | null)[];
  readonly noAd: boolean;
  readonly cohorts: readonly Cohort[];
}

/** Identifies a row among those of the same axes. */
export type RowName = Group['name'];

/** Returns the row key of a fact. */
export type KeyOf = (fact: CohortRow['key']) => {
  readonly name: RowName;
  readonly ids: readonly (number | null)[];
  readonly noAd: boolean;
};

/** Counts the months from an acquisition to another month; 0: the same month. */
export const monthsAfter = (acquisition: Month, month: Month): number => countMonths(acquisition, month) - 1;

const emptyFacts = (acquisition: Month, current: Month, last: number): Cohort['facts'] => {
  const months = (): number[] => Array<number>(Math.min(monthsAfter(acquisition, current), last) + 1).fill(0);
  return { cv: months(), customers: months(), amount: months() };
};

function addRow(
  cohorts: Map<Month, Cohort>,
  { acquisition, month, values }: CohortRow,
  current: Month,
  last: number,
): void {
  const after = monthsAfter(acquisition, month);
  if (after > last || acquisition > current || month > current) return;
  let cohort = cohorts.get(acquisition);
  if (!cohort)
    cohorts.set(acquisition, (cohort = { acquisition, facts: emptyFacts(acquisition, current, last) }));
  for (const fact of cohortFacts) cohort.facts[fact][after]! += values[fact];
}

const sortCohorts = (cohorts: ReadonlyMap<Month, Cohort>): Cohort[] =>
  // An ad without a share in any customer under this model has no cohort.
  [...cohorts.values()]
    .filter(({ facts }) => (facts.customers[0] ?? 0) > 0)
    .sort((a, b) => a.acquisition - b.acquisition);

/**
 * Groups facts into the cohorts of rows, and into those of all rows together.
 * @param last number of months after an acquisition to include
 */
export function groupCohorts(
  rows: readonly CohortRow[],
  keyOf: KeyOf,
  current: Month,
  last: number,
): { groups: Map<RowName, CohortGroup>; all: Cohort[] } {
  const byName = new Map<RowName, { ids: CohortGroup['ids']; noAd: boolean; cohorts: Map<Month, Cohort> }>();
  const all = new Map<Month, Cohort>();
  for (const row of rows) {
    const { name, ids, noAd } = keyOf(row.key);
    let group = byName.get(name);
    if (!group) byName.set(name, (group = { ids, noAd, cohorts: new Map() }));
    addRow(group.cohorts, row, current, last);
    addRow(all, row, current, last);
  }
  const groups = [...byName].map(
    ([name, { ids, noAd, cohorts }]) => [name, { ids, noAd, cohorts: sortCohorts(cohorts) }] as const,
  );
  return { groups: new Map(groups), all: sortCohorts(all) };
}

/** Returns running sums. */
export const summed = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => (sum += value));
};

/**
 * Returns cumulative sums of a cohort's finished months. The current month is not finished and is left out.
 */
export function finishedSums({ acquisition, facts }: Cohort, fact: CohortFact, current: Month): number[] {
  return summed(facts[fact].slice(0, monthsAfter(acquisition, current)));
}

/** Returns the development factors of a row's cohorts. */
export const factorsOf = (
  cohorts: readonly Cohort[],
  fact: CohortFact,
  current: Month,
): (DevelopmentFactor | null)[] =>
  developmentFactors(cohorts.map((cohort) => finishedSums(cohort, fact, current)));
