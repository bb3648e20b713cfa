import { inputType, instant, int, listOf, objectType, opt, ref, text } from '../fields';
import { mutation, query, resolver } from '../operation';

const result = {
  query: text,
  variables: opt(text),
  durationMs: int,
  bytes: int,
  rows: opt(int),
  outcome: text,
};
const QueryRunType = objectType('QueryRun', { id: int, ...result, ranAt: instant, runs: int });
const QueryRunInputType = inputType('QueryRunInput', result);

export const QueryRunResolver = resolver({
  queryRuns: query([QueryRunType], {}, ({ services, actor }) => services.queryRuns.list(actor)),
  keepQueryRun: mutation(
    QueryRunType,
    { input: ref(() => QueryRunInputType) },
    ({ services, actor }, { input }) => services.queryRuns.keep(actor, input),
  ),
  forgetQueryRuns: mutation(int, { ids: opt(listOf(int)) }, ({ services, actor }, { ids }) =>
    services.queryRuns.forget(actor, ids),
  ),
});
