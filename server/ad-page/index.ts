import type { Actor } from '../auth/actor';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { adPaths, type AdPaths } from './ad-paths';
import type { AdPageArgs } from './ad-page-args';
import { adLinkStates, type LinkState } from './link-states';
import { adResultStates, type ResultState } from './result-states';

/** Data of the ad page, beside reports. */
export interface AdPageService {
  paths(actor: Actor, args: AdPageArgs & { evaluation?: number | null }): Promise<AdPaths>;
  resultStates(actor: Actor, args: AdPageArgs): Promise<ResultState[]>;
  linkStates(actor: Actor, adId: number): Promise<LinkState[]>;
}

export const adPageService = (db: Database, ads: ListService, now: () => number): AdPageService => ({
  paths: (actor, args) => adPaths(db, actor, args),
  resultStates: (actor, args) => adResultStates(db, actor, args),
  linkStates: (actor, adId) => adLinkStates(db, ads, actor, adId, now()),
});
