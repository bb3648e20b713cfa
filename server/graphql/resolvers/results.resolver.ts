import { recordOf } from '../../../shared/records';
import { Ctx, FieldResolver, Info, Resolver, Root } from 'type-graphql';
import type { GraphQLResolveInfo } from 'graphql';
import { badInput, messageText } from '../../auth/failure';
import type { ListArgs } from '../../records/list-args';
import type { TestSend } from '../../postbacks/test-send.service';
import type { Row } from '../../records/list-definition';
import type { DecisionMapping } from '../../results/approval/decision-file';
import type { WordAnswer } from '../../results/approval/decision-import.service';
import { loadersOf, type ApiContext } from '../../services/context';
import type { NotificationAttempt, ResultChange } from '../../results/trail.service';
import { inputTypeOf, listOf, opt, ref, text, bool, int, typeOf, withDefault } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';

/** Value of a selection input: the list's arguments, with its filter fields beside them. */
export type GivenSelection = Pick<ListArgs, 'productId' | 'productIds' | 'keyword' | 'timeFrom' | 'timeTo'> &
  Readonly<Record<string, never>>;

/**
 * Converts a selection into list arguments. An empty list is rejected: ignored like a missing condition, it
 * would widen the change to all matching rows.
 * @throws BAD_USER_INPUT
 */
export function listArgsOf(given: GivenSelection | null): ListArgs | null {
  if (!given) return null;
  const {
    productId = null,
    productIds = null,
    keyword = null,
    timeFrom = null,
    timeTo = null,
    ...filter
  } = given;
  const empty = Object.entries<unknown>({ ...filter, productIds }).flatMap(([name, values]) =>
    Array.isArray(values) && values.length === 0 ? [name] : [],
  );
  if (empty.length > 0) throw badInput(recordOf(empty, () => ({ key: 'chooseAtLeastOne' })));
  return { productId, productIds, keyword, timeFrom, timeTo, filter };
}

/** Arguments that select results: by id, or all that a list with the same conditions shows. */
const selection = {
  ids: opt(listOf(text)),
  filter: opt(ref<GivenSelection>(() => inputTypeOf('ResultSelection'))),
};

const ApprovalOutcomeType = typeOf('ApprovalOutcome');

const ApprovalRunType = typeOf('ApprovalRun');

/** Adds a result's history and its postbacks. */
@Resolver(() => typeOf('Result'))
class ResultTrailResolver {
  @FieldResolver(() => [typeOf('ResultChange')])
  history(@Root() result: { id: string }, @Ctx() context: ApiContext): Promise<readonly ResultChange[]> {
    return loadersOf(context).history(result.id);
  }

  @FieldResolver(() => [typeOf('ResultQueueItem')])
  notifications(
    @Root() result: { id: string },
    @Ctx() context: ApiContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<readonly Row[]> {
    return loadersOf(context).postbacks(result.id, requestedFields(info));
  }
}

/** Adds the delivery attempts of a postback. */
@Resolver(() => typeOf('ResultQueueItem'))
class AttemptLogResolver {
  @FieldResolver(() => [typeOf('NotificationAttempt')])
  attemptLog(
    @Root() item: { id: string },
    @Ctx() context: ApiContext,
  ): Promise<readonly NotificationAttempt[]> {
    return loadersOf(context).attempts(item.id);
  }
}

const operations = resolver({
  updateResult: mutation(
    ref<object>(() => typeOf('Result')),
    { id: text, approvalStatus: int, reason: opt(text), version: opt(int) },
    async ({ services, actor, client, info }, { id, ...approval }) => {
      await services.approvals.approve(actor, { ids: [id] }, approval, client);
      return services.results.get(actor, id, requestedFields(info));
    },
  ),
  approveResults: mutation(
    ApprovalOutcomeType,
    { ...selection, approvalStatus: int, reason: opt(text) },
    ({ services, actor, client }, { ids, filter, ...approval }) =>
      services.approvals.approve(actor, { ids, filter: listArgsOf(filter) }, approval, client),
  ),
  approvalPreview: query(
    typeOf('ApprovalPreview'),
    { ...selection, approvalStatus: int },
    ({ services, actor }, { ids, filter, approvalStatus }) =>
      services.approvals.preview(actor, { ids, filter: listArgsOf(filter) }, { approvalStatus }),
  ),
  undoApproval: mutation(
    ApprovalOutcomeType,
    { changeId: text },
    ({ services, actor, client }, { changeId }) => services.approvals.undo(actor, changeId, client),
  ),
  importDecisions: mutation(
    typeOf('DecisionImport'),
    {
      productId: int,
      csv: text,
      sheet: opt(text),
      mapping: opt(ref<Partial<DecisionMapping>>(() => inputTypeOf('DecisionMappingInput'))),
      argument: opt(text),
      approvalStatus: opt(int),
      words: opt(listOf(ref<WordAnswer>(() => inputTypeOf('DecisionWordInput')))),
      dryRun: withDefault(bool, true),
    },
    async ({ services, actor, client, locale }, args) => {
      const done = await services.decisionImport.run(actor, args, client);
      const rows = done.rows.map((row) => ({
        ...row,
        problem: row.problem && messageText(row.problem, locale),
      }));
      return { ...done, rows };
    },
  ),
  approvalRun: query(ApprovalRunType, { id: text }, ({ services, actor }, { id }) =>
    services.approvalRuns.get(actor, id),
  ),
  approvalRuns: query([ApprovalRunType], {}, ({ services, actor }) => services.approvalRuns.list(actor)),
  beginApproval: mutation(
    ApprovalRunType,
    { ...selection, approvalStatus: int, reason: opt(text) },
    ({ services, actor, client }, { ids, filter, ...approval }) =>
      services.approvalRuns.begin(actor, { ids, filter: listArgsOf(filter) }, approval, client),
  ),
  beginUndoApproval: mutation(
    ApprovalRunType,
    { changeId: text },
    ({ services, actor, client }, { changeId }) => services.approvalRuns.beginUndo(actor, changeId, client),
  ),
  testPostback: mutation(
    typeOf('PostbackTest'),
    { input: ref<TestSend>(() => inputTypeOf('PostbackTestInput')) },
    ({ services, actor }, { input }) => services.testSends.send(actor, input),
  ),
  resendPostback: mutation(
    ref<object>(() => typeOf('ResultQueueItem')),
    { id: text },
    async ({ services, actor, client, info }, { id }) => {
      await services.resends.resend(actor, { ids: [id] }, client);
      return services.resultQueue.get(actor, id, requestedFields(info));
    },
  ),
  resendPostbacks: mutation(
    typeOf('Resent'),
    { ids: opt(listOf(text)), filter: opt(ref<GivenSelection>(() => inputTypeOf('PostbackSelection'))) },
    ({ services, actor, client }, { ids, filter }) =>
      services.resends.resend(actor, { ids, filter: listArgsOf(filter) }, client),
  ),
});

export const resultResolvers = [ResultTrailResolver, AttemptLogResolver, operations] as const;
