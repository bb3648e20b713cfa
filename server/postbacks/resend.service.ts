import { RoleType } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { requireRight } from '../auth/permissions';
import type { Client } from '../auth/sessions';
import { beginWriting, recordChanges } from '../records/audit/record';
import { allOf, oneOf } from '../records/condition';
import type { ListService } from '../records/list.service';
import { selected, type Selection } from '../records/selection';
import type { Database, Tx } from '../db/database';
import { chunksOf, groupBy } from '../journeys';

/** What asking to send again came to. */
export interface Resent {
  /** Notifications that are due now. */
  readonly resent: number;
  /** Those that wait for their first attempt, are being sent at this moment, or can't be sent because what they told of was erased. */
  readonly waiting: number;
}

/**
 * What was tried before, and nobody is at: what waits for its first attempt goes out by itself, when it can't be undone
 * any more. Without what its ad network knows the click by there is nothing to send again.
 */
const TRIED = {
  sql: 'e.owner IS NULL AND (e.attempts > 0 OR e.result_status IS NOT NULL) AND NOT EXISTS (SELECT 1 FROM result r WHERE r.id = e.result_id AND r.erased_at IS NOT NULL)',
  params: [],
};

interface Row {
  readonly id: string;
  readonly product_id: number;
}

/** Sends notifications again that were delivered or given up, or sooner those that failed; under the same Idempotency-Key. */
export class ResendService {
  constructor(
    private readonly db: Database,
    private readonly queue: ListService,
    private readonly now: () => number,
  ) {}

  /** One or all that a list shows. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  async resend(actor: Actor, selection: Selection, client: Client): Promise<Resent> {
    requireRight(actor, 'postbacks', 'edit');
    // However wide its right is made: what networks are told decides about results.
    if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
    const { ids, still } = await selected(this.db, this.queue.spec, actor, selection);
    return this.db.write(async (tx) => {
      const now = this.now();
      const rows: Row[] = [];
      for (const chunk of chunksOf(ids)) {
        const asked = allOf([oneOf('e.id', chunk), still, TRIED]);
        rows.push(
          ...(await tx.query<Row>(
            `SELECT e.id, e.product_id FROM postback e WHERE ${asked.sql}${tx.locks ? ' FOR UPDATE' : ''}`,
            asked.params,
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

  /** One entry for all of a product: who sees no other reads of no other. */
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
            entity: 'postback',
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
    await recordChanges(beginWriting(tx, actor, client, now), entries);
  }
}
