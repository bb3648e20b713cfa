import { CvType, isEnumValue, NewAndExistingEvaluation, ResultFlag } from '../../../shared/catalog';
import { ownEvaluation, PATH_CLASS, repeatClassOf, DAY_MS } from '../../../shared/domain/journey';
import {
  pathResults,
  ApprovalFlag,
  ApprovalStatus,
  evaluateApproval,
  type CreditTouch,
  type ResultType,
  type ApprovalRules,
  type ApprovalDecision,
} from '../../../shared/domain/results';
import type { Tx } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { chunksOf, select } from '../../db/statements';
import {
  readEffectiveSettings,
  type EffectiveSettings,
  argsOf,
  argTrait,
  ipTrait,
  traitsOf,
} from '../effective-settings';
import { isOpen, type DueConversion } from './due-conversions';

interface TouchRow {
  readonly conversion_id: number;
  readonly class: number;
  readonly pos: number;
  readonly interaction_id: string;
  readonly ad_id: number;
  readonly device: number;
  readonly redirect_id: number;
  readonly lpo_entry_id: number;
}

interface Touch extends CreditTouch {
  readonly row: TouchRow;
}

/** A result to create, before its approval rules are evaluated. */
export interface Candidate {
  readonly conversion: DueConversion;
  readonly touch: TouchRow;
  readonly type: ResultType;
  readonly settings: EffectiveSettings;
}

/**
 * Returns the path class of repeat conversions under the product's evaluation; null if it leaves them out.
 */
async function repeatClass(tx: Tx, productId: number): Promise<number | null> {
  const [product] = await select<{ separated: number; evaluation: number }>(tx)`SELECT
    new_existing_separation AS separated, new_existing_evaluation AS evaluation FROM product
    WHERE id = ${productId}`;
  const { NEW_AND_EXISTING_WITH_HISTORY } = NewAndExistingEvaluation;
  const own =
    product && isEnumValue(NewAndExistingEvaluation, product.evaluation)
      ? product.evaluation
      : NEW_AND_EXISTING_WITH_HISTORY;
  return repeatClassOf(ownEvaluation(product?.separated === 1, own));
}

