import {
  bool,
  day,
  float,
  inputTypeOf,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  typeOf,
} from '../fields';
import { mutation, query, resolver } from '../operation';

const FiringType = objectType('AlertFiring', {
  id: int,
  day,
  adId: int,
  name: text,
  measure: text,
  value: float,
  low: opt(float),
  high: opt(float),
  median: opt(float),
  at: instant,
  path: text,
});
const AlertDeliveryType = objectType('AlertTold', {
  day,
  outcome: text,
  reason: opt(text),
  attempts: int,
  nextAt: opt(instant),
  receivers: int,
});
const HistoryType = objectType('AlertHistory', {
  firings: listOf(ref(() => FiringType)),
  told: listOf(ref(() => AlertDeliveryType)),
});
const CaseType = objectType('AlertCase', {
  adId: int,
  name: text,
  value: float,
  low: opt(float),
  high: opt(float),
  median: opt(float),
  raised: bool,
});
const TestType = objectType('AlertTest', {
  day,
  computing: bool,
  raised: int,
  judged: int,
  cases: listOf(ref(() => CaseType)),
  subject: text,
  text,
  link: text,
  nextDay: day,
  nextAt: instant,
});
const SentType = objectType('AlertSent', {
  to: text,
  delivered: bool,
  reason: opt(text),
  webhook: opt(ref(() => typeOf('PostbackTest'))),
});
const input = ref(() => inputTypeOf('AlertInput'));
const trial = { id: opt(int), input };

export const AlertResolver = resolver({
  alertHistory: query(HistoryType, { id: int }, ({ services, actor }, { id }) =>
    services.alertStates.history(actor, id),
  ),
  alertTest: query(TestType, { id: int }, ({ services, actor }, { id }) =>
    services.alertStates.test(actor, id),
  ),
  alertTrial: query(TestType, trial, ({ services, actor, client }, { id, input }) =>
    services.alertTrials.test(actor, { id, input: { ...input } }, client),
  ),
  sendAlertTest: mutation(SentType, trial, ({ services, actor, client }, { id, input }) =>
    services.alertTrials.send(actor, { id, input: { ...input } }, client),
  ),
});
