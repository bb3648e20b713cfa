import { bool, float, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { query, resolver } from '../operation';
import { label } from '../selection-type';

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

/** Explains the credit of a conversion's ads. */
export const CreditResolver = resolver({
  creditExplanation: query(
    ExplanationType,
    {
      conversionId: text,
      productId: int,
      cvSettingId: opt(int),
      attributionModel: opt(int),
      evaluation: opt(int),
      windowDays: opt(int),
    },
    ({ services, actor }, args) => services.credits.explain(actor, args),
  ),
});
