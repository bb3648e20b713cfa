import { AttributionModel, axes, enumValues, type AxisKey } from '../../../shared/catalog';
import {
  OTHERS,
  type CreditMap,
  type CreditMeasure,
  type ValueCredit,
} from '../../../shared/domain/attribution';
import type { Actor } from '../../auth/actor';
import type { ReportResult, ReportRow } from '../input';
import { modelFigures, profitRange, type ModelFigures } from './model-figures';

/** A value with its credit under each model; see schema/disagreement.graphql. */
export type DisagreementRow = Readonly<
  Record<string, string | number | boolean | null | readonly ModelFigures[]>
>;

type Credit = number | null;

/** Whether an actor sees only the ads of their agency. */
export const seesOwnAds = ({ grants }: Actor): boolean => grants.analyze.scope === 'own';

interface Values {
  /** Credits of the stored models, in the order of their numbers. */
  readonly models: readonly Credit[];
  /** The same of the other measure. */
  readonly otherModels: readonly Credit[];
  readonly own: ValueCredit;
  readonly adCost: number | null;
  /** Target CPA in yen. */
  readonly target: number | null;
}

/** Axes that rows can have, and the names of a row on all of them. */
export const AXES: readonly AxisKey[] = ['agency', 'asp', 'category', 'type1', 'type2', 'type3', 'ad'];
const NAMELESS = Object.fromEntries(
  AXES.flatMap((axis) => [axes[axis].idKey, axis].map((name) => [String(name), null])),
);

const MODELS = enumValues(AttributionModel);

const NOTHING: ValueCredit = {
  markov: [null, null, null],
  otherMarkov: [null, null, null],
  effect: null,
  low: null,
  high: null,
  exactSet: null,
  distinctShare: null,
};

