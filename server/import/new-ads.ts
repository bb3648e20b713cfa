import { randomBytes } from 'node:crypto';
import type { IncomingEvent } from '../journeys';
import { Ad } from '../settings/ad/ad.entity';
import type { Tx } from '../db/database';

interface NewAd {
  productId: number;
  name: string;
}

/**
 * Ads that `--create-ads` creates for unknown names. Lines are validated before the transaction, so a new ad
 * has a negative placeholder id until then.
 */
export class NewAds {
  private readonly newAds = new Map<number, NewAd>();
  private readonly placeholders = new Map<string, number>();
  private readonly created = new Map<number, number>();

  /** Returns the placeholder of a name, one per product and name for the whole file. */
  placeholder(productId: number, name: string): number {
    const key = `${productId} ${name}`;
    let id = this.placeholders.get(key);
    if (id === undefined) {
      id = -1 - this.placeholders.size;
      this.placeholders.set(key, id);
      this.newAds.set(id, { productId, name });
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
      const adId =
        this.created.get(event.adId) ?? fresh.get(event.adId) ?? (await this.create(tx, event.adId));
      if (!this.created.has(event.adId)) fresh.set(event.adId, adId);
      resolved.push({ ...event, adId });
    }
    return {
      events: resolved,
      commit: () => {
        for (const [placeholder, id] of fresh) this.created.set(placeholder, id);
      },
    };
  }

  /**
   * Returns an ad with this name that was created in the meantime, or creates a valid one of cost 0 without
   * asp, category and period.
   */
  private async create(tx: Tx, placeholder: number): Promise<number> {
    const newAd = this.newAds.get(placeholder);
    if (!newAd) throw new Error(`no ad for placeholder ${placeholder}`);
    const [existing] = await tx.query<{ id: number }>(
      'SELECT id FROM ad WHERE product_id = ? AND ad_name = ? ORDER BY id LIMIT 1',
      [newAd.productId, newAd.name],
    );
    if (existing) return existing.id;
    const ad = Object.assign(new Ad(), {
      productId: newAd.productId,
      adName: newAd.name,
      code: randomBytes(12).toString('base64url'),
    });
    return (await tx.manager.save(ad)).id;
  }
}
