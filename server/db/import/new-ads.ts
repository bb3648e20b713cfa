import { randomBytes } from 'node:crypto';
import type { IncomingEvent } from '../../journeys';
import { Ad } from '../../settings/ad/ad.entity';
import type { Tx } from '../database';

interface Wanted {
  productId: number;
  name: string;
}

/**
 * Ads that `--create-ads` makes for names that no ad bears. Lines are checked before the
 * transaction that makes the ad, so a new ad has a stand-in id below 0 until then.
 */
export class NewAds {
  private readonly wanted = new Map<number, Wanted>();
  private readonly standIns = new Map<string, number>();
  private readonly made = new Map<number, number>();

  /** The stand-in of a name; the same name of the same product has one for the whole file. */
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
   * Makes the ads that these events are the first to need and answers the events with real ids.
   * `commit` remembers them; call it when the transaction is through.
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

  /** A valid ad of cost 0 without asp, category and period, unless somebody made one meanwhile. */
  private async make(tx: Tx, standIn: number): Promise<number> {
    const wanted = this.wanted.get(standIn);
    if (!wanted) throw new Error(`no ad is wanted as ${standIn}`);
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
