import {
  countedCost,
  isFar,
  simulateRow,
  type Assumption,
  type AdAnalyzeSimulationItem,
  type CostChanges,
  type CostFacts,
} from '../domain/cost';
import { keysOf, recordOf } from '../records';
import { emptySums } from './base-columns';
import { AttributionModel } from './enums';
import { evaluateMeasure, type Figures } from './evaluate';
import type { MeasureKey } from './measures';

/** What a change of cost changes, in the order of its columns. */
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
export type SimulatedFigures = Readonly<Record<SimulatedKey, number | null>>;

/** What a simulation reads of a row. */
export const simulationNeeds = [
  'adCost',
  'adCostUnapproved',
  'cvTotalFinal',
  'amountSum',
  'attrCv',
  'attrAmount',
] as const satisfies readonly (keyof CostFacts & SimulatedKey)[];

/** What is asked: which rows' costs change by how much, and how results follow. */
export interface Simulation extends Assumption {
  readonly changes: CostChanges;
}

/** A row before and after. */
export interface Simulated {
  readonly before: SimulatedFigures;
  readonly after: SimulatedFigures;
}

type KnownFigures = Readonly<Partial<Figures>>;

const factsOf = (figures: KnownFigures): CostFacts => recordOf(simulationNeeds, (key) => figures[key] ?? 0);

// Any one model: the facts are those of the model that the report was asked for.
const MODEL = AttributionModel.LINEAR;
const isFact = (key: SimulatedKey): key is keyof CostFacts => simulationNeeds.some((fact) => fact === key);

/** The figures of what a row has, by the formulas of the catalogue; the costs themselves as they are. */
function figuresOf(facts: CostFacts, item: AdAnalyzeSimulationItem): SimulatedFigures {
  const sums = {
    ...emptySums(),
    feeYen: countedCost(facts, item),
    cvFinal: facts.cvTotalFinal,
    amountSen: facts.amountSum * 100,
    attrCv1: facts.attrCv,
    attrAmount1: facts.attrAmount * 100,
  };
  return recordOf(simulatedKeys, (key) => (isFact(key) ? facts[key] : evaluateMeasure(key, sums, MODEL)));
}

/** Takes the rows of a report one by one, then its total. */
export interface Simulator {
  /** @param key the row as changes name it; null for a row whose cost can't be changed */
  row(key: string | null, figures: KnownFigures): Simulated;
  /** The total of the rows taken so far. */
  total(figures: KnownFigures): Simulated;
  /** Rows that stay as they are, because their change takes more than they have. */
  readonly refused: ReadonlySet<string>;
  /** Rows whose results are told of a cost far beyond theirs, and how many times theirs it is. */
  readonly far: ReadonlyMap<string, number>;
}

/** Simulates changes of cost over the rows of a report. What no row changes stays what the total says of it, to the last digit. */
export function simulator({ changes, ...assumption }: Simulation): Simulator {
  const { item } = assumption;
  const refused = new Set<string>();
  const far = new Map<string, number>();
  const sums = new Map<keyof CostFacts, number>();
  const changed = new Set<keyof CostFacts>();
  return {
    refused,
    far,
    row(key, figures) {
      const facts = factsOf(figures);
      const change = key === null ? undefined : changes.get(key);
      const result = change && simulateRow(facts, change, assumption);
      if (result === null && key !== null) refused.add(key);
      const after = result ?? facts;
      const [costs, costsAfter] = [countedCost(facts, item), countedCost(after, item)];
      if (key !== null && isFar(costs, costsAfter, assumption.elasticity)) far.set(key, costsAfter / costs);
      for (const fact of keysOf(facts)) {
        sums.set(fact, (sums.get(fact) ?? 0) + after[fact]);
        if (after[fact] !== facts[fact]) changed.add(fact);
      }
      const before = figuresOf(facts, item);
      return { before, after: after === facts ? before : figuresOf(after, item) };
    },
    total(figures) {
      const facts = factsOf(figures);
      const after = recordOf(simulationNeeds, (fact) =>
        changed.has(fact) ? (sums.get(fact) ?? 0) : facts[fact],
      );
      const before = figuresOf(facts, item);
      return { before, after: changed.size === 0 ? before : figuresOf(after, item) };
    },
  };
}