/** Returns the CV settings whose MIDDLE conversions also create results. */
async function middleSettings(tx: Tx, productId: number): Promise<Set<number>> {
  const rows = await select<{ id: number }>(tx)`SELECT id FROM cv_setting WHERE product_id = ${productId}
    AND result_flag = 1`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * Returns the results that the ads of the conversions' paths create, under the product's current evaluation.
 * @returns candidates in the order of the conversions
 */
export async function candidatesOf(
  tx: Tx,
  productId: number,
  conversions: readonly DueConversion[],
): Promise<Candidate[]> {
  const repeat = await repeatClass(tx, productId);
  const middles = await middleSettings(tx, productId);
  const classOf = ({ repeated }: DueConversion) => (repeated === 0 ? PATH_CLASS.FIRST : repeat);
  const eligible = conversions.filter(
    (one) =>
      isOpen(one) &&
      (one.cv_type === CvType.LAST_CV || middles.has(one.cv_setting_id)) &&
      classOf(one) !== null,
  );
  const touches = groupBy(
    await select<TouchRow>(tx)`SELECT conversion_id, class, pos, interaction_id, ad_id, device, redirect_id,
      lpo_entry_id FROM conversion_touch WHERE conversion_id IN ${eligible.map(({ id }) => id)} AND pos > 0`,
    (touch) => touch.conversion_id,
  );
  const inForce = await readEffectiveSettings(
    tx,
    [...touches.values()].flat().map((touch) => touch.ad_id),
  );
  return eligible.flatMap((conversion) => {
    const path = (touches.get(conversion.id) ?? [])
      .filter((touch) => touch.class === classOf(conversion))
      .sort((a, b) => a.pos - b.pos)
      .map((row): Touch => ({
        row,
        adId: row.ad_id,
        isPerformance: row.interaction_id === conversion.performance_interaction_id,
      }));
    return pathResults(path, (adId) => inForce(adId)?.flag ?? ResultFlag.INVALID).flatMap(
      ({ touch, type }): Candidate[] => {
        const settings = inForce(touch.adId);
        return settings ? [{ conversion, touch: touch.row, type, settings }] : [];
      },
    );
  });
}

/** A candidate with its approval outcome and the traits that identify duplicates. */
export interface EvaluatedCandidate extends Candidate {
  readonly judgement: ApprovalDecision;
  readonly traits: ReadonlySet<string>;
}

const { UNAPPROVED_OK } = ApprovalFlag;
const NOT_EVALUATED: ApprovalDecision = {
  outcomes: {
    amount: UNAPPROVED_OK,
    args: UNAPPROVED_OK,
    duplicateIp: UNAPPROVED_OK,
    duplicateArgs: UNAPPROVED_OK,
  },
  state: ApprovalStatus.PENDING,
};

/** Whether the ad has an earlier result with this trait since an instant. */
interface Question {
  readonly candidate: Candidate;
  readonly trait: string;
  readonly since: number;
}

interface RuleInputs {
  readonly candidate: Candidate;
  readonly args: Readonly<Record<string, string>>;
  readonly traits: ReadonlySet<string>;
  readonly ip: Question | null;
  readonly arg: Question | null;
}

function ruleInputsOf(candidate: Candidate): RuleInputs {
  const { conversion, settings } = candidate;
  const { rules } = settings;
  const args = argsOf(conversion.args);
  const since = (days: number) => conversion.time - days * DAY_MS;
  const { ip } = conversion;
  const name = rules?.duplicateArg || null;
  const value = name !== null && Object.hasOwn(args, name) ? args[name] : undefined;
  return {
    candidate,
    args,
    traits: traitsOf(ip, args, name),
    ip:
      rules && rules.duplicateIpDays !== null && ip !== null
        ? { candidate, trait: ipTrait(ip), since: since(rules.duplicateIpDays) }
        : null,
    arg:
      name !== null && value
        ? { candidate, trait: argTrait(name, value), since: since(conversion.tracking_term) }
        : null,
  };
}

/** Maximum questions per statement. */
const AT_ONCE = 50;
/** Matches only earlier results in (time, id) order. */
const EARLIER = `EXISTS (SELECT 1 FROM result_trait WHERE product_id = ? AND trait = ? AND ad_id = ? AND cv_time BETWEEN ? AND ?
  AND (cv_time < ? OR event_id < ? OR (event_id = ? AND cv_setting_id < ?)))`;

/** Returns the questions that stored results answer with yes. */
async function questionsAnsweredYes(
  tx: Tx,
  productId: number,
  questions: readonly Question[],
): Promise<Set<Question>> {
  const yes = new Set<Question>();
  for (const part of chunksOf(questions, AT_ONCE)) {
    const [row] = await tx.query<Record<string, number>>(
      `SELECT ${part.map((_, index) => `${EARLIER} AS q${index}`).join(', ')}`,
      part.flatMap(({ candidate: { conversion, settings }, trait, since }) => [
        productId,
        trait,
        settings.adId,
        since,
        conversion.time,
        conversion.time,
        conversion.event_id,
        conversion.event_id,
        conversion.cv_setting_id,
      ]),
    );
    part.forEach((question, index) => Number(row?.[`q${index}`]) === 1 && yes.add(question));
  }
  return yes;
}

/** Evaluates the candidates of a batch in order, each including those before it. */
class Batch {
  /** Last conversion time in this batch by ad and trait. */
  private readonly seen = new Map<string, number>();

  constructor(private readonly stored: ReadonlySet<Question>) {}

  evaluate({ candidate, args, traits, ip, arg }: RuleInputs): EvaluatedCandidate {
    const { conversion, settings } = candidate;
    const isSeen = (question: Question | null) =>
      question !== null &&
      (this.stored.has(question) ||
        (this.seen.get(`${settings.adId} ${question.trait}`) ?? -Infinity) >= question.since);
    const of = (rules: ApprovalRules) =>
      evaluateApproval(rules, {
        amount: conversion.amount_sen / 100,
        args,
        ip: conversion.ip,
        ipSeen: isSeen(ip),
        argSeen: isSeen(arg),
      });
    const judgement = settings.rules ? of(settings.rules) : NOT_EVALUATED;
    for (const trait of traits) this.seen.set(`${settings.adId} ${trait}`, conversion.time);
    return { ...candidate, judgement, traits };
  }
}

/** Evaluates the approval rules of new results. @param candidates in (time, id) order of their conversions */
export async function evaluateCandidates(
  tx: Tx,
  productId: number,
  candidates: readonly Candidate[],
): Promise<EvaluatedCandidate[]> {
  const facts = candidates.map(ruleInputsOf);
  const batch = new Batch(
    await questionsAnsweredYes(
      tx,
      productId,
      facts.flatMap(({ ip, arg }) => [ip, arg].filter((question) => question !== null)),
    ),
  );
  return facts.map((one) => batch.evaluate(one));
}
