import { TRANSITION_MONTHS, type AttributionModel, type CohortFact } from '../../../../shared/catalog';
import { firstDayOfMonth, lastDayOfMonth, type Month } from '../../../../shared/domain/calendar';
import { NewAndExistingEvaluation } from '../../../../shared/domain/journey';
import { placeholders, type Database } from '../../../db/database';
import type { FactColumn } from '../../../facts/fact-query';
import { readFacts, type Fact } from '../../../facts/read-facts';
import { rollupTable } from '../../../rollups/tables';
import type { Statement } from '../../../rollups/log-facts';

/** Cohort facts to read. They cover all acquisition months, because older cohorts forecast younger ones. */
export interface CohortQuery {
  readonly productId: number;
  /** The current, unfinished month. */
  readonly current: Month;
  readonly columns: readonly FactColumn[];
  readonly model: AttributionModel;
  readonly facts: readonly CohortFact[];
  readonly only: Readonly<Partial<Record<FactColumn, readonly number[] | null>>>;
}

/** Facts of a cohort in one calendar month, under a touch that acquired the customers. */
export interface CohortRow {
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
export function laterStatement({ productId, current, columns, model, facts, only }: CohortQuery): Statement {
  const filters = Object.entries(only).flatMap(([column, values]) =>
    values ? [[column, values] as const] : [],
  );
  const grain = [...columns, ...filters.map(([column]) => column)].every((column) => column === 'ad_id')
    ? 'coarse'
    : 'fine';
  const key = ['month', ...columns, 'acquisition_month'].join(', ');
  return {
    sql: `SELECT ${key}, ${facts.map((fact) => `SUM(${fact}_${model}) AS ${fact}`).join(', ')} FROM ${rollupTable('cohort', grain, 'month').name}
      WHERE product_id = ? AND month <= ? AND month <= acquisition_month + ${LAST_MONTH}
        ${filters.map(([column, values]) => ` AND ${column} IN (${placeholders(values)})`).join('')} GROUP BY ${key}`,
    params: [productId, current, ...filters.flatMap(([, values]) => values)],
  };
}

/** Reads later conversions by acquisition month and their own month. */
async function readLater(db: Database, query: CohortQuery): Promise<CohortRow[]> {
  const { sql, params } = laterStatement(query);
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
