import { trackerUrlOf } from '../../shared/domain/delivery';
import { CvType } from '../../shared/catalog';
import type { Actor } from '../auth/actor';
import { badInput } from '../auth/failure';
import { requireRight } from '../auth/permissions';
import type { ListService } from '../records/list.service';
import type { Row } from '../records/list-definition';
import { select } from '../db/statements';
import type { Database } from '../db/database';
import { newEventId } from '../platform/event-id';
import { attempt, type Reach } from '../postbacks/request';
import { diagnose } from '../../shared/domain/postback';
import {
  failed,
  runHop,
  ok,
  warning,
  type Hop,
  simulateVisitAndRollBack,
  type CreatedResult,
  landingHop,
  redirectHop,
  tagHop,
  withClickIds,
} from './hops';

/** Options of a link test. */
export interface LinkTestOptions {
  /** One of the ad's redirects; defaults to the ad's own posting URL. */
  readonly redirectId?: number | null | undefined;
  /** CV setting of the conversion; defaults to the product's first LAST setting. */
  readonly cvSettingId?: number | null | undefined;
  /** Conversion amount in yen. */
  readonly amount?: number | null | undefined;
  /** Whether to really send the postback; it carries a made-up click id. */
  readonly send?: boolean | null | undefined;
}

export interface LinkTest {
  readonly hops: readonly Hop[];
}

interface Deps {
  readonly db: Database;
  readonly lists: Readonly<Record<'ads' | 'products' | 'redirects' | 'cvSettings', ListService>>;
  readonly reach: Reach;
  /** Base URL of the tracking endpoints, without a trailing slash. */
  readonly trackerUrl: string;
  readonly now: () => number;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** Follows a made-up click from its link to the ad network and reports each step. Stores nothing. */
export class LinkTestService {
  constructor(private readonly deps: Deps) {}

  /** @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  async run(
    actor: Actor,
    adId: number,
    { redirectId, cvSettingId, amount, send }: LinkTestOptions,
  ): Promise<LinkTest> {
    requireRight(actor, 'asps', 'edit');
    const { lists, now } = this.deps;
    const ad = await lists.ads.get(actor, adId);
    const redirect = redirectId ? await lists.redirects.get(actor, redirectId) : null;
    if (redirect && redirect.adId !== adId) throw badInput({ redirectId: { key: 'invalidInput' } });
    const productId = Number(ad.productId);
    const setting = await this.cvSetting(actor, productId, cvSettingId ?? null);
    const clickId = `rehearsal-${newEventId(now()).slice(-12)}`;
    const { hops, landingUrl } = await this.outerHops(
      actor,
      productId,
      text((redirect ?? ad).submittionUrl),
      text(ad.redirectUrl),
      clickId,
    );
    const inner = await simulateVisitAndRollBack(
      this.deps.db,
      { productId, adId, cvSettingId: setting, clickId, amount: amount ?? 0, landingUrl },
      now(),
    );
    const postbackHops = await Promise.all(
      inner.results.map((result) => this.postbackHop(result, send === true)),
    );
    return { hops: [...hops, ...inner.hops, ...postbackHops] };
  }

  private async cvSetting(actor: Actor, productId: number, requestedId: number | null): Promise<number> {
    if (requestedId !== null) {
      const setting: Row = await this.deps.lists.cvSettings.get(actor, requestedId);
      if (setting.productId !== productId) throw badInput({ cvSettingId: { key: 'invalidInput' } });
      return requestedId;
    }
    const [first] = await select<{ id: number }>(this.deps.db)`SELECT id FROM cv_setting
      WHERE product_id = ${productId} AND cv_type = ${CvType.LAST_CV} ORDER BY cv_slot, id LIMIT 1`;
    if (!first) throw badInput({ cvSettingId: { key: 'required' } });
    return first.id;
  }

  /** Tests the steps that a visitor's browser takes. */
  private async outerHops(
    actor: Actor,
    productId: number,
    link: string | null,
    page: string | null,
    clickId: string,
  ): Promise<{ hops: Hop[]; landingUrl: string | null }> {
    const { reach, trackerUrl, lists } = this.deps;
    const product = await lists.products.get(actor, productId, new Set(['trackerHost']));
    const productTrackerUrl = trackerUrlOf(trackerUrl, text(product.trackerHost));
    const deps = { reach, trackerUrl, productTrackerUrl };
    const hops: Hop[] = [];
    let landingUrl = page;
    if (link?.startsWith(`${productTrackerUrl}/r/`)) {
      const { hop: followed, landing } = await redirectHop(withClickIds(link, clickId), deps);
      hops.push(followed);
      landingUrl = landing ?? page;
    } else
      hops.push(
        await runHop('redirect', async () => (link === null ? failed('noLink') : ok('directLink', link))),
      );
    const url = landingUrl ?? link;
    hops.push(
      url === null
        ? await runHop('landing', async () => failed('noPage'))
        : await landingHop(url, productId, deps),
    );
    hops.push(await tagHop(productId, deps));
    return { hops, landingUrl };
  }

  private postbackHop({ url, untold }: CreatedResult, send: boolean): Promise<Hop> {
    return runHop('postback', async () => {
      if (url === null)
        return untold === 'cv_tag' ? ok('byTag') : warning(untold === 'no_url' ? 'noUrl' : 'noMethod');
      if (!send) return ok('wouldSend', url);
      const outcome = await attempt(url, {
        reach: this.deps.reach,
        idempotencyKey: newEventId(this.deps.now()),
      });
      const diagnosis = diagnose(outcome);
      return diagnosis === 'delivered' ? ok('delivered', url) : failed(diagnosis, url);
    });
  }
}
