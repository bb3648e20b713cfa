import {
  attrAmountKey,
  attrCvKey,
  AttributionModel,
  attributionPairs,
  enumValues,
  evaluateMeasures,
  ratio,
  type BaseSums,
  type ComparedMeasureKey,
  type MeasureKey,
} from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import type { Database } from '../db/database';
import type { AnalysisInput, AnalysisResult, AnalysisRow } from './input';
import { buildReport } from './report/build-report';
import { resolveRequest } from './report/request';

/** What one model makes of a row. */
export type ModelCredit = { attribution_model: AttributionModel } & Record<CreditKey, number | null>;

/** A row of the attribution report: `{key}_diff` is attributed - normal, `{key}_ratio` attributed / normal. */
export type AttributionRow = AnalysisRow &
  Comparison & {
    /** All models side by side, where they were asked for. */
    models?: ModelCredit[];
  };

/** The attribution report's question. */
export interface AttributionInput extends AnalysisInput {
  /** Whether each row carries the credit under all five models. */
  models?: boolean;
}

const creditKeys = ['attr_cv', 'attr_amount', 'attr_avg', 'attr_cpa', 'attr_roas', 'attr_cvr', 'attr_profit'] as const satisfies readonly MeasureKey[];
type CreditKey = (typeof creditKeys)[number];

const models = enumValues(AttributionModel);

type Comparison = Record<`${ComparedMeasureKey}_diff` | `${ComparedMeasureKey}_ratio`, number | null>;

/** Attributed against normal; null where either is unknown. */
function compare(row: AnalysisRow): Comparison {
  const compared: Partial<Comparison> = {};
  for (const { normal, attributed } of attributionPairs) {
    const [before, after] = [row[normal], row[attributed]];
    const known = before !== null && after !== null;
    compared[`${normal}_diff`] = known ? after - before : null;
    compared[`${normal}_ratio`] = known ? ratio(after, before) : null;
  }
  return compared as Comparison;
}

const creditsOf = (sums: BaseSums): ModelCredit[] =>
  models.map((model) => ({ attribution_model: model, ...evaluateMeasures(sums, model, creditKeys) }));

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
  const kind = {
    keys: input.models ? models.flatMap((model) => [attrCvKey(model), attrAmountKey(model)]) : [],
    extend: (row: AnalysisRow, sums: BaseSums): AttributionRow =>
      Object.assign(row, compare(row), input.models && { models: creditsOf(sums) }),
  };
  return buildReport(db, request, kind, now);
}
