import { adSummaries, attributions, type AnalysisInput, type AnalysisResult, type AttributionInput, type AttributionRow } from '../analysis';
import type { Actor } from '../auth/actor';
import { AuthService } from '../auth/auth.service';
import type { ListService } from '../crud/list.service';
import type { Database } from '../db/database';
import { accessLog } from '../logs/access-log';
import { conversionLog } from '../logs/conversion-log';
import { interactionLog } from '../logs/interaction-log';
import { referenceLog } from '../logs/reference-log';
import { adCategoryService } from '../modules/ad-category/ad-category.service';
import { adTypeService } from '../modules/ad-type/ad-type.service';
import { adService } from '../modules/ad/ad.service';
import { agencyService } from '../modules/agency/agency.service';
import { ApiKeyService } from '../modules/api-key/api-key.service';
import { aspService } from '../modules/asp/asp.service';
import { companyService } from '../modules/company/company.service';
import { crossdomainService } from '../modules/crossdomain/crossdomain.service';
import { cvSettingService } from '../modules/cv-setting/cv-setting.service';
import { MeService } from '../modules/me/me.service';
import { productService } from '../modules/product/product.service';
import { redirectService } from '../modules/redirect/redirect.service';
import { userService } from '../modules/user/user.service';
import { createWriteServices, type WriteServices } from './write-services';

/** All that GraphQL and REST can ask for. Every service takes the actor first and checks what it may. */
export interface Services {
  readonly auth: AuthService;
  readonly me: MeService;
  readonly apiKeys: ApiKeyService;
  readonly companies: ListService;
  readonly products: ListService;
  readonly users: ListService;
  readonly agencies: ListService;
  readonly asps: ListService;
  readonly ads: ListService;
  readonly adCategories: ListService;
  readonly adTypes: ListService;
  readonly cvSettings: ListService;
  readonly redirects: ListService;
  readonly domains: ListService;
  /** Changing of settings, named like their lists. */
  readonly writes: WriteServices;
  readonly interactions: ListService;
  readonly accesses: ListService;
  readonly references: ListService;
  readonly conversions: ListService;
  readonly adSummaries: (actor: Actor, input: AnalysisInput) => Promise<AnalysisResult>;
  readonly attributions: (actor: Actor, input: AttributionInput) => Promise<AnalysisResult<AttributionRow>>;
}

export interface ServiceDeps {
  readonly db: Database;
  /** Signs access tokens. */
  readonly secret: string;
  /** Address of the tracking side, without a slash at the end. */
  readonly trackerUrl: string;
  readonly now?: () => number;
}

/** Makes the services; the database need not be there yet. */
export function createServices({ db, secret, trackerUrl, now = Date.now }: ServiceDeps): Services {
  const urls = { trackerUrl };
  const lists = {
    companies: companyService(db),
    products: productService(db, urls),
    users: userService(db),
    agencies: agencyService(db),
    asps: aspService(db),
    ads: adService(db, urls),
    adCategories: adCategoryService(db),
    adTypes: adTypeService(db),
    cvSettings: cvSettingService(db),
    redirects: redirectService(db, urls),
    domains: crossdomainService(db),
  };
  return {
    auth: new AuthService(db, secret, now),
    me: new MeService(db, now),
    apiKeys: new ApiKeyService(db),
    ...lists,
    writes: createWriteServices(db, lists, now),
    interactions: interactionLog(db),
    accesses: accessLog(db),
    references: referenceLog(db),
    conversions: conversionLog(db),
    adSummaries: (actor, input) => adSummaries(db, actor, input, now()),
    attributions: (actor, input) => attributions(db, actor, input, now()),
  };
}
