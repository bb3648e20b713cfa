import { messageText } from '../../auth/failure';
import {
  bool,
  day,
  float,
  inputType,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  withDefault,
} from '../fields';
import { mutation, query, resolver } from '../operation';

const mapping = {
  day: opt(text),
  ad: opt(text),
  adBy: text,
  cost: opt(text),
  impressions: opt(text),
  clicks: opt(text),
};
const MappingType = objectType('MediaMapping', mapping);
const MappingInputType = inputType('MediaMappingInput', { ...mapping, adBy: opt(text) });
const SourceType = objectType('MediaSource', {
  id: int,
  sourceName: text,
  mapping: opt(ref(() => MappingType)),
});
const reported = { cost: float, impressions: float, clicks: float };
const DayType = objectType('MediaCostDay', {
  day,
  sourceId: int,
  sourceName: text,
  ads: int,
  ...reported,
  importedAt: instant,
});
const CostType = objectType('MediaCost', {
  day,
  adId: int,
  adName: text,
  sourceId: int,
  sourceName: text,
  ...reported,
  importedAt: instant,
});
const ValuesType = objectType('MediaFigures', reported);
const ProblemType = objectType('MediaImportProblem', {
  field: text,
  column: opt(text),
  value: opt(text),
  message: text,
});
const RowType = objectType('MediaImportRow', {
  line: int,
  action: text,
  day: opt(day),
  adId: opt(int),
  adName: opt(text),
  named: text,
  ...reported,
  before: opt(ref(() => ValuesType)),
  addedTo: opt(int),
  problems: listOf(ref(() => ProblemType)),
});
const ImportType = objectType('MediaCostImport', {
  applied: bool,
  sourceName: text,
  columns: listOf(text),
  mapping: ref(() => MappingType),
  missing: listOf(text),
  created: int,
  replaced: int,
  unchanged: int,
  added: int,
  skipped: int,
  refused: int,
  rows: listOf(ref(() => RowType)),
});

export const MediaCostResolver = resolver({
  mediaSources: query([SourceType], { productId: int }, ({ services, actor }, { productId }) =>
    services.mediaCosts.sources(actor, productId),
  ),
  mediaCostDays: query(
    [DayType],
    { productId: int, dateFrom: day, dateTo: day, figure: opt(text) },
    ({ services, actor }, args) => services.mediaCosts.days(actor, args),
  ),
  mediaCosts: query([CostType], { productId: int, day, figure: opt(text) }, ({ services, actor }, args) =>
    services.mediaCosts.ofDay(actor, args.productId, args.day, args.figure),
  ),
  importMediaCosts: mutation(
    ImportType,
    {
      productId: int,
      sourceName: text,
      csv: text,
      mapping: opt(ref(() => MappingInputType)),
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
