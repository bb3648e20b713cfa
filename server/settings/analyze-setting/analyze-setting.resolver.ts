import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { UnknownRecord } from '../../../shared/records';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, inputType, instant, int, listOf, objectType, opt, ref, text } from '../../graphql/fields';

const AnalyzeFilterType = objectType('AnalyzeFilter', { name: text, values: listOf(text) });
const AnalyzeSettingType = objectType('AnalyzeSetting', {
  item: int,
  origin: text,
  title: text,
  columns: listOf(text),
  axes: listOf(text),
  attributes: listOf(text),
  filters: listOf(ref(() => AnalyzeFilterType)),
  period: opt(text),
  comparison: opt(text),
  sort: opt(text),
  chart: opt(text),
  trend: opt(text),
  attributionModel: opt(int),
  evaluation: opt(int),
  updatedAt: opt(instant),
  version: int,
});
const AnalyzeFilterInputType = inputType('AnalyzeFilterInput', { name: text, values: listOf(text) });
const AnalyzeSettingInputType = inputType('AnalyzeSettingInput', {
  item: int,
  title: opt(text),
  columns: opt(listOf(text)),
  axes: opt(listOf(text)),
  attributes: opt(listOf(text)),
  filters: opt(listOf(ref(() => AnalyzeFilterInputType))),
  period: opt(text),
  comparison: opt(text),
  sort: opt(text),
  chart: opt(text),
  trend: opt(text),
  attributionModel: opt(int),
  evaluation: opt(int),
  forCompany: opt(bool),
  version: opt(int),
});

@Resolver()
export class AnalyzeSettingResolver {
  @Query(() => [AnalyzeSettingType])
  analyzeSettings(@Ctx() context: ApiContext): Promise<object[]> {
    return context.services.analyzeSettings.list(signedIn(context));
  }

  @Mutation(() => [AnalyzeSettingType])
  updateAnalyzeSettings(
    @Ctx() context: ApiContext,
    @Arg('settings', () => [AnalyzeSettingInputType]) settings: UnknownRecord[],
  ): Promise<object[]> {
    return context.services.analyzeSettings.save(signedIn(context), settings, context.client);
  }

  @Mutation(() => [AnalyzeSettingType])
  resetAnalyzeSetting(
    @Ctx() context: ApiContext,
    @Arg('item', () => Int) item: number,
    @Arg('forCompany', () => Boolean, { nullable: true }) forCompany: boolean | null,
  ): Promise<object[]> {
    return context.services.analyzeSettings.reset(
      signedIn(context),
      item,
      forCompany ?? false,
      context.client,
    );
  }
}
