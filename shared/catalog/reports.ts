import { keysOf, isKeyOf } from '../records';
import { measureOf, findMeasure, isAdditive, type MetricValues } from './evaluate';
import { measureKeys, type MeasureKey } from './measures';
import { AdAnalyzeItem, AttributionAnalyzeItem, TermDisplayItem, RoleType, AttributionModel } from './enums';
import { ratio, type MeasureUnit } from './measure';
import { allows, type Grant, type RightKey } from './roles';

/** Every report, by its GraphQL query name. */
export const reportNames = [
  'adSummaries',
  'attributions',
  'timeSeries',
  'lpoAnalysis',
  'cvInfo',
  'transitions',
  'allocations',
] as const;

export type ReportName = (typeof reportNames)[number];

/** Returns whether a name is a report's query. */
export const isReportName = (name: string): name is ReportName => reportNames.some((known) => known === name);

/** Sort key of a report row: its rank in the sorted column, and its name. */
export interface RowSortKey {
  /** Null: the row has no rank and is shown as '-'. */
  readonly rank: number | null;
  readonly name: string;
}

// Created once: building a collator per comparison dominates the sort of ten thousand rows.
const byName = new Intl.Collator('ja').compare;

/** Compares rows by name, in the collation of the console's users. */
export const nameOrder =
  (ascending: boolean) =>
  (a: Pick<RowSortKey, 'name'>, b: Pick<RowSortKey, 'name'>): number =>
    byName(a.name, b.name) * (ascending ? 1 : -1);

/**
 * Compares report rows for screens, files and mails: by rank, then by name. Rows without a rank ('-') come
 * last in both directions; in ascending order, rows of zero come just before them.
 */
export function rankOrder(ascending: boolean): (a: RowSortKey, b: RowSortKey) => number {
  const direction = ascending ? 1 : -1;
  const isLast = ({ rank }: RowSortKey): boolean => rank === null || (ascending && rank === 0);
  return (a, b) => {
    const apart = Number(isLast(a)) - Number(isLast(b)) || Number(a.rank === null) - Number(b.rank === null);
    if (apart !== 0) return apart;
    if (a.rank === null || b.rank === null || a.rank === b.rank) return byName(a.name, b.name);
    return a.rank < b.rank ? -direction : direction;
  };
}

/** Measures of cost per result: a cost without a result ranks worst; without a cost there is no rank. */
const COST_PER_RESULT: Partial<Record<MeasureKey, MeasureKey>> = { cpa: 'adCost', attrCpa: 'adCost' };

/** Returns the cost that a rank requires, or undefined if the measure's value is the rank. */
export const rankingCostOf = (key: MeasureKey): MeasureKey | undefined => COST_PER_RESULT[key];

type PartialValues = Readonly<Partial<MetricValues>>;

/**
 * Returns the sort value of a row: the measure's value, Infinity for a cost without a result, null if
 * unranked.
 */
export function rankOf(key: MeasureKey, values: PartialValues): number | null {
  const cost = rankingCostOf(key);
  return values[key] ?? (cost && (values[cost] ?? 0) > 0 ? Infinity : null);
}

/** Ranked row. Of equal ranks, the higher cost is the worse. */
interface RankedRow {
  readonly figures: PartialValues;
  readonly id: number;
}

/**
 * Returns the best and the worst rows by a measure, most extreme first. A rank of zero or infinity is never
 * among the best, and no row is in both lists. For a neutral measure, higher counts as better.
 */
export function bestAndWorst<T extends RankedRow>(
  rows: readonly T[],
  key: MeasureKey,
  size: number,
): { best: T[]; worst: T[] } {
  const sign = measureOf(key).direction === 'down' ? 1 : -1;
  const ranked = rows.flatMap((row) => {
    const rank = rankOf(key, row.figures);
    return rank === null ? [] : [{ row, rank }];
  });
  const cost = ({ row }: (typeof ranked)[number]): number => row.figures.adCost ?? 0;
  ranked.sort((a, b) =>
    a.rank === b.rank ? cost(a) - cost(b) || a.row.id - b.row.id : sign * (a.rank - b.rank),
  );
  const best = ranked.filter(({ rank }) => rank !== 0 && rank !== Infinity).slice(0, size);
  const taken = new Set(best);
  const worst = ranked
    .filter((one) => !taken.has(one))
    .slice(-size)
    .reverse();
  return { best: best.map(({ row }) => row), worst: worst.map(({ row }) => row) };
}

