import type { DayRange } from '../../shared/domain/calendar';
import { recordOf } from '../../shared/records';
import { adPageService, type AdPageService } from '../ad-page';
import {
  adRanking,
  DisagreementService,
  readDailyMetrics as dailyMetrics,
  openReport,
  readCustomMeasures,
  readConsistentReport,
  resolveRequest,
  reportKeys,
  reports,
  type AdRanking,
  type DailyInput,
  type DayMetrics,
  type OpenReport,
  type CustomMeasure,
  type RankingInput,
  type ReportInput,
  type ReportKey,
  type ReportResult,
} from '../analysis';
import { BacklogWatch, readMetricsVersion as dataVersion, type Backlog } from '../rollups';
import { AlertService } from '../alerts/alerts.service';
import { AlertTrialService } from '../alerts/alert-trial.service';
import { DashboardAlertsService } from '../dashboard-alerts/dashboard-alerts.service';
import type { Actor } from '../auth/actor';
import { AttemptLimit } from '../auth/attempt-limit';
import { AuthService } from '../auth/auth.service';
import { OidcService } from '../auth/oidc/oidc.service';
import { requireProduct, requireRight } from '../auth/permissions';
import { Passkeys } from '../auth/passkeys/passkeys';
import { PasskeySignIn } from '../auth/passkeys/passkey-sign-in';
import { FactorSetUp } from '../auth/second-factor/factor-set-up';
import { SealedSecrets } from '../auth/second-factor/sealed-secrets';
import { SecondFactors } from '../auth/second-factor/second-factor';
import { SessionStart } from '../auth/session-start';
import type { ListService } from '../records/list.service';
import type { Database } from '../db/database';
import { ErasureService } from '../erasure/erasure.service';
import { customerCodes } from '../logs/customer-code';
import type { Mailer } from '../mail/mailer';
import { AmendmentService } from '../logs/amendment.service';
import { ConversionPathService } from '../logs/conversion-path';
import { metricTotal as drillDownTotal, type MetricTotal } from '../logs/drill-down/drill-down-filter';
import { RejectedEventLoader } from '../logs/load-rejected.service';
import { LiveFeed } from '../logs/live/live-feed';
import { logServices, type LogName } from '../logs/logs';
import { CreditService } from '../logs/credit/credit.service';
import { StoryService } from '../logs/story.service';
import { IdentityProviderService } from '../settings/identity-provider/identity-provider.service';
import { ExperimentService } from '../settings/experiment/experiment.service';
import { AnalyzeSettingService } from '../settings/analyze-setting/analyze-setting.service';
import { auditService } from '../settings/audit/audit.service';
import { adTable } from '../settings/table-import/ad-table';
import type { Ad } from '../settings/ad/ad.entity';
import { TableImportService } from '../settings/table-import/table-import.service';
import { targetTable, type Target } from '../settings/target';
import { AdResultSettingsService } from '../settings/ad/result-settings.service';
import { ApiKeyService } from '../settings/api-key/api-key.service';
import { PostbackSourceService } from '../settings/postback-source/postback-source.service';
import { GapService } from '../gap/gap.service';
import { MediaCostService } from '../settings/media-cost/media-cost.service';
import { MediaImportService } from '../settings/media-cost/media-import.service';
import { MeService } from '../settings/me/me.service';
import { PageLinkService } from '../settings/page-link/page-link.service';
import { ProductSeenService } from '../settings/product/seen.service';
import { ProductSetupService } from '../settings/product/setup.service';
import { QueryRunService } from '../settings/query-run/query-run.service';
import { ReadTokenService } from '../settings/read-token/read-token.service';
import { RoleService } from '../settings/role/role.service';
import { ReportScheduleService } from '../settings/report-schedule/report-schedule.service';
import { ScimTokenService } from '../settings/scim-token/scim-token.service';
import { SavedViewService } from '../settings/saved-view/saved-view.service';
import { DocumentService } from '../settings/share/document.service';
import { ShareService } from '../settings/share/share.service';
import { ApprovalService } from '../results/approval/approval.service';
import { ApprovalRunService } from '../results/approval/run.service';
import { DecisionImportService } from '../results/approval/decision-import.service';
import { ResultTrailService } from '../results/trail.service';
import {
  settingServices,
  settingWriters,
  type SettingListName,
  type WriteServices,
} from '../settings/settings';
import { guardedFetch } from '../postbacks/guarded-fetch';
import { mayCall, type Reach } from '../postbacks/request';
import { ConversionSendsService } from '../postbacks/conversions/conversion-sends.service';
import { ResendService } from '../postbacks/resend.service';
import { TestSendService } from '../postbacks/test-send.service';
import { LinkTestService } from '../link-test/link-test.service';
import { TrackerCheckService } from '../link-test/tracker-check.service';
import { LogHorizonService } from '../retention/horizon.service';
import { PrivacyNoticeService } from '../privacy-notice/privacy-notice.service';
import { FirstUserService } from '../settings/user/first-user.service';
import { InvitationService, type InvitationSettings } from '../settings/user/invitation.service';
import { PasskeyService } from '../settings/user/passkey.service';
import { PasswordService } from '../settings/user/password.service';
import { SystemService } from './system.service';
import { providerRole } from '../settings/user/provider-role';
import { SecondFactorService } from '../settings/user/second-factor.service';
import { SessionService } from '../settings/user/session.service';
import { SignInPolicyService } from '../settings/user/sign-in-policy.service';
import { sessionTrail } from '../settings/user/session-trail';

