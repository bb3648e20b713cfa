import type { Actor } from '../auth/actor';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { adPaths, type AdPaths } from './ad-paths';
import type { AdQuestion } from './ad-question';
import { adLinkStates, type LinkState } from './link-states';
import { adResultStates, type ResultState } from './result-states';

/** Data of the ad page, beside reports. */
export interface AdPageService {
  paths(actor: Actor, asked: AdQuestion & { evaluation?: number | null }): Promise<AdPaths>;
  resultStates(actor: Actor, asked: AdQuestion): Promise<ResultState[]>;
  linkStates(actor: Actor, adId: number): Promise<LinkState[]>;
}

export const adPageService = (db: Database, ads: ListService, now: () => number): AdPageService => ({
  paths: (actor, asked) => adPaths(db, actor, asked),
  resultStates: (actor, asked) => adResultStates(db, actor, asked),
  linkStates: (actor, adId) => adLinkStates(db, ads, actor, adId, now()),
});
