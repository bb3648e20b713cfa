import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { settingDefinitions } from '../../../shared/settings';
import { messageText } from '../../../shared/i18n/messages';
import type { Input } from '../../records/write/write-spec';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, inputType, int, listOf, objectType, opt, ref, text } from '../../graphql/fields';
import { label } from '../../graphql/selection-type';
import { fieldsOf } from '../../graphql/visible-fields';
import { resultFields } from '../asp/visible-result-settings';
import type { AdImport } from './import/ad-import.service';

const { status: _status, ...inherited } = resultFields;
const AdResultSettingsType = objectType('AdResultSettings', {
  adId: int,
  aspId: opt(int),
  asp: opt(label),
  parametersFrom: text,
  noticeFrom: text,
  approvalFrom: text,
  feesFrom: text,
  ...fieldsOf(inherited, settingDefinitions.ad.fields),
});

const AdBulkInputType = inputType('AdBulkInput', {
  status: opt(bool),
  agencyId: opt(int),
  aspId: opt(int),
  adCategoryId: opt(int),
  adType1Id: opt(int),
  adType2Id: opt(int),
  adType3Id: opt(int),
});
const StatusInputType = inputType('StatusInput', { status: bool });

const ImportChangeType = objectType('AdImportChange', { field: text, before: opt(text), after: opt(text) });
const ImportProblemType = objectType('AdImportProblem', { field: text, messages: listOf(text) });
const ImportRowType = objectType('AdImportRow', {
  line: int,
  action: text,
  adId: opt(int),
  adName: opt(text),
  changes: listOf(ref(() => ImportChangeType)),
  problems: listOf(ref(() => ImportProblemType)),
});
const AdImportType = objectType('AdImport', {
  applied: bool,
  created: int,
  updated: int,
  unchanged: int,
  refused: int,
  ignoredColumns: listOf(text),
  rows: listOf(ref(() => ImportRowType)),
});

@Resolver()
export class AdToolsResolver {
  @Query(() => AdResultSettingsType)
  adResultSettings(@Ctx() context: ApiContext, @Arg('id', () => Int) id: number): Promise<object> {
    return context.services.adResultSettings.get(signedIn(context), id);
  }

  @Mutation(() => Int)
  updateAds(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [Int]) ids: number[],
    @Arg('input', () => AdBulkInputType) input: Input,
  ): Promise<number> {
    return context.services.writes.ads.updateMany(signedIn(context), ids, { ...input }, context.client);
  }

  @Mutation(() => Int)
  updateAsps(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [Int]) ids: number[],
    @Arg('input', () => StatusInputType) input: Input,
  ): Promise<number> {
    return context.services.writes.asps.updateMany(signedIn(context), ids, { ...input }, context.client);
  }

  @Mutation(() => Int)
  updateUsers(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [Int]) ids: number[],
    @Arg('input', () => StatusInputType) input: Input,
  ): Promise<number> {
    return context.services.writes.users.updateMany(signedIn(context), ids, { ...input }, context.client);
  }

  @Mutation(() => AdImportType)
  async importAds(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('csv', () => String) csv: string,
    @Arg('dryRun', () => Boolean, { nullable: true, defaultValue: true }) dryRun: boolean | null,
  ): Promise<object> {
    const outcome: AdImport = await context.services.adImport.run(
      signedIn(context),
      { productId, csv, dryRun: dryRun ?? true },
      context.client,
    );
    const worded = (row: AdImport['rows'][number]) => ({
      ...row,
      problems: row.problems.map(({ field, messages }) => ({
        field,
        messages: messages.map(({ key, params }) => messageText(key, context.locale, params)),
      })),
    });
    return { ...outcome, rows: outcome.rows.map(worded) };
  }
}
