import { inputTypeOf, int, listOf, opt, ref, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';

const QueryRunType = typeOf('QueryRun');

export const QueryRunResolver = resolver({
  queryRuns: query([QueryRunType], {}, ({ services, actor }) => services.queryRuns.list(actor)),
  keepQueryRun: mutation(
    QueryRunType,
    { input: ref(() => inputTypeOf('QueryRunInput')) },
    ({ services, actor }, { input }) => services.queryRuns.keep(actor, input),
  ),
  forgetQueryRuns: mutation(int, { ids: opt(listOf(int)) }, ({ services, actor }, { ids }) =>
    services.queryRuns.forget(actor, ids),
  ),
});