const CVS: readonly MeasureKey[] = [
  'cvFinal1',
  'cvFinal2',
  'cvFinal3',
  'cvTotalFinal',
  'cvMiddle1',
  'cvMiddle2',
  'cvMiddle3',
  'cvTotalMiddle',
];

/**
 * Columns of each preset of ad statistics, in order (domain.md section 6, "Reports"). CUSTOM starts with a
 * selection.
 */
export const presetMeasures: Readonly<Record<AdAnalyzeItem, readonly MeasureKey[]>> = {
  [AdAnalyzeItem.AMOUNT_EFFECT]: [
    'adClickCount',
    'firstTouchCount',
    'pvCount',
    ...CVS,
    'cvr',
    'adCost',
    'cpa',
    'amountSum',
    'roas',
    'roi',
    'profit',
  ],
  [AdAnalyzeItem.INDIRECT_EFFECT]: measureKeys.filter((key) => /^(indirect|adTouch)/.test(key)),
  [AdAnalyzeItem.AD_COST_EFFECT]: ['adCost', 'adCostUnapproved', 'cpa', 'roas', 'roi', 'profit'],
  [AdAnalyzeItem.ADD]: measureKeys.filter(isAdditive),
  [AdAnalyzeItem.CV_CPA]: [...CVS, 'attrCv', 'adCost', 'cpa', 'attrCpa'],
  [AdAnalyzeItem.CV_ROAS]: [...CVS, 'amountSum', 'attrAmount', 'adCost', 'roas', 'attrRoas'],
  [AdAnalyzeItem.CUSTOM]: ['adClickCount', 'cvTotalFinal', 'cvr', 'adCost', 'cpa', 'amountSum', 'roas'],
};

const termItems: ReadonlySet<MeasureKey | null> = new Set(Object.values(TermDisplayItem).map(findMeasure));

/** Default measures of a term trend, in column order. */
export const termMeasures: readonly MeasureKey[] = measureKeys.filter((key) => termItems.has(key));

/** A normal measure and its attributed counterpart. */
export interface AttributionPair {
  readonly item: AttributionAnalyzeItem;
  readonly normal: MeasureKey;
  readonly attributed: MeasureKey;
}

/** Pairs that the attribution report compares, in the order of AttributionAnalyzeItem. */
export const attributionPairs = [
  { item: AttributionAnalyzeItem.CV_TOTAL, normal: 'cvTotalFinal', attributed: 'attrCv' },
  { item: AttributionAnalyzeItem.SALES, normal: 'amountSum', attributed: 'attrAmount' },
  { item: AttributionAnalyzeItem.AVERAGE_SALES, normal: 'amountAvg', attributed: 'attrAvg' },
  { item: AttributionAnalyzeItem.CPA, normal: 'cpa', attributed: 'attrCpa' },
  { item: AttributionAnalyzeItem.ROAS, normal: 'roas', attributed: 'attrRoas' },
] as const satisfies readonly AttributionPair[];

/** Attributed value beside the normal value. */
export interface CreditComparison {
  readonly normal: number | null;
  readonly attributed: number | null;
  /** attributed - normal. */
  readonly difference: number | null;
  /** attributed / normal. */
  readonly ratio: number | null;
}

/** Attributed sums are fractions: differences below this relative error are rounding. */
const ROUNDING = 1e-12;

/** Compares an attributed value with the normal one; null if either is unknown. */
export function compareCredit(normal: number | null, attributed: number | null): CreditComparison {
  if (normal === null || attributed === null) return { normal, attributed, difference: null, ratio: null };
  const isEqual =
    Math.abs(attributed - normal) <= ROUNDING * Math.max(Math.abs(attributed), Math.abs(normal));
  return {
    normal,
    attributed,
    difference: isEqual ? 0 : attributed - normal,
    ratio: ratio(attributed, normal),
  };
}

