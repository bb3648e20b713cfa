import { messageText } from '../../auth/failure';
import { bool, day, inputTypeOf, int, opt, ref, text, typeOf, withDefault } from '../fields';
import { mutation, query, resolver } from '../operation';

export const MediaCostResolver = resolver({
  mediaSources: query([typeOf('MediaSource')], { productId: int }, ({ services, actor }, { productId }) =>
    services.mediaCosts.sources(actor, productId),
  ),
  mediaCostDays: query(
    [typeOf('MediaCostDay')],
    { productId: int, dateFrom: day, dateTo: day, figure: opt(text) },
    ({ services, actor }, args) => services.mediaCosts.days(actor, args),
  ),
  mediaCosts: query(
    [typeOf('MediaCost')],
    { productId: int, day, figure: opt(text) },
    ({ services, actor }, args) => services.mediaCosts.ofDay(actor, args.productId, args.day, args.figure),
  ),
  importMediaCosts: mutation(
    typeOf('MediaCostImport'),
    {
      productId: int,
      sourceName: text,
      csv: text,
      mapping: opt(ref(() => inputTypeOf('MediaMappingInput'))),
      dryRun: withDefault(bool, true),
    },
    async ({ services, actor, client, locale }, args) => {
      const outcome = await services.mediaImport.run(actor, args, client);
      const worded = (row: (typeof outcome.rows)[number]) => ({
        ...row,
        problems: row.problems.map(({ field, column, value, message: { key, params } }) => ({
          field,
          column,
          value,
          message: messageText({ key, params }, locale),
        })),
      });
      return { ...outcome, rows: outcome.rows.map(worded) };
    },
  ),
  deleteMediaCosts: mutation(
    int,
    { productId: int, dateFrom: day, dateTo: day, sourceId: opt(int) },
    ({ services, actor, client }, args) => services.mediaCosts.remove(actor, args, client),
  ),
});
