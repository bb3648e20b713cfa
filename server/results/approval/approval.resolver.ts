import { Arg, Ctx, Info, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { messageText } from '../../../shared/i18n/messages';
import { signedIn, type ApiContext } from '../../graphql/context';
import {
  bool,
  day,
  float,
  instant,
  int,
  listOf,
  objectType,
  opt,
  ref,
  text,
  typeOf,
} from '../../graphql/fields';
import { requestedFields } from '../../graphql/requested-fields';
import { listArgsOf, type GivenSelection } from '../../graphql/selection-input';
import type { ApprovalOutcome } from './approval.service';
import { ResultSelectionType } from '../../graphql/result-selection';

const outcome = { changed: int, unchanged: int, changeId: opt(text), undoUntil: opt(instant) };
const ApprovalOutcomeType = objectType('ApprovalOutcome', outcome);
const ApprovalNoticeType = objectType('ApprovalNotice', { aspId: opt(int), count: int, untold: opt(text) });
const ApprovalPreviewType = objectType('ApprovalPreview', {
  changed: int,
  unchanged: int,
  approvedCost: float,
  pendingCost: float,
  dayFrom: opt(day),
  dayTo: opt(day),
  notices: listOf(ref(() => ApprovalNoticeType)),
});
const DecisionRowType = objectType('DecisionRow', {
  line: int,
  value: text,
  action: text,
  resultIds: listOf(text),
  approvalStatus: opt(int),
  problem: opt(text),
});
const DecisionImportType = objectType('DecisionImport', {
  ...outcome,
  applied: bool,
  refused: int,
  rows: listOf(ref(() => DecisionRowType)),
});

/** Approves and rejects results. */
@Resolver()
export class ApprovalResolver {
  @Mutation(() => typeOf('Result'))
  async updateResult(
    @Ctx() context: ApiContext,
    @Arg('id', () => String) id: string,
    @Arg('approvalStatus', () => Int) approvalStatus: number,
    @Arg('reason', () => String, { nullable: true }) reason: string | null,
    @Arg('version', () => Int, { nullable: true }) version: number | null,
    @Info() info: GraphQLResolveInfo,
  ): Promise<object> {
    const actor = signedIn(context);
    await context.services.approvals.approve(
      actor,
      { ids: [id] },
      { approvalStatus, reason, version },
      context.client,
    );
    return context.services.results.get(actor, id, requestedFields(info));
  }

  @Mutation(() => ApprovalOutcomeType)
  approveResults(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [String], { nullable: true }) ids: string[] | null,
    @Arg('filter', () => ResultSelectionType, { nullable: true }) filter: GivenSelection | null,
    @Arg('approvalStatus', () => Int) approvalStatus: number,
    @Arg('reason', () => String, { nullable: true }) reason: string | null,
  ): Promise<ApprovalOutcome> {
    return context.services.approvals.approve(
      signedIn(context),
      { ids, filter: listArgsOf(filter) },
      { approvalStatus, reason },
      context.client,
    );
  }

  @Query(() => ApprovalPreviewType)
  approvalPreview(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [String], { nullable: true }) ids: string[] | null,
    @Arg('filter', () => ResultSelectionType, { nullable: true }) filter: GivenSelection | null,
    @Arg('approvalStatus', () => Int) approvalStatus: number,
  ): Promise<object> {
    return context.services.approvals.preview(
      signedIn(context),
      { ids, filter: listArgsOf(filter) },
      { approvalStatus },
    );
  }

  @Mutation(() => ApprovalOutcomeType)
  undoApproval(
    @Ctx() context: ApiContext,
    @Arg('changeId', () => String) changeId: string,
  ): Promise<ApprovalOutcome> {
    return context.services.approvals.undo(signedIn(context), changeId, context.client);
  }

  @Mutation(() => DecisionImportType)
  async importDecisions(
    @Ctx() context: ApiContext,
    @Arg('productId', () => Int) productId: number,
    @Arg('csv', () => String) csv: string,
    @Arg('argument', () => String, { nullable: true }) argument: string | null,
    @Arg('dryRun', () => Boolean, { nullable: true, defaultValue: true }) dryRun: boolean | null,
  ): Promise<object> {
    const done = await context.services.decisionImport.run(
      signedIn(context),
      { productId, csv, argument, dryRun: dryRun ?? true },
      context.client,
    );
    const rows = done.rows.map((row) => ({
      ...row,
      problem: row.problem && messageText(row.problem.key, context.locale, row.problem.params),
    }));
    return { ...done, rows };
  }
}
