import type { Actor } from '../../auth/actor';
import { recordChanges, type Writing } from '../../records/audit/record';
import type { Change } from './change-states';

/** Results of a product that went from one state to another for one reason. */
export interface TallyEntry {
  readonly productId: number;
  readonly from: number;
  readonly to: number;
  readonly reason: string | null;
  /** One of them, by which the entry is named. */
  readonly first: string;
  readonly count: number;
}

/** What the audit trail says of an act. */
export type Tally = readonly TallyEntry[];

const kindOf = ({ productId, from, to, reason }: Omit<TallyEntry, 'first' | 'count'>): string =>
  `${productId} ${from} ${to} ${reason === null ? '' : `:${reason}`}`;

/** Adds changes to what an act did so far. */
export function tallied(so: Tally, changes: readonly Change[]): Tally {
  const entries = new Map(so.map((entry) => [kindOf(entry), { ...entry }]));
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
 * Keeps an act in the audit trail: one entry for all results of a product that went from one state to another for one
 * reason. Which they are stands in their own histories.
 */
export async function auditApproval(
  writing: Writing<Pick<Actor, 'companyId' | 'userId'>>,
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
