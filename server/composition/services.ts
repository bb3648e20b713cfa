import { recordOf } from '../../shared/records';
import { reportKeys, reports, type ReportInput, type ReportKey, type ReportResult } from '../analysis';
import { BacklogWatch, type Backlog } from '../analysis/rollups';
import type { Actor } from '../auth/actor';
import { AuthService } from '../auth/auth.service';
import { requireProduct, requireRight } from '../auth/permissions';
import type { ListService } from '../crud/list.service';
import type { Database } from '../db/database';
import { customerCodes } from '../logs/customer-code';
import { ConversionPathService } from '../logs/conversion-path';
import { logServices, type LogName } from '../logs/logs';
import { AnalyzeSettingService } from '../modules/analyze-setting/analyze-setting.service';
import { auditService } from '../modules/audit/audit.service';
import { adCategoryService } from '../modules/ad-category/ad-category.service';
import { adTypeService } from '../modules/ad-type/ad-type.service';
import { AdImportService } from '../modules/ad/import/ad-import.service';
import { AdResultSettingsService } from '../modules/ad/result-settings.service';
import { adService } from '../modules/ad/ad.service';
import { agencyService } from '../modules/agency/agency.service';
import { ApiKeyService } from '../modules/api-key/api-key.service';
import { aspService } from '../modules/asp/asp.service';
import { companyService } from '../modules/company/company.service';
import { crossdomainService } from '../modules/crossdomain/crossdomain.service';
import { cvSettingService } from '../modules/cv-setting/cv-setting.service';
import { MeService } from '../modules/me/me.service';
import { ProductSetupService } from '../modules/product/setup.service';
import { productService } from '../modules/product/product.service';
import { redirectService } from '../modules/redirect/redirect.service';
import { RoleService } from '../modules/role/role.service';
import { InvitationService, type InvitationSettings } from '../modules/user/invitation.service';
import { PasswordService } from '../modules/user/password.service';
import { SessionService } from '../modules/user/session.service';
import { userService } from '../modules/user/user.service';
import { createWriteServices, type WriteServices } from './write-services';

/** Reading of each report. */
type ReportServices = Readonly<Record<ReportKey, (actor: Actor, input: ReportInput) => Promise<ReportResult>>>;

/** All that GraphQL and REST can ask for. Every service takes the actor first and checks what it may. */
export interface Services extends Readonly<Record<LogName, ListService>> {
  readonly auth: AuthService;
  readonly me: MeService;
  readonly passwords: PasswordService;
  readonly invitations: InvitationService;
  readonly sessions: SessionService;
  readonly roles: RoleService;
  readonly analyzeSettings: AnalyzeSettingService;
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
  readonly adResultSettings: AdResultSettingsService;
  readonly adImport: AdImportService;
  readonly productSetup: ProductSetupService;
  readonly auditLogs: ListService;
  readonly conversionPaths: ConversionPathService;
  /** What is left to compute of a product's figures; null in quiet times. */
  readonly computing: (actor: Actor, productId: number) => Promise<Backlog | null>;
  readonly reports: ReportServices;
}

export interface ServiceDeps extends InvitationSettings {
  readonly db: Database;
  /** Signs access tokens; the codes of masked customers come from it too. */
  readonly secret: string;
  /** Address of the tracking side, without a slash at the end. */
  readonly trackerUrl: string;
  readonly now?: () => number;
}

/** Makes the services; the database need not be there yet. */
export function createServices({ db, secret, trackerUrl, publicUrl, mails, now = Date.now }: ServiceDeps): Services {
  const urls = { trackerUrl };
  const backlogs = new BacklogWatch(db);
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
  const writes = createWriteServices(db, lists, now);
  return {
    auth: new AuthService(db, secret, now),
    me: new MeService(db),
    passwords: new PasswordService(db, now),
    invitations: new InvitationService(db, { publicUrl, mails }, now),
    sessions: new SessionService(db, now),
    roles: new RoleService(db, now),
    analyzeSettings: new AnalyzeSettingService(db, now),
    apiKeys: new ApiKeyService(db, now),
    ...lists,
    writes,
    adResultSettings: new AdResultSettingsService(db, lists.ads),
    adImport: new AdImportService(writes.ads),
    productSetup: new ProductSetupService(db, lists.products, now),
    auditLogs: auditService(db),
    ...logServices(db, customerCodes(secret)),
    conversionPaths: new ConversionPathService(db),
    computing: async (actor, productId) => {
      requireRight(actor, 'analyze', 'view');
      requireProduct(actor, productId);
      return backlogs.of(productId);
    },
    reports: recordOf(reportKeys, (key): ReportServices[ReportKey] => (actor, input) => reports[key].read(db, actor, input, now())),
  };
}
