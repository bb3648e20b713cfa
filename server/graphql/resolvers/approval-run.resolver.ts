import { bool, instant, int, objectType, opt, text } from '../fields';
import { mutation, query, resolver } from '../operation';
import { listArgsOf } from '../selection-input';
import { selection } from '../result-selection';

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
