import {
  baseKeysOf,
  AttributionModel,
  defaultTransitionMeasure,
  emptyValues,
  isTransitionMeasure,
  TRANSITION_MONTHS,
  transitionMeasureKeys,
  transitionMeasures,
  type TransitionMeasureKey,
} from '../../../../shared/catalog';
import {
  firstDayOfMonth,
  lastDayOfMonth,
  monthOf,
  dayOf,
  type Month,
  type DayRange,
} from '../../../../shared/domain/calendar';
import type { Database } from '../../../db/database';
import { type KnownAd, readLabels } from '../../../facts/labels';
import { readFacts, type FactTable, rowKeyOf } from '../../../facts/read-facts';
import { readWholeCosts } from '../../../facts/whole-costs';
import type { Actor } from '../../../auth/actor';
import { badInput } from '../../../auth/failure';
import { readMetricsVersion } from '../../../rollups';
import { compileMetrics } from '../../compile-measures';
import { groupFacts, sortRows, NO_NAME, rowBuilder, rowNamer } from '../../report/rows';
import { factsWhere, partsWhere, readReportAds, scopeOf, type Scope } from '../../report/read-groups';
import { resolveRequest, type ReportRequest } from '../../report/request';
import type { ReportInput, ReportResult, ReportRow } from '../../input';
import { withoutAdNames } from '../../report/read-report';
import type { Report } from '../../report/report';
import {
  readCohortRows,
  factorsOf,
  groupCohorts,
  type RowName,
  type Cohort,
  type CohortGroup,
} from './cohorts';
import {
  cellsOf,
  courseOf,
  paybackOf,
  totalCells,
  type Course,
  monthFields,
  type TransitionFields,
  type TransitionRow,
} from './cells';

/** Cost of a row in a month, in yen, and the number of ad days with a reported media cost. */
interface MonthCost {
  readonly cost: number;
  readonly mediaCostDays: number;
}

/** Costs of a report's rows by month and row name. */
export type Costs = ReadonlyMap<Month, ReadonlyMap<RowName, MonthCost>>;

const NO_COST: MonthCost = { cost: 0, mediaCostDays: 0 };
const addCosts = (a: MonthCost, b: MonthCost): MonthCost => ({
  cost: a.cost + b.cost,
  mediaCostDays: a.mediaCostDays + b.mediaCostDays,
});

const adCost = (model: AttributionModel) => {
  const make = compileMetrics(['adCost', 'mediaDays'], model);
  return {
    keys: baseKeysOf(['adCost', 'mediaDays'], model),
    of: (sums: Parameters<typeof make>[0]): MonthCost => {
      const { adCost: cost, mediaDays } = make(sums);
      return { cost: cost ?? 0, mediaCostDays: mediaDays ?? 0 };
    },
  };
};

/** Reads the ad cost of whole months, equal to the ad statistics of each month. */
async function readCosts(
  db: Database,
  request: ReportRequest,
  { columns, only, finer }: Scope,
  months: readonly Month[],
  ads: ReadonlyMap<number, KnownAd>,
): Promise<Costs> {
  const { productId, axes, filters, evaluation, model, allocationMode } = request;
  const [first, last] = [Math.min(...months), Math.max(...months)];
  if (months.length === 0) return new Map();
  const cost = adCost(model);
  const range = { from: firstDayOfMonth(first), to: lastDayOfMonth(last) };
  const [facts, wholeCosts] = await Promise.all([
    readFacts(db, {
      productId,
      range,
      groupBy: ['month', ...columns],
      keys: cost.keys,
      evaluation,
      cvSettingIds: null,
      only,
    }),
    readWholeCosts(db, { productId, range, finer, mode: allocationMode, period: 'month' }, ads),
  ]);
  const all = [
    ...facts.map((table) =>
      filters.hasAdFilter ? factsWhere(table, ({ ad_id }) => ads.has(ad_id ?? 0)) : table,
    ),
    ...wholeCosts.map((table) => partsWhere(table, only)),
  ];
  const byMonth = all.map(monthTables);
  return new Map(
    months.map((month) => {
      const ofMonth = byMonth.flatMap((tables) => tables.get(month) ?? []);
      return [
        month,
        new Map(groupFacts(ofMonth, axes, ads).map(({ name, sums }) => [name, cost.of(sums)])),
      ] as const;
    }),
  );
}

/** Splits the facts of a table by month. Split costs carry their day. */
function monthTables({ keys, facts }: FactTable): Map<Month, FactTable> {
  const tables = new Map<Month, { keys: FactTable['keys']; facts: FactTable['facts'][number][] }>();
  for (const fact of facts) {
    const month = fact.month ?? monthOf(fact.day ?? 0);
    const known = tables.get(month);
    if (known) known.facts.push(fact);
    else tables.set(month, { keys, facts: [fact] });
  }
  return tables;
}

