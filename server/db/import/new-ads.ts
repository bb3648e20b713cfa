import { randomBytes } from 'node:crypto';
import type { IncomingEvent } from '../../journeys';
import { Ad } from '../../settings/ad/ad.entity';
import type { Tx } from '../database';

interface Wanted {
  productId: number;
  name: string;
}

/**
 * Ads that `--create-ads` creates for unknown names. Lines are validated before the transaction, so a new ad
 * has a negative placeholder id until then.
 */
export class NewAds {
  private readonly wanted = new Map<number, Wanted>();
  private readonly standIns = new Map<string, number>();
  private readonly made = new Map<number, number>();

  /** Returns the placeholder of a name, one per product and name for the whole file. */
  standIn(productId: number, name: string): number {
    const key = `${productId} ${name}`;
    let id = this.standIns.get(key);
    if (id === undefined) {
      id = -1 - this.standIns.size;
      this.standIns.set(key, id);
      this.wanted.set(id, { productId, name });
    }
    return id;
  }

  /**
   * Creates the ads that these events use first, and returns the events with real ids. Call `commit`, which
   * stores the ids, after the transaction committed.
   */
  async resolve(
    tx: Tx,
    events: readonly IncomingEvent[],
  ): Promise<{ events: IncomingEvent[]; commit: () => void }> {
    const fresh = new Map<number, number>();
    const resolved: IncomingEvent[] = [];
    for (const event of events) {
      if (event.type !== 'click' || event.adId > 0) {
        resolved.push(event);
        continue;
      }
      const adId = this.made.get(event.adId) ?? fresh.get(event.adId) ?? (await this.make(tx, event.adId));
      if (!this.made.has(event.adId)) fresh.set(event.adId, adId);
      resolved.push({ ...event, adId });
    }
    return {
      events: resolved,
      commit: () => {
        for (const [standIn, id] of fresh) this.made.set(standIn, id);
      },
    };
  }

  /**
   * Returns an ad with this name that was created in the meantime, or creates a valid one of cost 0 without
   * asp, category and period.
   */
  private async make(tx: Tx, standIn: number): Promise<number> {
    const wanted = this.wanted.get(standIn);
    if (!wanted) throw new Error(`no ad for placeholder ${standIn}`);
    const [bearer] = await tx.query<{ id: number }>(
      'SELECT id FROM ad WHERE product_id = ? AND ad_name = ? ORDER BY id LIMIT 1',
      [wanted.productId, wanted.name],
    );
    if (bearer) return bearer.id;
    const ad = Object.assign(new Ad(), {
      productId: wanted.productId,
      adName: wanted.name,
      code: randomBytes(12).toString('base64url'),
    });
    return (await tx.manager.save(ad)).id;
  }
}
