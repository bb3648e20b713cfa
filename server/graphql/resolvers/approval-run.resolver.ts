import { int, opt, text, typeOf } from '../fields';
import { mutation, query, resolver } from '../operation';
import { listArgsOf } from '../selection-input';
import { selection } from '../result-selection';

const ApprovalRunType = typeOf('ApprovalRun');

/** Background approvals. */
export const ApprovalRunResolver = resolver({
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
});