/** The ad effect report, with the cohorts of all rows together. */
interface TransitionsResult extends ReportResult {
  measure: TransitionMeasureKey;
  /** The unfinished current month, yyyyMM; later months are forecasts. */
  currentMonth: string;
  cohorts: TransitionFields[];
  /** Cost in yen of ads in these months that acquired no customer in them; no row includes it. */
  costWithoutCustomers: number;
}

/** Rows of this report hold their metrics in separate fields. */
const noMetrics = compileMetrics([], AttributionModel.LINEAR)(emptyValues());

/** All days: forecasts use every cohort, also those outside the range. */
export const ALL_DAYS: DayRange = { from: 0, to: 99991231 };

function parseMeasure({ measure }: ReportInput): TransitionMeasureKey {
  if (measure == null || measure === '') return defaultTransitionMeasure;
  if (!isTransitionMeasure(measure))
    throw badInput({ measure: { key: 'mustBeOneOf', params: { values: transitionMeasureKeys.join(', ') } } });
  return measure;
}

/** Fields of a cohort, and the courses that its months and its payback derive from. */
interface CohortResult {
  readonly fields: Omit<TransitionFields, 'months' | 'ranges'>;
  readonly course: Course;
  readonly sales: Course;
}

/** A row before its months, which are only computed for the page. */
interface PendingRow {
  readonly row: ReportRow;
  months(): Pick<TransitionFields, 'months' | 'ranges'>;
}

/** Computes the cohorts in the selected range. */
class CohortCalculator {
  constructor(
    private readonly key: TransitionMeasureKey,
    private readonly current: Month,
    private readonly selectedMonths: { readonly from: Month; readonly to: Month },
  ) {}

  of(cohorts: readonly Cohort[], costOf: (month: Month) => MonthCost): CohortResult[] {
    const { key, current, selectedMonths } = this;
    const { fact } = transitionMeasures[key];
    const factors = factorsOf(cohorts, fact, current);
    const salesFactors = fact === 'amount' ? factors : factorsOf(cohorts, 'amount', current);
    return cohorts
      .filter(({ acquisition }) => acquisition >= selectedMonths.from && acquisition <= selectedMonths.to)
      .map((cohort) => {
        const { cost, mediaCostDays } = costOf(cohort.acquisition);
        const course = courseOf(cohort, fact, factors, current);
        const sales = fact === 'amount' ? course : courseOf(cohort, 'amount', salesFactors, current);
        const fields: CohortResult['fields'] = {
          acquisitionMonth: String(cohort.acquisition),
          customers: cohort.facts.customers[0] ?? 0,
          cost,
          mediaCostDays,
          amount: cohort.facts.amount.reduce((sum, value) => sum + value, 0),
          payback: paybackOf([{ sales, cost, customers: cohort.facts.customers[0] ?? 0 }]),
        };
        return { fields, course, sales };
      });
  }

  /** Puts the cohorts of a row together. */
  together(cohorts: readonly CohortResult[]): Omit<TransitionRow, 'months' | 'ranges'> {
    const sum = (key: 'customers' | 'cost' | 'mediaCostDays' | 'amount'): number =>
      cohorts.reduce((all, { fields }) => all + fields[key], 0);
    return {
      acquisitionMonth: null,
      customers: sum('customers'),
      cost: sum('cost'),
      mediaCostDays: sum('mediaCostDays'),
      amount: sum('amount'),
      payback: paybackOf(cohorts.map(({ sales, fields }) => ({ ...fields, sales }))),
    };
  }

  /** Returns the months of several cohorts together. */
  monthsOfAll(cohorts: readonly CohortResult[], isRow = false): Pick<TransitionFields, 'months' | 'ranges'> {
    const courses = cohorts.map(({ course, fields }) => ({ ...fields, course }));
    return monthFields(totalCells(courses, this.key, isRow));
  }

  months({ course, fields }: CohortResult): Pick<TransitionFields, 'months' | 'ranges'> {
    return monthFields(cellsOf(course, this.key, fields));
  }
}

interface TransitionData {
  groups: ReadonlyMap<RowName, CohortGroup>;
  all: readonly Cohort[];
  costs: Costs;
  nameRow: (group: CohortGroup) => ReportRow;
}

