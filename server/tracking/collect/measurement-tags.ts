import { renderTag } from '../../../shared/domain/results';
import { select } from '../../db/statements';
import { insertRows, placeholders, type Database, type Tx } from '../../db/database';
import { landingInteraction, type IncomingEvent, type ViewEvent } from '../../journeys';
import type { Snapshot } from '../snapshot/snapshot';
import type { PageTags, TagSource } from './cv-tags';
import { landingAdId } from './collect-item';

interface StoredView {
  visitor_id: string;
  time: number;
  interaction_ref: string | null;
  excluded_reason: string | null;
}

interface StoredInteraction {
  id: string;
  ad_id: number;
  excluded_reason: string | null;
  xclid: string | null;
  ses: string | null;
  key1: string | null;
  key2: string | null;
  key3: string | null;
}

/** A page keeps its views for a day, so it asks for their tags no longer than that. */
const ONE_DAY_MS = 24 * 60 * 60_000;

export interface MeasurementTagsDeps {
  db: Database;
  settings: { readonly current: Snapshot };
  /** Moves recent clicks into the database, within a short time limit. */
  flushClicks: () => Promise<void>;
  now: () => number;
}

/**
 * Measurement tags of ad networks. A tag fires with the first view that creates or carries an interaction of
 * one of the network's ads. Medium values come from the stored interaction, never from the page. If the click
 * is not stored yet, the answer waits for it or the page asks again.
 */
export class MeasurementTags implements TagSource {
  constructor(private readonly deps: MeasurementTagsDeps) {}

  async tagsOf(events: readonly IncomingEvent[], unanswered: ReadonlySet<IncomingEvent>): Promise<PageTags> {
    const candidates = events
      .filter((event) => event.type === 'view')
      .filter((view) => this.mayHaveTag(view));
    const repeated = candidates.filter((view) => unanswered.has(view));
    const views = [...repeated, ...(await this.notFired(candidates.filter((view) => !unanswered.has(view))))];
    const claimed = await this.claimAll(views, unanswered);
    if (claimed.missing.length === 0) return { tags: claimed.tags, waiting: false };
    await this.deps.flushClicks();
    const late = await this.claimAll(claimed.missing, unanswered);
    return { tags: [...claimed.tags, ...late.tags], waiting: late.missing.length > 0 };
  }

  /** Checks without the database if the view may bring a tag. */
  private mayHaveTag(view: ViewEvent): boolean {
    const product = this.deps.settings.current.products.get(view.productId);
    if (!product?.measures || view.atDoor?.excludedIp || view.atDoor?.foreignHost) return false;
    if (view.interactionRef === null && view.landingAdId === null) return false;
    const named = this.namedAd(view);
    return named === undefined || named.measurementTag !== null;
  }

  /** Returns the ad that the page URL or the view names as its landing ad. */
  private namedAd(view: ViewEvent) {
    const id = view.landingAdId ?? landingAdId(view.url);
    return id === null ? undefined : this.deps.settings.current.products.get(view.productId)?.ads.get(id);
  }

  /** Drops views whose interaction has already fired its tag: later pages of a visit. */
  private async notFired(views: readonly ViewEvent[]): Promise<ViewEvent[]> {
    const carried = views.flatMap((view) => view.interactionRef ?? []);
    if (carried.length === 0) return [...views];
    const rows = await this.deps.db.read<{ product_id: number; interaction_id: string }>(
      `SELECT product_id, interaction_id FROM measurement_firing
        WHERE product_id IN (${placeholders(views)}) AND interaction_id IN (${placeholders(carried)})`,
      [...views.map((view) => view.productId), ...carried],
    );
    const fired = new Set(rows.map((row) => `${row.product_id} ${row.interaction_id}`));
    return views.filter((view) => !fired.has(`${view.productId} ${view.interactionRef}`));
  }

  private async claimAll(
    views: readonly ViewEvent[],
    unanswered: ReadonlySet<IncomingEvent>,
  ): Promise<{ tags: string[]; missing: ViewEvent[] }> {
    if (views.length === 0) return { tags: [], missing: [] };
    return this.deps.db.write(async (tx) => {
      const tags: string[] = [];
      const missing: ViewEvent[] = [];
      for (const view of views) {
        const tag = await this.claim(tx, view, unanswered.has(view));
        if (tag === 'missing') missing.push(view);
        else if (tag !== null) tags.push(tag);
      }
      return { tags, missing };
    });
  }

  /**
   * Returns the view's tag and marks it as fired. A tag is given again if it fired with this very view and
   * the answer reached no page. Returns `missing` while the view's click is not stored yet.
   */
  private async claim(tx: Tx, view: ViewEvent, unanswered: boolean): Promise<string | 'missing' | null> {
    const { productId, id } = view;
    const [stored] = await select<StoredView>(tx)`SELECT visitor_id, time, interaction_ref, excluded_reason
      FROM access WHERE product_id = ${productId} AND id = ${id}`;
    if (!stored || stored.excluded_reason !== null || stored.time < this.deps.now() - ONE_DAY_MS) return null;
    const time = Number(stored.time);
    const interactionId =
      stored.interaction_ref ??
      (await landingInteraction(tx, productId, { id, time, visitorId: stored.visitor_id }));
    const interaction =
      interactionId === null ? undefined : await interactionOf(tx, productId, interactionId);
    if (!interaction) return stored.interaction_ref !== null && this.namedAd(view) ? 'missing' : null;
    const tag = this.deps.settings.current.products
      .get(productId)
      ?.ads.get(interaction.ad_id)?.measurementTag;
    if (!tag || interaction.excluded_reason !== null) return null;
    const firedBy = await firingView(tx, productId, interaction.id);
    if (firedBy === null) {
      const columns = ['product_id', 'interaction_id', 'access_id', 'fired_at'];
      await insertRows(tx, 'measurement_firing', columns, [[productId, interaction.id, id, this.deps.now()]]);
    } else if (!unanswered || firedBy !== id || stored.visitor_id !== view.visitorId) return null;
    const { ad_id, xclid, ses, key1, key2, key3 } = interaction;
    return renderTag(tag, { ad_id, xclid, ses, key1, key2, key3 });
  }
}

async function interactionOf(tx: Tx, productId: number, id: string): Promise<StoredInteraction | undefined> {
  const [row] = await select<StoredInteraction>(tx)`SELECT id, ad_id, excluded_reason, xclid, ses, key1,
    key2, key3 FROM interaction WHERE product_id = ${productId} AND id = ${id}`;
  return row;
}

/** Returns the view that fired the interaction's tag, or null. */
async function firingView(tx: Tx, productId: number, interactionId: string): Promise<string | null> {
  const [row] = await select<{ access_id: string }>(tx)`SELECT access_id FROM measurement_firing
    WHERE product_id = ${productId} AND interaction_id = ${interactionId}`;
  return row?.access_id ?? null;
}
