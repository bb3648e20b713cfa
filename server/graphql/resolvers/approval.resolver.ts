import { messageText } from '../../auth/failure';
import { bool, int, opt, ref, text, typeOf, withDefault } from '../fields';
import { mutation, query, resolver } from '../operation';
import { requestedFields } from '../requested-fields';
import { listArgsOf } from '../selection-input';
import { selection } from '../result-selection';

const ApprovalOutcomeType = typeOf('ApprovalOutcome');

/** Approves and rejects results. */
export const ApprovalResolver = resolver({
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
    { productId: int, csv: text, argument: opt(text), dryRun: withDefault(bool, true) },
    async ({ services, actor, client, locale }, args) => {
      const done = await services.decisionImport.run(actor, args, client);
      const rows = done.rows.map((row) => ({
        ...row,
        problem: row.problem && messageText(row.problem, locale),
      }));
      return { ...done, rows };
    },
  ),
});
