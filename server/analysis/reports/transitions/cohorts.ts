import {
  TRANSITION_MONTHS,
  cohortFacts,
  isOfAddedModel,
  type AttributionModel,
  type CohortFact,
} from '../../../../shared/catalog';
import { firstDayOfMonth, lastDayOfMonth, countMonths, type Month } from '../../../../shared/domain/calendar';
import { NewAndExistingEvaluation } from '../../../../shared/domain/journey';
import { developmentFactors, type DevelopmentFactor } from '../../../../shared/domain/forecast';
import { placeholders, type Database } from '../../../db/database';
import type { FactColumn } from '../../../facts/fact-query';
import { readFacts, type Fact, type RowKey } from '../../../facts/read-facts';
import { hasAddedModels } from '../../../rollups/combined';
import { rollupTable } from '../../../rollups/tables';
import { unsummedFacts, type Statement } from '../../../rollups/log-facts';
import type { Group } from '../../report/rows';

/** Cohort facts to read. They cover all acquisition months, because older cohorts forecast younger ones. */
interface CohortQuery {
  readonly productId: number;
  /** The current, unfinished month. */
  readonly current: Month;
  readonly columns: readonly FactColumn[];
  readonly model: AttributionModel;
  readonly facts: readonly CohortFact[];
  readonly only: Readonly<Partial<Record<FactColumn, readonly number[] | null>>>;
}

/** Facts of a cohort in one calendar month, under a touch that acquired the customers. */
interface CohortRow {
  readonly acquisition: Month;
  readonly month: Month;
  readonly key: Fact;
  readonly values: Readonly<Record<CohortFact, number>>;
}

/** Before any event. */
const FIRST_MONTH: Month = 190001;
/** Two years as a difference of yyyymm values. */
const LAST_MONTH = (TRANSITION_MONTHS / 12) * 100;

type LaterFact = Fact & { readonly acquisition_month: Month; readonly month: Month } & Readonly<
    Partial<Record<CohortFact, number>>
  >;

/** Builds the statement for later conversions of acquired customers, along the key of the rollup. */
export function laterStatement(
  { productId, current, columns, model, facts, only }: CohortQuery,
  hasModel = true,
): Statement {
  const filters = Object.entries(only).flatMap(([column, values]) =>
    values ? [[column, values] as const] : [],
  );
  const grain = [...columns, ...filters.map(([column]) => column)].every((column) => column === 'ad_id')
    ? 'coarse'
    : 'fine';
  const key = ['month', ...columns, 'acquisition_month'].join(', ');
  const table = hasModel
    ? rollupTable('cohort', grain, 'month').name
    : unsummedFacts('cohort', (column) => column.endsWith(`_${model}`));
  return {
    sql: `SELECT ${key}, ${facts.map((fact) => `SUM(${fact}_${model}) AS ${fact}`).join(', ')} FROM ${table}
      WHERE product_id = ? AND month <= ? AND month <= acquisition_month + ${LAST_MONTH}
        ${filters.map(([column, values]) => ` AND ${column} IN (${placeholders(values)})`).join('')} GROUP BY ${key}`,
    params: [productId, current, ...filters.flatMap(([, values]) => values)],
  };
}

/** Reads later conversions by acquisition month and their own month. */
async function readLater(db: Database, query: CohortQuery): Promise<CohortRow[]> {
  const hasModel = !isOfAddedModel(`attrCv${query.model}`) || (await hasAddedModels(db, query.productId));
  const { sql, params } = laterStatement(query, hasModel);
  return (await db.read<LaterFact>(sql, params, { prepared: true })).map((fact) => ({
    acquisition: fact.acquisition_month,
    month: fact.month,
    key: fact,
    values: { cv: fact.cv ?? 0, customers: fact.customers ?? 0, amount: (fact.amount ?? 0) / 100 },
  }));
}

/** Reads acquiring conversions. These are the conversions of new customers, one each. */
async function readAcquiring(
  db: Database,
  { productId, current, columns, model, only }: CohortQuery,
): Promise<CohortRow[]> {
  const [cvKey, amountKey] = [`attrCv${model}`, `attrAmount${model}`] as const;
  const tables = await readFacts(db, {
    productId,
    range: { from: firstDayOfMonth(FIRST_MONTH), to: lastDayOfMonth(current) },
    groupBy: ['month', ...columns],
    keys: [cvKey, amountKey],
    evaluation: NewAndExistingEvaluation.NEW_ONLY,
    cvSettingIds: null,
    only,
  });
  return tables.flatMap(({ facts }) =>
    facts.map((fact): CohortRow => {
      const month = fact.month ?? 0;
      const customers = fact[cvKey] ?? 0;
      return {
        acquisition: month,
        month,
        key: fact,
        values: { cv: customers, customers, amount: (fact[amountKey] ?? 0) / 100 },
      };
    }),
  );
}

/** Reads all facts of cohorts up to now. A key may occur several times; the caller adds them up. */
export async function readCohortRows(db: Database, query: CohortQuery): Promise<CohortRow[]> {
  if (Object.values(query.only).some((values) => values?.length === 0)) return [];
  const [acquiring, later] = await Promise.all([readAcquiring(db, query), readLater(db, query)]);
  return [...acquiring, ...later];
}

/** Customers of one acquisition month, and their behaviour in each calendar month since. */
export interface Cohort {
  readonly acquisition: Month;
  /** By months after the acquisition, up to the current one. */
  readonly facts: Readonly<Record<CohortFact, number[]>>;
}

/** Cohorts of one row, such as an ad or agency, oldest first. */
export interface CohortGroup {
  readonly ids: RowKey['ids'];
  readonly noAd: boolean;
  readonly adId: number | null;
  readonly cohorts: readonly Cohort[];
}

/** Identifies a row among those of the same axes. */
export type RowName = Group['name'];

/** Returns the row key of a fact. */
type KeyOf = (fact: CohortRow['key']) => {
  readonly name: RowName;
  readonly ids: RowKey['ids'];
  readonly noAd: boolean;
  readonly adId: number | null;
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
  const byName = new Map<RowName, Omit<CohortGroup, 'cohorts'> & { cohorts: Map<Month, Cohort> }>();
  const all = new Map<Month, Cohort>();
  for (const row of rows) {
    const { name, ids, noAd, adId } = keyOf(row.key);
    let group = byName.get(name);
    if (!group) byName.set(name, (group = { ids, noAd, adId, cohorts: new Map() }));
    addRow(group.cohorts, row, current, last);
    addRow(all, row, current, last);
  }
  const groups = [...byName].map(
    ([name, { cohorts, ...group }]) => [name, { ...group, cohorts: sortCohorts(cohorts) }] as const,
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
export const finishedSums = ({ acquisition, facts }: Cohort, fact: CohortFact, current: Month): number[] =>
  summed(facts[fact].slice(0, monthsAfter(acquisition, current)));

/** Returns the development factors of a row's cohorts. */
export const factorsOf = (
  cohorts: readonly Cohort[],
  fact: CohortFact,
  current: Month,
): (DevelopmentFactor | null)[] =>
  developmentFactors(cohorts.map((cohort) => finishedSums(cohort, fact, current)));