/** Adds up what exists; null if nothing does. */
const sumOf = (values: readonly Credit[]): Credit =>
  values.reduce<Credit>((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);

/** Adds up the credits of rows by model. */
const sumsOf = (models: readonly unknown[], credits: readonly (readonly Credit[])[]): Credit[] =>
  models.map((_, index) => sumOf(credits.map((one) => one[index] ?? null)));

/** Compares the cost per credit with the target under every model. */
function decisionOf(credits: readonly number[], cost: number | null, target: number | null): string | null {
  if (target === null || cost === null || credits.length === 0) return null;
  const under = credits.filter((credit) => cost === 0 || (credit > 0 && cost / credit <= target)).length;
  return under === credits.length ? 'under' : under === 0 ? 'over' : 'flips';
}

/** Returns the fields of a row beside its name. */
function fieldsOf(
  { models, otherModels, own, adCost, target }: Values,
  measure: CreditMeasure,
): DisagreementRow {
  const credits = [...models, ...own.markov].filter((credit) => credit !== null);
  const [min, max] = credits.length === 0 ? [null, null] : [Math.min(...credits), Math.max(...credits)];
  const figures = modelFigures(
    measure,
    [...models, ...own.markov],
    [...otherModels, ...own.otherMarkov],
    adCost,
  );
  return {
    ...Object.fromEntries(models.map((credit, index) => [`attr_${index + 1}`, credit])),
    ...Object.fromEntries(own.markov.map((credit, index) => [`markov_${index + 1}`, credit])),
    markov_1_effect: own.effect,
    markov_1_low: own.low,
    markov_1_high: own.high,
    exact_set: own.exactSet,
    min,
    max,
    spread: min === null || max === null || max === 0 ? null : (max - min) / max,
    distinctShare: own.distinctShare,
    adCost,
    targetCpa: target,
    decision: decisionOf(credits, adCost, target),
    models: figures,
    ...profitRange(figures),
  };
}

/** Sorts by cost times spread: where models disagree about most money. */
const weightOf = ({ adCost, spread }: DisagreementRow): number => Number(adCost ?? 0) * Number(spread ?? 0);

interface Sources {
  readonly axis: AxisKey;
  readonly measure: CreditMeasure;
  /** All rows that the actor may see, and those that filters choose. */
  readonly report: ReportResult;
  readonly chosen: readonly ReportRow[];
  readonly map: CreditMap;
  readonly cpa: number | null;
  readonly actor: Actor;
}

/** Builds the rows and their total. */
export function mapRows({ axis, measure, report, chosen, map, cpa, actor }: Sources): {
  rows: DisagreementRow[];
  total: DisagreementRow;
} {
  const { key, idKey } = axes[axis];
  const figure = measure === 'cv' ? 'attrCv' : 'attrAmount';
  const other = measure === 'cv' ? 'attrAmount' : 'attrCv';
  const idOf = (row: ReportRow): number => Number((idKey ? row[idKey] : null) ?? 0);
  const nameOf = (row: ReportRow): string => `${row.noAd}/${idOf(row)}`;
  const names = new Set(chosen.map(nameOf));
  // A model of amounts has no target per conversion.
  const targetOf = (row: ReportRow): number | null =>
    measure === 'cv' ? (row.targets?.cpa ?? report.total.targets?.cpa ?? cpa) : null;
  // A chain that credits something gives nothing to values without a journey.
  const offered = [...map.values.values()].some(({ markov }) => markov[0] !== null);
  const ofWindows = map.values.has(OTHERS) ? null : 0;
  const withoutJourney = offered ? [0, ofWindows, ofWindows] : NOTHING.markov;
  const present = report.results.map((row) => {
    const creditsOf = (of: 'attrCv' | 'attrAmount'): number[] =>
      (row.models ?? []).map(({ figures }) => figures[of] ?? 0);
    const [models, otherModels] = [creditsOf(figure), creditsOf(other)];
    const value = row.noAd ? null : idOf(row);
    const others = value !== null && map.values.has(OTHERS) && !map.apart.has(value);
    return { row, value, others, models, otherModels, adCost: row.figures.adCost ?? null };
  });
  const known = present.filter(({ row }) => names.has(nameOf(row)));
  const own = known.filter(({ others, models }) => !others || models.every((credit) => credit === 0));
  const rest = known.filter((one) => !own.includes(one));
  const rows = own.map(
    ({ row, value, models, otherModels, adCost }): { values: Values; name: DisagreementRow } => {
      const none = { ...NOTHING, markov: withoutJourney, otherMarkov: withoutJourney };
      const alike = ([linear = null]: readonly Credit[]): Credit[] => [linear, linear, linear];
      const credit = row.noAd
        ? { ...NOTHING, markov: alike(models), otherMarkov: alike(otherModels) }
        : (map.values.get(value ?? 0) ?? none);
      return {
        values: { models, otherModels, own: credit, adCost, target: targetOf(row) },
        name: {
          [idKey ?? key]: row.noAd ? null : value || null,
          [key]: row[key] ?? null,
          noAd: row.noAd,
          others: false,
        },
      };
    },
  );
  const isWhole = names.size === report.results.length && !seesOwnAds(actor);
  const shared = map.values.get(OTHERS);
  // The others stand for values of all ads, so they have no row among chosen ones or an agency's.
  if (isWhole && shared)
    rows.push({
      values: {
        models: sumsOf(
          MODELS,
          rest.map(({ models }) => models),
        ),
        otherModels: sumsOf(
          MODELS,
          rest.map(({ otherModels }) => otherModels),
        ),
        own: shared,
        adCost: rest.length > 0 ? sumOf(rest.map(({ adCost }) => adCost)) : null,
        target: null,
      },
      name: { [idKey ?? key]: null, [key]: null, noAd: false, others: true },
    });
  const columns = rows.map(({ values }) => values);
  const total: Values = {
    models: sumsOf(
      MODELS,
      columns.map(({ models }) => models),
    ),
    otherModels: sumsOf(
      MODELS,
      columns.map(({ otherModels }) => otherModels),
    ),
    own: {
      ...NOTHING,
      markov: sumsOf(
        NOTHING.markov,
        columns.map(({ own: credit }) => credit.markov),
      ),
      otherMarkov: sumsOf(
        NOTHING.markov,
        columns.map(({ own: credit }) => credit.otherMarkov),
      ),
      exactSet: sumOf(columns.map(({ own: credit }) => credit.exactSet)),
      distinctShare: map.distinctShare,
    },
    adCost: sumOf(columns.map(({ adCost }) => adCost)),
    target: measure === 'cv' ? (report.total.targets?.cpa ?? cpa) : null,
  };
  return {
    rows: rows
      .map(({ values, name }): DisagreementRow => ({ ...NAMELESS, ...name, ...fieldsOf(values, measure) }))
      .sort((a, b) => weightOf(b) - weightOf(a)),
    total: { ...NAMELESS, noAd: false, others: false, ...fieldsOf(total, measure) },
  };
}
