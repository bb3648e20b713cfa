import {
  AttributionModel,
  attributionPairs,
  baseKeysOf,
  enumValues,
  findMeasure,
  ratio,
  type BaseSums,
  type ComparedMeasureKey,
  type MeasureKey,
} from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import type { AnalysisInput, AnalysisResult, AnalysisRow } from './input';
import { buildReport } from './report/build-report';
import { creditsMaker, type ModelCredit } from './report/compiled';
import { resolveRequest } from './report/request';

/** A row of the attribution report: `{key}_diff` is attributed - normal, `{key}_ratio` attributed / normal. */
export type AttributionRow = AnalysisRow &
  Comparison & {
    /** All models side by side, where they were asked for. */
    models?: ModelCredit[];
  };

/** The attribution report's question. */
export interface AttributionInput extends AnalysisInput {
  /**
   * Names (REST or GraphQL) of the measures that each row carries under all five models;
   * `true`: all that models make a difference to; default: none.
   */
  models?: readonly string[] | boolean | null;
}

const creditKeys = ['attr_cv', 'attr_amount', 'attr_avg', 'attr_cpa', 'attr_roas', 'attr_cvr', 'attr_profit'] as const satisfies readonly MeasureKey[];

const models = enumValues(AttributionModel);

type Comparison = Record<`${ComparedMeasureKey}_diff` | `${ComparedMeasureKey}_ratio`, number | null>;

/** Shares are fractions: what only their rounding leaves apart is no difference. */
const ROUNDING = 1e-12;

const difference = (after: number, before: number): number =>
  Math.abs(after - before) <= ROUNDING * Math.max(Math.abs(after), Math.abs(before)) ? 0 : after - before;

/** Puts attributed against normal into a report's own row; null where either is unknown. Written out pair by pair (see rowMaker). */
const compare = new Function(
  'difference',
  'ratio',
  `return (row) => { let before, after; ${attributionPairs
    .map(({ normal, attributed }) => `
      before = row.${normal};
      after = row.${attributed};
      row.${normal}_diff = before == null || after == null ? null : difference(after, before);
      row.${normal}_ratio = before == null || after == null ? null : ratio(after, before);`)
    .join('')} return row; };`,
)(difference, ratio) as (row: AnalysisRow) => AttributionRow;

/** The measures to be shown under every model. */
function creditsWanted(asked: AttributionInput['models']): readonly MeasureKey[] {
  if (asked === true) return creditKeys;
  const wanted = new Set((asked || []).map(findMeasure));
  return creditKeys.filter((key) => wanted.has(key));
}

/**
 * Attribution: the figures by the last contact beside those shared out over the whole path by a model.
 *
 * @param now the present instant, which "the last 30 days" counts from
 * @throws Failure FORBIDDEN, BAD_USER_INPUT (see resolveRequest)
 */
export async function attributions(
  db: Database,
  actor: Actor,
  input: AttributionInput,
  now = Date.now(),
): Promise<AnalysisResult<AttributionRow>> {
  const request = await resolveRequest(db, actor, input, now);
  const credits = creditsWanted(input.models);
  const creditsOf = input.models ? creditsMaker(credits, models) : null;
  const kind = {
    keys: creditsOf ? models.flatMap((model) => baseKeysOf(credits, model)) : [],
    extend: (row: AnalysisRow, sums: BaseSums): AttributionRow => {
      const compared = compare(row);
      if (creditsOf) compared.models = creditsOf(sums);
      return compared;
    },
  };
  return buildReport(db, request, kind, now);
}
