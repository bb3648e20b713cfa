import {
  comparedCost,
  isExtrapolated,
  simulateRow,
  type Assumption,
  type AdAnalyzeSimulationItem,
  type CostChanges,
  type CostFacts,
} from '../domain/cost';
import { keysOf, recordOf } from '../records';
import { AdAnalyzeAllocationItem, AttributionModel } from './enums';
import { isAdditive, evaluateMeasure, type MetricValues } from './evaluate';
import { ratio } from './measure';
import { measureKeys, type MeasureKey } from './measures';
import { emptyValues } from './base-columns';

/** Measure of each item of the allocation report, in report order. */
export const allocationMeasures = {
  [AdAnalyzeAllocationItem.CV]: 'cvTotalFinal',
  [AdAnalyzeAllocationItem.AD_COST]: 'adCost',
  [AdAnalyzeAllocationItem.AD_COST_UNAPPROVED]: 'adCostUnapproved',
  [AdAnalyzeAllocationItem.SALES]: 'amountSum',
  [AdAnalyzeAllocationItem.PROFIT]: 'profit',
  [AdAnalyzeAllocationItem.ATTR_CV]: 'attrCv',
  [AdAnalyzeAllocationItem.ATTR_SALES]: 'attrAmount',
  [AdAnalyzeAllocationItem.ATTR_PROFIT]: 'attrProfit',
} as const satisfies Record<AdAnalyzeAllocationItem, MeasureKey>;

/** Additive measures: each row has a share of their total. */
export const shareKeys: readonly MeasureKey[] = /* @__PURE__ */ measureKeys.filter(isAdditive);

/** Shares of one row. */
export type Shares = Partial<MetricValues>;

/** Returns a row's share of the total: negative if their signs differ, null if the total is 0. */
export const shareOf = (value: number | null | undefined, total: number | null | undefined): number | null =>
  value == null || total == null ? null : ratio(value, total);

/** Measures that a cost change affects, in column order. */
export const simulatedKeys = [
  'adCost',
  'adCostUnapproved',
  'cvTotalFinal',
  'amountSum',
  'cpa',
  'roas',
  'profit',
  'roi',
  'attrCv',
  'attrAmount',
  'attrCpa',
  'attrRoas',
  'attrProfit',
] as const satisfies readonly MeasureKey[];
export type SimulatedKey = (typeof simulatedKeys)[number];
type SimulatedValues = Readonly<Record<SimulatedKey, number | null>>;

/** Measures that a simulation reads. */
export const simulationInputs = [
  'adCost',
  'adCostUnapproved',
  'cvTotalFinal',
  'amountSum',
  'attrCv',
  'attrAmount',
] as const satisfies readonly (keyof CostFacts & SimulatedKey)[];

/** Request of a simulation: the cost changes per row and the assumption about results. */
export interface Simulation extends Assumption {
  readonly changes: CostChanges;
}

/** A row before and after the change. */
export interface Simulated {
  readonly before: SimulatedValues;
  readonly after: SimulatedValues;
}

type PartialValues = Readonly<Partial<MetricValues>>;

const factsOf = (values: PartialValues): CostFacts => recordOf(simulationInputs, (key) => values[key] ?? 0);

// Any model works: the input values are already attributed by the report's model.
const MODEL = AttributionModel.LINEAR;
const isFact = (key: SimulatedKey): key is keyof CostFacts => simulationInputs.some((fact) => fact === key);

/** Computes the metric values of a row by the catalogue's formulas. Input values are kept as they are. */
function evaluateFacts(facts: CostFacts, item: AdAnalyzeSimulationItem): SimulatedValues {
  const sums = {
    ...emptyValues(),
    feeYen: comparedCost(facts, item),
    cvFinal: facts.cvTotalFinal,
    amountSen: facts.amountSum * 100,
    attrCv1: facts.attrCv,
    attrAmount1: facts.attrAmount * 100,
  };
  return recordOf(simulatedKeys, (key) => (isFact(key) ? facts[key] : evaluateMeasure(key, sums, MODEL)));
}

/** Takes the rows of a report one by one, then its total. */
export interface Simulator {
  /** @param key the row's key in the changes; null for a row whose cost can't be changed */
  row(key: string | null, values: PartialValues): Simulated;
  /** Returns the total of the rows so far. */
  total(values: PartialValues): Simulated;
  /** Rows left unchanged because their change exceeds their cost. */
  readonly refused: ReadonlySet<string>;
  /** Rows whose simulated cost is far beyond the observed one, with the factor. */
  readonly far: ReadonlyMap<string, number>;
}

/**
 * Simulates cost changes over the rows of a report (domain.md section 6, "Allocation"). Values that no row
 * changes keep the report's total, to the last digit.
 */
export function createSimulator({ changes, ...assumption }: Simulation): Simulator {
  const { item } = assumption;
  const refused = new Set<string>();
  const far = new Map<string, number>();
  const sums = new Map<keyof CostFacts, number>();
  const changed = new Set<keyof CostFacts>();
  return {
    refused,
    far,
    row(key, values) {
      const facts = factsOf(values);
      const change = key === null ? undefined : changes.get(key);
      const result = change && simulateRow(facts, change, assumption);
      if (result === null && key !== null) refused.add(key);
      const after = result ?? facts;
      const [costs, costsAfter] = [comparedCost(facts, item), comparedCost(after, item)];
      if (key !== null && isExtrapolated(costs, costsAfter, assumption.elasticity))
        far.set(key, costsAfter / costs);
      for (const fact of keysOf(facts)) {
        sums.set(fact, (sums.get(fact) ?? 0) + after[fact]);
        if (after[fact] !== facts[fact]) changed.add(fact);
      }
      const before = evaluateFacts(facts, item);
      return { before, after: after === facts ? before : evaluateFacts(after, item) };
    },
    total(values) {
      const facts = factsOf(values);
      const after = recordOf(simulationInputs, (fact) =>
        changed.has(fact) ? (sums.get(fact) ?? 0) : facts[fact],
      );
      const before = evaluateFacts(facts, item);
      return { before, after: changed.size === 0 ? before : evaluateFacts(after, item) };
    },
  };
}
