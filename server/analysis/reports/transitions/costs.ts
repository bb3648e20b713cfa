import { baseKeysOf, type AttributionModel } from '../../../../shared/catalog';
import { firstDayOfMonth, lastDayOfMonth, monthOf, type Month } from '../../../../shared/domain/calendar';
import type { Database } from '../../../db/database';
import { compileMetrics } from '../../compile-measures';
import type { KnownAd } from '../../../facts/ads';
import { readFacts, type FactTable } from '../../../facts/read-facts';
import { readWholeCosts } from '../../../facts/whole-costs';
import { groupFacts } from '../../report/grouping';
import { factsWhere, partsWhere, type Scope } from '../../report/read-groups';
import type { ReportRequest } from '../../report/request';
import type { RowName } from './cohorts';

/** Cost of a row in a month, in yen, and the number of ad days with a reported media cost. */
export interface MonthCost {
  readonly cost: number;
  readonly mediaCostDays: number;
}

/** Costs of a report's rows by month and row name. */
export type Costs = ReadonlyMap<Month, ReadonlyMap<RowName, MonthCost>>;

export const NO_COST: MonthCost = { cost: 0, mediaCostDays: 0 };
export const addCosts = (a: MonthCost, b: MonthCost): MonthCost => ({
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
export async function readCosts(
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
