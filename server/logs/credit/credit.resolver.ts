import { Args, Ctx, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import {
  argsType,
  bool,
  float,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
} from '../../graphql/fields';
import { label } from '../../graphql/selection-type';
import type { CreditQuery, CreditExplanation } from './credit.service';

const CreditType = objectType('Credit', { kind: text, ad: opt(label), share: float, amount: float });
const OutcomeType = objectType('CreditOutcome', {
  attributionModel: int,
  evaluation: int,
  windowDays: int,
  counts: bool,
  touches: int,
  credit: listOf(ref(() => CreditType)),
});
const ContactType = objectType('CreditContact', {
  position: opt(int),
  interactionId: opt(text),
  ad: opt(label),
  device: opt(text),
  time: instant,
  before: float,
  share: opt(float),
  written: opt(text),
  leftOut: opt(text),
});
const SettingsType = objectType('CreditSettings', {
  trackingTerm: int,
  attributionModel: int,
  evaluation: int,
});
const outcome = ref(() => OutcomeType);
const ExplanationType = objectType('CreditExplanation', {
  cvTime: instant,
  amount: float,
  repeat: bool,
  previousTime: opt(instant),
  excludedReason: opt(text),
  windowFrom: instant,
  trackingTerm: int,
  settings: ref(() => SettingsType),
  asked: outcome,
  counted: outcome,
  models: listOf(outcome),
  evaluations: listOf(outcome),
  contacts: listOf(ref(() => ContactType)),
});
const CreditArgs = argsType({
  conversionId: text,
  productId: int,
  cvSettingId: opt(int),
  attributionModel: opt(int),
  evaluation: opt(int),
  windowDays: opt(int),
});

/** Explains the credit of a conversion's ads. */
@Resolver()
export class CreditResolver {
  @Query(() => ExplanationType)
  creditExplanation(
    @Ctx() context: ApiContext,
    @Args(() => CreditArgs) query: CreditQuery,
  ): Promise<CreditExplanation> {
    return context.services.credits.explain(signedIn(context), query);
  }
}
