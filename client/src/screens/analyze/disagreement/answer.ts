import type { TFunction } from 'i18next';
import { AttributionModel, enumValues, type AxisKey } from '../../../../../shared/catalog';
import type { DisagreementQuery } from '../../../generated/graphql';
import { modelLabel } from '../../../kit/model-name';

type Answer = DisagreementQuery['disagreement'];
export type MapRow = Answer['results'][number];
export type MapModel = Answer['model'];
export type MapMeasure = 'cv' | 'amount';

/** Axes that the map can have. */
export const AXES = ['ad', 'asp', 'category', 'agency', 'type1', 'type2', 'type3'] as const;
export type MapAxis = (typeof AXES)[number] & AxisKey;

/** Credit of a row under one model. */
export interface Credit {
  /** Name of the field. */
  readonly key: string;
  /** Number of the model, or order of the Markov chain. */
  readonly number: number;
  readonly isMarkov: boolean;
  readonly value: number;
  /** Credited sales less ad cost, in yen. */
  readonly profit: number | null;
}

const MARKOV_ORDERS = [1, 2, 3] as const;

/** Models of the map in order: those that divide single conversions, then Markov chains. */
export const MODELS: ReadonlyArray<Omit<Credit, 'value' | 'profit'>> = [
  ...enumValues(AttributionModel).map((number) => ({ key: `attr_${number}`, number, isMarkov: false })),
  ...MARKOV_ORDERS.map((number) => ({ key: `markov_${number}`, number, isMarkov: true })),
];

/** Returns the credits of a row under the models that exist for it. */
export const creditsOf = (row: MapRow): Credit[] =>
  MODELS.flatMap((model) => {
    const value: unknown = Reflect.get(row, model.key);
    const profit = row.models.find((one) => one.model === model.key)?.profit ?? null;
    return typeof value === 'number' ? [{ ...model, value, profit }] : [];
  });

export const creditLabel = (
  t: TFunction,
  { isMarkov, number }: Pick<Credit, 'isMarkov' | 'number'>,
): string => (isMarkov ? t('disagreement.markov', { order: number }) : modelLabel(t, number));

/** Returns the id of a row on an axis; null without one. */
export const idOf = (row: MapRow, axis: MapAxis): number | null => row[`${axis}Id`];

/** Returns the key of a row among the rows of an axis. */
export const keyOf = (row: MapRow, axis: MapAxis): string =>
  row.noAd ? 'no_ad' : row.others ? 'others' : String(idOf(row, axis) ?? 'unset');

export const nameOf = (t: TFunction, row: MapRow, axis: MapAxis): string =>
  row.noAd ? t('report.noAd') : row.others ? t('disagreement.others') : (row[axis] ?? t('report.unset'));

/** Cost per credit in yen, or credited sales per cost; null if it has none. */
export const ratioOf = (cost: number | null, credit: number, measure: MapMeasure): number | null => {
  if (cost === null) return null;
  if (measure === 'amount') return cost > 0 ? credit / cost : null;
  return credit > 0 ? cost / credit : null;
};

const DECISIONS = ['under', 'over', 'flips'] as const;
export type Decision = (typeof DECISIONS)[number];

/**
 * Returns whether all models, none or some put the row within its target CPA, or, for sales, above its cost; null
 * if it can't be judged.
 */
export function decisionOf(row: MapRow, measure: MapMeasure): Decision | null {
  const { noAd, decision, adCost, profitMin, profitMax } = row;
  if (noAd) return null;
  if (measure === 'cv') return DECISIONS.find((one) => one === decision) ?? null;
  if (!adCost || profitMin === null || profitMax === null) return null;
  return profitMin >= 0 ? 'under' : profitMax < 0 ? 'over' : 'flips';
}

/** Returns whether a model puts the row within its target CPA, or its sales above its cost. */
export const creditDecisionOf = (row: MapRow, { value }: Credit, measure: MapMeasure): Decision => {
  const cost = row.adCost ?? 0;
  const needed = measure === 'amount' ? cost : cost / (row.targetCpa ?? 0);
  return cost === 0 || value >= needed ? 'under' : 'over';
};

/** What would tell which model is right about a row. */
export type NextStep =
  | { readonly kind: 'same' | 'alone' | 'test' }
  | {
      readonly kind: 'journeys';
      /** How many times the journeys of the period are needed. */
      readonly times: number;
      /** Needed journeys; null if the user may not see those of the product. */
      readonly journeys: number | null;
    };

/** Width of the 90% interval, as a share of the credit, from which it decides. */
const NARROW_INTERVAL = 0.1;

/** Rounds to two digits, as the number is an estimate. */
const rounded = (value: number): number => Number(value.toPrecision(2));

/**
 * Returns what would settle a row (data-driven.md section 6). More journeys help if the sampling error alone
 * changes the decision, or covers all models where there is no target: n x (width / 10%)^2 of them give an
 * interval of 10%. Otherwise the models differ by their assumptions, and only switching off ads tells.
 */
export function nextStepOf(
  row: MapRow,
  model: Pick<MapModel, 'journeys' | 'nullJourneys'>,
  measure: MapMeasure,
): NextStep {
  const { markov_1: credit, markov_1_low: low, markov_1_high: high, min, max, adCost, targetCpa } = row;
  if (!row.spread) return { kind: 'same' };
  if (row.distinctShare === 0) return { kind: 'alone' };
  if (!credit || low === null || high === null || min === null || max === null) return { kind: 'test' };
  // Sales must reach the cost; conversions must be enough for the target CPA.
  const needed =
    measure === 'amount' ? adCost || null : adCost === null || !targetCpa ? null : adCost / targetCpa;
  const isUncertain = needed === null ? low <= min && max <= high : low <= needed && needed <= high;
  const times = ((high - low) / credit / NARROW_INTERVAL) ** 2;
  if (!isUncertain || times <= 1) return { kind: 'test' };
  const journeys = model.journeys === null ? null : model.journeys + (model.nullJourneys ?? 0);
  return {
    kind: 'journeys',
    times: times < 10 ? Math.ceil(times) : rounded(times),
    journeys: journeys === null ? null : rounded(journeys * times),
  };
}

/** Answer to "which of my ads would I judge differently?". */
export type Verdict =
  | { readonly kind: 'flips'; readonly judged: number; readonly flips: number; readonly first: MapRow }
  | { readonly kind: 'agree'; readonly judged: number; readonly under: number; readonly over: number }
  | { readonly kind: 'widest'; readonly first: MapRow }
  | { readonly kind: 'none' };

/** Judges the rows in their order, which is by cost times spread. */
export function verdictOf(rows: readonly MapRow[], measure: MapMeasure): Verdict {
  const own = rows.filter(({ noAd }) => !noAd);
  const judged = own.filter((row) => decisionOf(row, measure) !== null);
  const withDecision = (decision: Decision): MapRow[] =>
    judged.filter((row) => decisionOf(row, measure) === decision);
  const flips = withDecision('flips');
  const [first] = flips;
  if (first) return { kind: 'flips', judged: judged.length, flips: flips.length, first };
  if (judged.length > 0) {
    const under = withDecision('under').length;
    return { kind: 'agree', judged: judged.length, under, over: judged.length - under };
  }
  const widest = own.find(({ spread }) => (spread ?? 0) > 0);
  return widest ? { kind: 'widest', first: widest } : { kind: 'none' };
}