/** Extent of a user's access: menu rights, products and, for an agency role, the agency. */
export interface Reach {
  readonly role: RoleType;
  readonly agencyId: number | null;
  readonly productIds: readonly number[];
  readonly grants: Readonly<Record<RightKey, Grant>>;
}

/** Field of a user that grants more access. */
type Excess = 'roleType' | 'agencyId' | 'productIds';

/** Returns whether a grant allows anything that another does not. */
export function exceeds(one: Grant, than: Grant): boolean {
  if (one.right === 'none') return false;
  return (
    !allows(than, one.right) || (one.scope === 'all' && than.scope === 'own') || (!one.masked && than.masked)
  );
}

function roleExceeds(one: Reach, than: Reach): boolean {
  // ADMIN includes future menus. Other roles than AGENCY are not limited to an agency and have no closed
  // fields.
  if (one.role === RoleType.ADMIN || (than.role === RoleType.AGENCY && one.role !== RoleType.AGENCY))
    return true;
  return keysOf(one.grants).some((menu) => exceeds(one.grants[menu], than.grants[menu]));
}

/**
 * Returns the rights of a user that another user lacks. Nobody grants a right that they lack or changes a
 * user who has more (domain.md section 7). An ADMIN lacks nothing.
 */
export function findExcess(one: Reach, than: Reach): Excess[] {
  if (than.role === RoleType.ADMIN) return [];
  const excessFields: Excess[] = roleExceeds(one, than) ? ['roleType'] : [];
  if (
    one.role === RoleType.AGENCY &&
    than.role === RoleType.AGENCY &&
    one.agencyId !== null &&
    one.agencyId !== than.agencyId
  )
    excessFields.push('agencyId');
  if (one.productIds.some((id) => !than.productIds.includes(id))) excessFields.push('productIds');
  return excessFields;
}

/** Cohort facts per customer and calendar month. */
export const cohortFacts = ['cv', 'customers', 'amount'] as const;
export type CohortFact = (typeof cohortFacts)[number];

/** Measure of the ad effect report, per month after the acquisition. */
interface TransitionMeasure {
  readonly fact: CohortFact;
  /** Accumulated up to the month. */
  readonly cumulative: boolean;
  /** Divided by the ad's cost of the acquisition month, or by the acquired customers; null: not divided. */
  readonly over: 'cost' | 'customers' | null;
  readonly unit: MeasureUnit;
}

const measure = (
  fact: CohortFact,
  unit: MeasureUnit,
  more: Partial<TransitionMeasure> = {},
): TransitionMeasure => ({ fact, cumulative: false, over: null, unit, ...more });

/** Measures of the ad effect report, by REST name. */
export const transitionMeasures = {
  cv: measure('cv', 'number'),
  customers: measure('customers', 'number'),
  amount: measure('amount', 'yen'),
  amount_cumulative: measure('amount', 'yen', { cumulative: true }),
  roas_cumulative: measure('amount', 'ratio', { cumulative: true, over: 'cost' }),
  ltv: measure('amount', 'yen', { cumulative: true, over: 'customers' }),
  repeat_rate: measure('customers', 'ratio', { over: 'customers' }),
} as const satisfies Record<string, TransitionMeasure>;

export type TransitionMeasureKey = keyof typeof transitionMeasures;
export const transitionMeasureKeys = keysOf(transitionMeasures);
export const defaultTransitionMeasure: TransitionMeasureKey = 'cv';
export const isTransitionMeasure = (name: string): name is TransitionMeasureKey =>
  isKeyOf(transitionMeasures, name);

/** Number of months after the acquisition month. */
export const TRANSITION_MONTHS = 24;

/** Models that credit one touch with the whole customer, so counts are integers. */
const WHOLE_CREDIT_MODELS: readonly number[] = [
  AttributionModel.STARTING_POINT,
  AttributionModel.ENDING_POINT,
];

/** Returns the display unit of a measure under a model: shared conversions are no integer counts. */
export function transitionUnit(key: TransitionMeasureKey, model: number): MeasureUnit {
  const { unit } = transitionMeasures[key];
  return unit === 'number' && WHOLE_CREDIT_MODELS.includes(model) ? 'count' : unit;
}