/** Read functions of the reports. */
type ReportServices = Readonly<
  Record<ReportKey, (actor: Actor, input: ReportInput) => Promise<ReportResult>>
>;

/** All services behind GraphQL and REST. Every service takes the actor first and checks its rights. */
export interface Services extends Readonly<Record<LogName | SettingListName, ListService>> {
  readonly auth: AuthService;
  readonly firstUser: FirstUserService;
  readonly oidc: OidcService;
  readonly identityProviders: IdentityProviderService;
  readonly me: MeService;
  readonly passwords: PasswordService;
  readonly invitations: InvitationService;
  readonly secondFactors: SecondFactorService;
  readonly passkeys: PasskeyService;
  readonly passkeySignIn: PasskeySignIn;
  readonly signInPolicies: SignInPolicyService;
  readonly sessions: SessionService;
  readonly roles: RoleService;
  readonly analyzeSettings: AnalyzeSettingService;
  readonly allocationScenarios: ListService;
  readonly gap: GapService;
  readonly mediaCosts: MediaCostService;
  readonly mediaImport: MediaImportService;
  readonly savedViews: ListService;
  readonly savedViewLinks: SavedViewService;
  readonly clientReports: ListService;
  readonly reportShares: ShareService;
  readonly documents: DocumentService;
  readonly pageLinks: PageLinkService;
  readonly reportSchedules: ReportScheduleService;
  readonly apiKeys: ApiKeyService;
  readonly postbackSources: PostbackSourceService;
  readonly readTokens: ReadTokenService;
  readonly scimTokens: ScimTokenService;
  readonly queryRuns: QueryRunService;
  /** Write services of settings, by the names of their lists. */
  readonly writes: WriteServices;
  readonly adResultSettings: AdResultSettingsService;
  readonly adImport: TableImportService<Ad>;
  readonly targetImport: TableImportService<Target>;
  readonly productSetup: ProductSetupService;
  readonly productSeen: ProductSeenService;
  readonly trackerChecks: TrackerCheckService;
  readonly auditLogs: ListService;
  readonly rejectedEventLoader: RejectedEventLoader;
  readonly testSends: TestSendService;
  readonly resends: ResendService;
  readonly conversionSending: ConversionSendsService;
  readonly linkTests: LinkTestService;
  readonly conversionPaths: ConversionPathService;
  readonly amendments: AmendmentService;
  readonly stories: StoryService;
  readonly live: LiveFeed;
  readonly erasures: ErasureService;
  readonly logHorizons: LogHorizonService;
  readonly privacyNotices: PrivacyNoticeService;
  readonly credits: CreditService;
  readonly approvals: ApprovalService;
  readonly approvalRuns: ApprovalRunService;
  readonly decisionImport: DecisionImportService;
  readonly resultTrails: ResultTrailService;
  readonly system: SystemService;
  /** Returns a product's pending computations; null if there are none. */
  readonly computing: (actor: Actor, productId: number) => Promise<Backlog | null>;
  /** Data version of a product's days; increases when their rollups change. */
  readonly dataVersion: (actor: Actor, productId: number, days: DayRange) => Promise<number>;
  /** Sums the log rows behind a metric value of a report. */
  readonly drillDownTotal: (actor: Actor, productId: number, drillDown: string) => Promise<MetricTotal>;
  readonly alertStates: AlertService;
  readonly alertTrials: AlertTrialService;
  readonly dashboardAlerts: DashboardAlertsService;
  readonly disagreements: DisagreementService;
  readonly experimentFigures: ExperimentService;
  readonly adRanking: (actor: Actor, input: RankingInput) => Promise<AdRanking>;
  /** Returns the totals of ad statistics by day. */
  readonly dailyMetrics: (actor: Actor, input: DailyInput) => Promise<DayMetrics[]>;
  readonly adPage: AdPageService;
  /** Returns the custom measures that the actor has in reports. */
  readonly reportCustomMeasures: (actor: Actor) => Promise<CustomMeasure[]>;
  readonly reports: ReportServices;
  /** Validates the parameters of a report without reading it. */
  readonly validateReport: (key: ReportKey, actor: Actor, input: ReportInput) => Promise<void>;
  /** Opens a report for a file. */
  readonly openReport: (key: ReportKey, actor: Actor, input: ReportInput) => Promise<OpenReport>;
}

