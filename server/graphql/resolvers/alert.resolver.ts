import { inputTypeOf, int, opt, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const TestType = typeOf('AlertTest');
const input = ref(() => inputTypeOf('AlertInput'));
const trial = { id: opt(int), input };

export const AlertResolver = resolver({
  alertHistory: query(typeOf('AlertHistory'), { id: int }, ({ services, actor }, { id }) =>
    services.alertStates.history(actor, id),
  ),
  alertTest: query(TestType, { id: int }, ({ services, actor }, { id }) =>
    services.alertStates.test(actor, id),
  ),
  alertTrial: query(TestType, trial, ({ services, actor, client }, { id, input }) =>
    services.alertTrials.test(actor, { id, input: { ...input } }, client),
  ),
  sendAlertTest: mutation(typeOf('AlertSent'), trial, ({ services, actor, client }, { id, input }) =>
    services.alertTrials.send(actor, { id, input: { ...input } }, client),
  ),
});
