import { rejectionReason } from '../../shared/i18n/rejections';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import { requireProduct, requireRight } from '../auth/permissions';
import type { Database, Tx } from '../db/database';
import { execute, select } from '../db/statements';
import {
  ingest,
  jsonItem,
  parseEventLine,
  TOO_DEEP,
  type LineProduct,
  type ParsedLine,
  loadLineProducts,
} from '../journeys';

/** Result of loading a rejected event again. */
export interface LoadResult {
  readonly id: string;
  /** `gone`: no longer in the log; `not_loadable`: it lacks data that only its endpoint had. */
  readonly outcome: 'accepted' | 'duplicate' | 'rejected' | 'gone' | 'not_loadable';
  /** The new reason, if it is rejected again. */
  readonly reason: string | null;
}

interface RejectedRow {
  readonly id: number;
  readonly door: string;
  readonly reason: string;
  readonly text: string | null;
}

/** Maximum of events per request. */
const MAX_EVENTS = 500;
/**
 * Server-to-server events are complete. Clicks and page views also had IP addresses, user agents and times that
 * only their endpoints knew.
 */
const LOADABLE = 's2s';

/**
 * Loads rejected events again under the current settings, once their cause is fixed.
 * Stored events leave the rejected event log. An event that is stored already counts as a duplicate, as on its
 * endpoint.
 */
export class RejectedEventLoader {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns one outcome for each id. @throws FORBIDDEN, BAD_USER_INPUT when there are too many */
  async load(actor: Actor, productId: number, ids: readonly string[]): Promise<LoadResult[]> {
    requireRight(actor, 'logs', 'view');
    // The right to send events by an API key includes sending them again.
    requireRight(actor, 'api_keys', 'edit');
    requireProduct(actor, productId);
    if (ids.length > MAX_EVENTS) throw badInput({ ids: { key: 'tooMany', params: { count: MAX_EVENTS } } });
    const product = (await loadLineProducts(this.db, productId)).get(productId);
    return this.db.write((tx) => this.loadAll(tx, productId, product, [...new Set(ids)]));
  }

  private async loadAll(
    tx: Tx,
    productId: number,
    product: LineProduct | undefined,
    ids: readonly string[],
  ): Promise<LoadResult[]> {
    const rows = await this.rows(tx, productId, ids);
    const parsed = new Map(
      [...rows].flatMap(([id, row]) =>
        row.door === LOADABLE ? [[id, this.read(row, productId, product)] as const] : [],
      ),
    );
    const good = [...parsed].flatMap(([id, line]) => ('event' in line ? [{ id, event: line.event }] : []));
    const stored = await ingest(
      tx,
      good.map(({ event }) => event),
    );
    const outcomes = new Map(good.map(({ id }, index) => [id, stored[index]] as const));
    const results = ids.map((id): LoadResult => {
      const outcome = outcomes.get(id);
      if (!rows.has(id)) return { id, outcome: 'gone', reason: null };
      const line = parsed.get(id);
      if (!line) return { id, outcome: 'not_loadable', reason: null };
      if ('reason' in line) return { id, outcome: 'rejected', reason: line.reason };
      return outcome?.status === 'rejected'
        ? { id, outcome: 'rejected', reason: outcome.reason }
        : { id, outcome: outcome?.status ?? 'duplicate', reason: null };
    });
    const done = results
      .filter(({ outcome }) => outcome === 'accepted' || outcome === 'duplicate')
      .map(({ id }) => Number(id));
    await execute(tx)`DELETE FROM bad_event WHERE product_id = ${productId} AND id IN ${done}`;
    return results;
  }

  private async rows(tx: Tx, productId: number, ids: readonly string[]): Promise<Map<string, RejectedRow>> {
    const numbers = ids.filter((id) => /^\d{1,15}$/.test(id)).map(Number);
    const rows = await select<RejectedRow>(tx)`SELECT id, door, reason, text FROM bad_event
      WHERE product_id = ${productId} AND id IN ${numbers}`;
    return new Map(rows.map((row) => [String(row.id), row]));
  }

  private read(
    { text, reason }: RejectedRow,
    ownProductId: number,
    product: LineProduct | undefined,
  ): ParsedLine {
    const item = jsonItem(text ?? '');
    if (!item) return { reason: rejectionReason('notJson', { part: 'line' }) };
    if (item.tooDeep) return { reason: TOO_DEEP };
    return parseEventLine(item.value, {
      door: 's2s',
      now: this.now(),
      defaultProductId: ownProductId,
      // An untyped line that was rejected for another reason came through the conversion endpoint.
      ...(reason.startsWith('type ') ? {} : { defaultType: 'conversion' as const }),
      product: (id) => (id === ownProductId ? product : undefined),
    });
  }
}
