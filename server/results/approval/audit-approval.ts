import { recordChanges, type Writing } from '../../crud/audit/record';
import { groupBy } from '../../journeys';
import type { Change } from './change-states';

/**
 * Keeps an act in the audit trail: one entry for all results of a product that went from one state to another for one
 * reason. Which they are stands in their own histories.
 */
export async function auditApproval(writing: Writing, changes: readonly Change[]): Promise<void> {
  const kinds = groupBy(changes, ({ result, decision }) => JSON.stringify([result.product_id, result.approval_status, decision.to, decision.reason]));
  await recordChanges(
    writing,
    [...kinds.values()].flatMap((group) => {
      const [first] = group;
      if (!first) return [];
      const { result, decision } = first;
      return [
        {
          entity: 'result',
          entityId: 0,
          productId: result.product_id,
          label: group.length === 1 ? result.id : `${result.id} (+${group.length - 1})`,
          action: 'update' as const,
          version: null,
          before: { approvalStatus: result.approval_status },
          after: { approvalStatus: decision.to, reason: decision.reason, results: group.length },
        },
      ];
    }),
  );
}