export interface ServiceDeps extends Pick<InvitationSettings, 'publicUrl'> {
  /** Null without a mail server. */
  readonly mailer: Mailer | null;
  readonly db: Database;
  /** Signs access tokens, derives the codes of masked customers and the challenges of passkeys, encrypts second factors. */
  readonly secret: string;
  /** The secret before the last change, which still decrypts second factors. */
  readonly previousSecret?: string | undefined;
  /** Address of the tracking endpoints, without a trailing slash. */
  readonly trackerUrl: string;
  /** Time in which an approval can be undone and postbacks wait. */
  readonly undoSeconds: number;
  /** Addresses that postbacks can be sent to. */
  readonly reach: Reach;
  /** Whether this server prints PDF files. */
  readonly hasPdf?: boolean;
  readonly now?: () => number;
}

/** Creates the services. The database can still be unreachable. */
export function createServices({
  db,
  secret,
  previousSecret,
  trackerUrl,
  publicUrl,
  mailer,
  undoSeconds,
  reach,
  hasPdf = false,
  now = Date.now,
}: ServiceDeps): Services {
  const backlogs = new BacklogWatch(db);
  const lists = settingServices(db, { trackerUrl });
  const senderSecrets = new SealedSecrets(secret, previousSecret, 'conversion sender');
  const writes = settingWriters(db, lists, now, mayCall(reach), senderSecrets);
  const customerCode = customerCodes(secret);
  const logs = logServices(db, customerCode);
  const savedViewLinks = new SavedViewService(db, lists.savedViews);
  const approvals = new ApprovalService(db, logs.results, undoSeconds, now);
  const secrets = new SealedSecrets(secret, previousSecret);
  const limit = new AttemptLimit(db, now);
  const passkeys = new Passkeys({ db, secret, publicUrl, now });
  const factorDeps = { db, secret, publicUrl, secrets, passkeys, limit, now };
  const factors = new SecondFactors(factorDeps);
  const setUp = new FactorSetUp({ ...factorDeps, factors });
  const trail = sessionTrail(now);
  const start = new SessionStart(db, secret, trail, now);
  const providerAccess = {
    db,
    secrets: new SealedSecrets(secret, previousSecret, 'identity provider'),
    fetch: guardedFetch(reach),
    now,
  };
  const updateRole = providerRole(db, writes.users);
  const oidc = new OidcService({ ...providerAccess, secret, start, limit, publicUrl, updateRole });
  return {
    oidc,
    identityProviders: new IdentityProviderService({ ...providerAccess, redirectUri: oidc.redirectUri }),
    auth: new AuthService({ db, secret, start, trail, factors, setUp, now }),
    firstUser: new FirstUserService({ db, secret, start, limit, now }),
    secondFactors: new SecondFactorService({ ...factorDeps, factors, setUp }),
    passkeys: new PasskeyService({ ...factorDeps, factors }),
    passkeySignIn: new PasskeySignIn({ ...factorDeps, start }),
    signInPolicies: new SignInPolicyService(db, now),
    me: new MeService(db, now),
    passwords: new PasswordService(db, now),
    invitations: new InvitationService(db, { publicUrl, mails: mailer !== null }, now),
    sessions: new SessionService(db, now),
    roles: new RoleService(db, now),
    analyzeSettings: new AnalyzeSettingService(db, now),
    gap: new GapService(db, now),
    mediaCosts: new MediaCostService(db, now),
    mediaImport: new MediaImportService(db, now),
    pageLinks: new PageLinkService(db, savedViewLinks, now),
    reportSchedules: new ReportScheduleService(db, mayCall(reach), now),
    reportShares: new ShareService(db, publicUrl, now),
    documents: new DocumentService(db, secret, hasPdf, now),
    apiKeys: new ApiKeyService(db, now),
    postbackSources: new PostbackSourceService(db, trackerUrl, now),
    readTokens: new ReadTokenService(db, now),
    scimTokens: new ScimTokenService(db, now),
    queryRuns: new QueryRunService(db, now),
    ...lists,
    savedViewLinks,
    writes,
    adResultSettings: new AdResultSettingsService(db, lists.ads),
    adImport: new TableImportService(writes.ads, adTable),
    targetImport: new TableImportService(writes.targets, targetTable),
    productSetup: new ProductSetupService(db, lists.products, now),
    productSeen: new ProductSeenService(db, lists.products, now),
    auditLogs: auditService(db),
    ...logs,
    approvals,
    approvalRuns: new ApprovalRunService(db, logs.results, undoSeconds, now),
    decisionImport: new DecisionImportService(db, approvals, now),
    resultTrails: new ResultTrailService(db, logs.results, logs.resultQueue),
    rejectedEventLoader: new RejectedEventLoader(db, now),
    testSends: new TestSendService(reach, now),
    resends: new ResendService(db, logs.resultQueue, now),
    conversionSending: new ConversionSendsService(
      db,
      { sends: logs.conversionSends, senders: lists.conversionSenders },
      now,
    ),
    linkTests: new LinkTestService({ db, lists, reach, trackerUrl, now }),
    trackerChecks: new TrackerCheckService({ products: lists.products, reach, trackerUrl, secret }),
    conversionPaths: new ConversionPathService(db),
    amendments: new AmendmentService(db, logs.conversions, now),
    stories: new StoryService(db, logs),
    live: new LiveFeed(db, logs, now),
    erasures: new ErasureService(db, now),
    logHorizons: new LogHorizonService(db),
    privacyNotices: new PrivacyNoticeService(db, lists.products, trackerUrl, now),
    credits: new CreditService(db, logs.conversions),
    system: new SystemService(db, now),
    computing: async (actor, productId) => {
      requireRight(actor, 'analyze', 'view');
      requireProduct(actor, productId);
      return backlogs.backlogOf(productId);
    },
    drillDownTotal: (actor, productId, drillDown) => drillDownTotal(db, actor, productId, drillDown),
    dataVersion: async (actor, productId, days) => {
      requireRight(actor, 'analyze', 'view');
      requireProduct(actor, productId);
      return dataVersion(db, productId, days);
    },
    alertStates: new AlertService({ db, alerts: lists.alerts, publicUrl, now }),
    alertTrials: new AlertTrialService({ db, writer: writes.alerts, mailer, reach, publicUrl, now }),
    dashboardAlerts: new DashboardAlertsService({
      db,
      results: logs.results,
      resultQueue: logs.resultQueue,
      conversionSends: logs.conversionSends,
      now,
    }),
    disagreements: new DisagreementService(db, now),
    experimentFigures: new ExperimentService(db, lists.experiments, writes.experiments, now),
    adRanking: (actor, input) => adRanking(db, actor, input, now()),
    dailyMetrics: (actor, input) => dailyMetrics(db, actor, input, now()),
    adPage: adPageService(db, lists.ads, now),
    reportCustomMeasures: (actor) => readCustomMeasures(db, actor),
    reports: recordOf(
      reportKeys,
      (key): ReportServices[ReportKey] =>
        (actor, input) =>
          readConsistentReport(db, reports[key], actor, input, now(), customerCode),
    ),
    validateReport: async (key, actor, input) => {
      await resolveRequest(db, actor, reports[key], input, now());
    },
    openReport: (key, actor, input) => openReport(db, reports[key], actor, input, now(), customerCode),
  };
}
