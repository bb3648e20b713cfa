import { z } from 'zod';
import type { Actor } from '../../auth/actor';
import { recordChanges, type WriteContext } from '../../records/audit/record';
import type { Change } from './change-states';

/** Results of a product that changed from one status to another for the same reason. */
const tallyEntry = z.object({
  productId: z.number(),
  from: z.number(),
  to: z.number(),
  reason: z.string().nullable(),
  /** One of the results, used as the entry's label. */
  first: z.string(),
  count: z.number(),
});
type TallyEntry = Readonly<z.output<typeof tallyEntry>>;

/** Audit trail entries of an approval. */
export const storedTally = z.array(tallyEntry);
export type Tally = readonly TallyEntry[];

const kindOf = ({ productId, from, to, reason }: Omit<TallyEntry, 'first' | 'count'>): string =>
  `${productId} ${from} ${to} ${reason === null ? '' : `:${reason}`}`;

/** Adds changes to the tally of an approval. */
export function addToTally(tally: Tally, changes: readonly Change[]): Tally {
  const entries = new Map(tally.map((entry) => [kindOf(entry), { ...entry }]));
  for (const { result, decision } of changes) {
    const kind = {
      productId: result.product_id,
      from: result.approval_status,
      to: decision.to,
      reason: decision.reason,
    };
    const key = kindOf(kind);
    const known = entries.get(key);
    if (known) known.count += 1;
    else entries.set(key, { ...kind, first: result.id, count: 1 });
  }
  return [...entries.values()];
}

/**
 * Records an approval in the audit trail: one entry for all results of a product that changed from one status
 * to another for the same reason. Their own histories list the individual results.
 */
export async function auditApproval(
  writing: WriteContext<Pick<Actor, 'companyId' | 'userId'>>,
  tally: Tally,
): Promise<void> {
  await recordChanges(
    writing,
    tally.map(({ productId, from, to, reason, first, count }) => ({
      entity: 'result',
      entityId: 0,
      productId,
      label: count === 1 ? first : `${first} (+${count - 1})`,
      action: 'update' as const,
      version: null,
      before: { approvalStatus: from },
      after: { approvalStatus: to, reason, results: count },
    })),
  );
}
