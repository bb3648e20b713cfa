import { Arg, Ctx, Int, Mutation, Query, Resolver } from 'type-graphql';
import { signedIn, type ApiContext } from '../../graphql/context';
import { bool, instant, int, objectType, opt, text } from '../../graphql/fields';
import { listArgsOf, type GivenSelection } from '../../graphql/selection-input';
import { ResultSelectionType } from '../../graphql/result-selection';
import type { ApprovalRunState } from './run.service';

const ApprovalRunType = objectType('ApprovalRun', {
  id: text,
  productId: int,
  approvalStatus: opt(int),
  undoes: opt(text),
  total: int,
  done: int,
  changed: int,
  finished: bool,
  undoUntil: opt(instant),
});

/** Background approvals. */
@Resolver()
export class ApprovalRunResolver {
  @Query(() => ApprovalRunType)
  approvalRun(@Ctx() context: ApiContext, @Arg('id', () => String) id: string): Promise<ApprovalRunState> {
    return context.services.approvalRuns.get(signedIn(context), id);
  }

  @Query(() => [ApprovalRunType])
  approvalRuns(@Ctx() context: ApiContext): Promise<ApprovalRunState[]> {
    return context.services.approvalRuns.list(signedIn(context));
  }

  @Mutation(() => ApprovalRunType)
  beginApproval(
    @Ctx() context: ApiContext,
    @Arg('ids', () => [String], { nullable: true }) ids: string[] | null,
    @Arg('filter', () => ResultSelectionType, { nullable: true }) filter: GivenSelection | null,
    @Arg('approvalStatus', () => Int) approvalStatus: number,
    @Arg('reason', () => String, { nullable: true }) reason: string | null,
  ): Promise<ApprovalRunState> {
    return context.services.approvalRuns.begin(
      signedIn(context),
      { ids, filter: listArgsOf(filter) },
      { approvalStatus, reason },
      context.client,
    );
  }

  @Mutation(() => ApprovalRunType)
  beginUndoApproval(
    @Ctx() context: ApiContext,
    @Arg('changeId', () => String) changeId: string,
  ): Promise<ApprovalRunState> {
    return context.services.approvalRuns.beginUndo(signedIn(context), changeId, context.client);
  }
}