async function readData(
  db: Database,
  request: ReportRequest,
  key: TransitionMeasureKey,
  current: Month,
  selectedMonths: { from: Month; to: Month },
): Promise<TransitionData> {
  const { productId, axes, nameAxes, model, filters } = request;
  const pendingAds = readReportAds(db, request);
  const scope = await scopeOf(request, pendingAds);
  // Every measure needs sales for the payback.
  const facts = [...new Set(['amount', transitionMeasures[key].fact] as const)];
  const [rows, ads, byAxis] = await Promise.all([
    readCohortRows(db, { productId, current, columns: scope.columns, model, facts, only: scope.only }),
    pendingAds,
    readLabels(db, productId, withoutAdNames(nameAxes)),
  ]);
  const passing = filters.hasAdFilter ? rows.filter((row) => ads.has(row.key.ad_id ?? 0)) : rows;
  const { groups, all } = groupCohorts(passing, rowKeyOf(axes, ads), current, TRANSITION_MONTHS);
  const months = all
    .map(({ acquisition }) => acquisition)
    .filter((month) => month >= selectedMonths.from && month <= selectedMonths.to);
  const costs = await readCosts(db, request, scope, months, ads);
  const buildRow = rowBuilder(nameAxes);
  const nameOf = rowNamer(request, { ads, byAxis });
  return { groups, all, costs, nameRow: (group) => buildRow(nameOf(group), group.noAd, noMetrics) };
}

/**
 * Reads the cohorts of customers by acquisition month and acquiring ad: their monthly behaviour and the
 * forecast of the months to come.
 *
 * @throws Failure FORBIDDEN, BAD_USER_INPUT (see resolveRequest), also for an unknown measure
 */
export async function readTransitions(
  this: Report,
  db: Database,
  actor: Actor,
  input: ReportInput,
  now = Date.now(),
): Promise<TransitionsResult> {
  const request = await resolveRequest(db, actor, this, input, now);
  const key = parseMeasure(input);
  const { axes, range, page, pageSize } = request;
  // Read the version first: a change during the read then causes a re-read, and is not missed.
  const version = await readMetricsVersion(db, request.productId, ALL_DAYS);
  const current = monthOf(dayOf(now));
  const selectedMonths = { from: monthOf(range.from), to: Math.min(monthOf(range.to), current) };
  const { groups, all, costs, nameRow } = await readData(db, request, key, current, selectedMonths);
  const calculator = new CohortCalculator(key, current, selectedMonths);
  const byGroup = [...groups].map(([name, group]) => ({
    group,
    cohorts: calculator.of(group.cohorts, (month) => costs.get(month)?.get(name) ?? NO_COST),
  }));
  const cohortRows = byGroup.flatMap(({ cohorts }) => cohorts);
  const pending = byGroup.flatMap(({ group, cohorts }): PendingRow[] => {
    if (cohorts.length === 0) return [];
    if (input.together)
      return [
        {
          row: Object.assign(nameRow(group), calculator.together(cohorts)),
          months: () => calculator.monthsOfAll(cohorts, true),
        },
      ];
    return cohorts.map((one) => ({
      row: Object.assign(nameRow(group), one.fields),
      months: () => calculator.months(one),
    }));
  });
  // Computes months for the rows of the page only, unless rows are sorted by months: there may be thousands
  // of rows.
  const pendingOf = new Map(pending.map((one) => [one.row, one]));
  const withMonths = (row: ReportRow): ReportRow =>
    row.months === undefined ? Object.assign(row, pendingOf.get(row)?.months()) : row;
  const rows = pending.map(({ row }) => row);
  if (request.sortBy?.fields.includes('months')) rows.forEach(withMonths);
  const costOfRows = new Map<string, MonthCost>();
  for (const { fields } of cohortRows)
    costOfRows.set(
      fields.acquisitionMonth,
      addCosts(costOfRows.get(fields.acquisitionMonth) ?? NO_COST, fields),
    );
  const cohorts = calculator
    .of(all, (month) => costOfRows.get(String(month)) ?? NO_COST)
    .map((one): TransitionFields => ({ ...one.fields, ...calculator.months(one) }));
  const { cost, mediaCostDays } = cohorts.reduce(addCosts, NO_COST);
  const allCosts = [...costs.values()]
    .flatMap((ofRows) => [...ofRows.values()])
    .reduce((sum, one) => sum + one.cost, 0);
  const sorted = sortRows(rows, axes, request.sortBy, request.sortAsc);
  const from = pageSize === null ? 0 : (page - 1) * pageSize;
  return {
    results: (pageSize === null && page === 1 ? sorted : sorted.slice(from, from + (pageSize ?? 0))).map(
      withMonths,
    ),
    count: sorted.length,
    page,
    pageSize: pageSize ?? sorted.length,
    total: {
      ...rowBuilder([])(NO_NAME, false, noMetrics),
      acquisitionMonth: null,
      customers: cohorts.reduce((sum, { customers }) => sum + customers, 0),
      cost,
      mediaCostDays,
      amount: cohorts.reduce((sum, { amount }) => sum + amount, 0),
      payback: null,
      ...calculator.monthsOfAll(cohortRows),
    },
    dateFrom: range.from,
    dateTo: range.to,
    previousFrom: null,
    previousTo: null,
    attributionModel: request.model,
    evaluation: request.evaluation,
    version,
    asOf: new Date(now),
    measure: key,
    currentMonth: String(current),
    cohorts,
    costWithoutCustomers: Math.max(0, allCosts - cost),
  };
}
