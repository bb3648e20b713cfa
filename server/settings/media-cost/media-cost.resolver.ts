import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { Day } from '../../../shared/domain/calendar';
import { messageText } from '../../../shared/i18n/messages';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
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
} from '../../graphql/fields';
import { DateScalar } from '../../graphql/scalars';

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

@Resolver()
export class MediaCostResolver {
  @Query(() => [SourceType])
  mediaSources(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
  ): Promise<object[]> {
    return context.services.mediaCosts.sources(signedIn(context), productId);
  }

  @Query(() => [DayType])
  mediaCostDays(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('dateFrom', () => DateScalar) dateFrom: Day,
    @Arg('dateTo', () => DateScalar) dateTo: Day,
    @Arg('figure', () => String, { nullable: true }) figure?: string | null,
  ): Promise<object[]> {
    return context.services.mediaCosts.days(signedIn(context), {
      productId,
      dateFrom,
      dateTo,
      figure: figure ?? null,
    });
  }

  @Query(() => [CostType])
  mediaCosts(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('day', () => DateScalar) day: Day,
    @Arg('figure', () => String, { nullable: true }) figure?: string | null,
  ): Promise<object[]> {
    return context.services.mediaCosts.ofDay(signedIn(context), productId, day, figure ?? null);
  }

  @Mutation(() => ImportType)
  async importMediaCosts(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('sourceName', () => String) sourceName: string,
    @Arg('csv', () => String) csv: string,
    @Arg('mapping', () => MappingInputType, { nullable: true }) mapping: UnknownRecord | null,
    @Arg('dryRun', () => Boolean, { nullable: true, defaultValue: true }) dryRun: boolean | null,
  ): Promise<object> {
    const { locale, client, services } = context;
    const outcome = await services.mediaImport.run(
      signedIn(context),
      { productId, sourceName, csv, mapping, dryRun: dryRun ?? true },
      client,
    );
    const worded = (row: (typeof outcome.rows)[number]) => ({
      ...row,
      problems: row.problems.map(({ field, column, value, message: { key, params } }) => ({
        field,
        column,
        value,
        message: messageText(key, locale, params),
      })),
    });
    return { ...outcome, rows: outcome.rows.map(worded) };
  }

  @Mutation(() => Int)
  deleteMediaCosts(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('dateFrom', () => DateScalar) dateFrom: Day,
    @Arg('dateTo', () => DateScalar) dateTo: Day,
    @Arg('sourceId', () => Int, { nullable: true }) sourceId: number | null,
  ): Promise<number> {
    return context.services.mediaCosts.remove(
      signedIn(context),
      { productId, dateFrom, dateTo, sourceId: sourceId ?? null },
      context.client,
    );
  }
}
