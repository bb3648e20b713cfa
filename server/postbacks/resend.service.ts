import { RoleType } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { requireRight } from '../auth/permissions';
import type { Client } from '../auth/sessions';
import { createWriteContext, recordChanges } from '../records/audit/record';
import { allOf, oneOf } from '../db/condition';
import type { ListService } from '../records/list.service';
import { selectRows, type Selection } from '../records/selection';
import type { Database, Tx } from '../db/database';
import { groupBy } from '../platform/group-by';
import { chunksOf } from '../db/statements';

/** Outcome of a resend request. */
export interface Resent {
  /** Number of postbacks that are due now. */
  readonly resent: number;
  /** Number of skipped ones: waiting for their first attempt, in flight, or with an erased result. */
  readonly waiting: number;
}

/**
 * Selects postbacks that were tried and are not in flight. A first attempt is sent automatically once it
 * can't be undone. Without the click ids of an erased result there is nothing to resend.
 */
const RESENDABLE = {
  sql: 'e.owner IS NULL AND (e.attempts > 0 OR e.result_status IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM result r WHERE r.id = e.result_id AND r.erased_at IS NOT NULL)',
  params: [],
};

interface Row {
  readonly id: string;
  readonly product_id: number;
}

/** Resends delivered, abandoned or failing postbacks with the same Idempotency-Key. */
export class ResendService {
  constructor(
    private readonly db: Database,
    private readonly queue: ListService,
    private readonly now: () => number,
  ) {}

  /** Resends one postback or all that a list shows. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  async resend(actor: Actor, selection: Selection, client: Client): Promise<Resent> {
    requireRight(actor, 'postbacks', 'edit');
    // Even with a widened right: postbacks decide about results.
    if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    const { ids, condition: selected } = await selectRows(this.db, this.queue.definition, actor, selection);
    return this.db.write(async (tx) => {
      const now = this.now();
      const rows: Row[] = [];
      for (const chunk of chunksOf(ids)) {
        const condition = allOf([oneOf('e.id', chunk), selected, RESENDABLE]);
        rows.push(
          ...(await tx.query<Row>(
            `SELECT e.id, e.product_id FROM postback e WHERE ${condition.sql}${tx.needsLocks ? ' FOR UPDATE' : ''}`,
            condition.params,
          )),
        );
      }
      for (const chunk of chunksOf(rows.map(({ id }) => id))) {
        const { sql, params } = oneOf('id', chunk);
        await tx.execute(
          `UPDATE postback SET due_at = ?, attempts = 0, result_status = NULL, reason = NULL WHERE ${sql}`,
          [now, ...params],
        );
      }
      await this.audit(tx, actor, client, rows, now);
      return { resent: rows.length, waiting: ids.length - rows.length };
    });
  }

  /** Writes one entry per product, so readers see only their own products. */
  private async audit(
    tx: Tx,
    actor: Actor,
    client: Client,
    rows: readonly Row[],
    now: number,
  ): Promise<void> {
    const entries = [...groupBy(rows, ({ product_id: productId }) => productId)].flatMap(
      ([productId, ofProduct]) => {
        const [first] = ofProduct;
        if (!first) return [];
        const label = ofProduct.length === 1 ? first.id : `${first.id} (+${ofProduct.length - 1})`;
        return [
          {
            entity: 'postback' as const,
            entityId: 0,
            productId,
            label,
            action: 'update' as const,
            version: null,
            before: { resent: null },
            after: { resent: ofProduct.length },
          },
        ];
      },
    );
    await recordChanges(createWriteContext(tx, actor, client, now), entries);
  }
}
