import { POSTBACK_WORDS, reportedStatuses } from '../../shared/catalog/postback-source';
import { isRecord, entriesOf, isKeyOf, type UnknownRecord } from '../../shared/records';
import { isDeletable } from '../records/setting-fields';
import { settingEntries, type SettingListName } from '../settings/settings';
import { logs, type LogName } from '../logs/logs';
import { reportKeys, reportPath } from '../analysis';
import { type Answer, snake, type Naming } from './mapper';
import {
  auth,
  both,
  create,
  get,
  patch,
  put,
  remove,
  several,
  changes,
  writes,
  post,
  list,
  one,
  report,
  type Route,
} from './route';
import type { Relations } from './relations';

export type { Route } from './route';

const user: Naming = { id: 'user_id' };
const session: Naming = { id: 'session_id' };
const apiKeys = { path: '/products/{id}/api-keys', pathNames: { id: 'productId', key_id: 'id' } };

/** Flattens a new key and its secret into one entity. */
const withSecret = ({ api_key: key, secret }: Answer): Answer => ({
  ...(isRecord(key) && { ...key, key_id: key.id }),
  api_key: secret,
  secret,
});

const postbackSources = {
  path: '/products/{id}/postback-sources',
  pathNames: { id: 'productId', source_id: 'id' },
};

/** Flattens a new postback source, its token and its URL into one entity. */
const withUrl = ({ postback_source: source, secret, url }: Answer): Answer => ({
  ...(isRecord(source) && { ...source, source_id: source.id }),
  secret,
  url,
});

/** Flattens a new link and its URL into one entity. */
const withShareUrl = ({ share, url }: Answer): Answer => ({
  ...(isRecord(share) && { ...share, share_id: share.id }),
  url,
});

/** Routes of the links and the document of what can be shared. */
const sharedRoutes = (path: string, subject: string): Route[] => [
  get(`${path}/{id}/shares`, 'reportShares', 'whole', {
    naming: { id: 'share_id' },
    pathNames: { id: subject },
  }),
  create(`${path}/{id}/shares`, 'createReportShare', { shape: withShareUrl, pathNames: { id: subject } }),
  remove(`${path}/{id}/shares/{share_id}`, 'deleteReportShare', {
    pathNames: { id: subject, share_id: 'id' },
  }),
  create(`${path}/{id}/document`, 'openReportDocument', { pathNames: { id: subject } }),
];

/** Accepts the words of statuses as lists, and as a map from word to status. */
const withWords = (body: unknown): UnknownRecord => {
  if (!isRecord(body)) return {};
  const { status_words: given } = body;
  if (!isRecord(given)) return { ...body, statusWords: given };
  const statusWords: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const status = isKeyOf(POSTBACK_WORDS, key) ? undefined : reportedStatuses.find((one) => one === value);
    if (status) statusWords[status] = [statusWords[status], key].filter(Boolean).join();
    else statusWords[key] = Array.isArray(value) ? value.join() : value;
  }
  return { ...body, statusWords };
};

/** Accepts rights as a map from menu to level, like in `users/me`. */
const fromRights = (row: unknown): unknown => {
  if (!isRecord(row) || !isRecord(row.rights)) return row;
  const { rights, ...rest } = row;
  return { ...rest, rights: Object.entries(rights).map(([menu, level]) => ({ menu, level })) };
};

/** Routes of sign-in and password links; they work without an access token. */
const authRoutes: readonly Route[] = [
  auth('first-user', 'createFirstUser', 'entity'),
  auth('signin', 'signIn', 'entity', { sparse: true }),
  auth('second-factor', 'completeSignIn', 'entity', { sparse: true }),
  auth('second-factor/set-up', 'setUpSecondFactor', 'entity'),
  auth('second-factor/options', 'secondFactorOptions', 'entity'),
  auth('passkey', 'signInWithPasskey', 'entity'),
  auth('passkey/options', 'beginPasskeySignIn', 'entity'),
  auth('refresh', 'refresh', 'entity'),
  auth('oidc', 'beginSingleSignOn', 'entity'),
  auth('oidc/session', 'completeSingleSignOn', 'entity'),
  auth('signout', 'endSession', 'entity', { sparse: true, optional: true }),
  auth('forgot-password', 'forgotPassword', 'nothing'),
  auth('password-link', 'checkPasswordLink', 'nothing'),
  auth('reset-password', 'resetPassword', 'nothing'),
];

/** Routes of API keys, postback sources, users, sessions, roles and the audit trail. */
const accountRoutes: readonly Route[] = [
  get(apiKeys.path, 'apiKeys', 'whole', { naming: { id: 'key_id' }, pathNames: apiKeys.pathNames }),
  create(apiKeys.path, 'createApiKey', { shape: withSecret, pathNames: apiKeys.pathNames }),
  remove(`${apiKeys.path}/{key_id}`, 'deleteApiKey', { pathNames: apiKeys.pathNames }),
  get(postbackSources.path, 'postbackSources', 'whole', {
    naming: { id: 'source_id' },
    pathNames: postbackSources.pathNames,
  }),
  create(postbackSources.path, 'createPostbackSource', {
    body: withWords,
    shape: withUrl,
    pathNames: postbackSources.pathNames,
  }),
  remove(`${postbackSources.path}/{source_id}`, 'deletePostbackSource', {
    pathNames: postbackSources.pathNames,
  }),
  patch('/users/{id}/password', 'changePassword', 'entity', { naming: user, pathNames: { id: 'userId' } }),
  create('/users/{id}/invitation', 'inviteUser', { pathNames: { id: 'userId' } }),
  remove('/users/{id}/second-factor', 'resetSecondFactor', { pathNames: { id: 'userId' } }),
  get('/users/{id}/sessions', 'sessions', 'whole', { naming: session, pathNames: { id: 'userId' } }),
  get('/sessions', 'sessions', 'whole', { naming: session }),
  remove('/sessions', 'revokeOtherSessions'),
  remove('/sessions/{id}', 'revokeSession'),
  get('/sign-in-policy', 'signInPolicy', 'entity'),
  put('/sign-in-policy', 'updateSignInPolicy', 'entity'),
  get('/roles', 'roles', 'whole'),
  get('/system', 'systemState', 'entity'),
  put('/roles', 'updateRoles', 'whole', { body: several('roles', fromRights) }),
  ...both('/audit-logs', 'auditLogs', 'auditLog', { id: 'audit_log_id' }),
];

/** The medium's parameters, as the specification names them on ad networks. */
const aspParameters = {
  aXclidFlag: 'xclid_flag',
  aXclid: 'xclid',
  aSesFlag: 'media_session_flag',
  aSes: 'media_session',
  aKey1Flag: 'media_management1_flag',
  aKey1: 'media_management1',
  aKey2Flag: 'media_management2_flag',
  aKey2: 'media_management2',
  aKey3Flag: 'media_management3_flag',
  aKey3: 'media_management3',
};

/** Deviations of a setting's routes from its setting. */
const settingAnswers: Partial<
  Record<
    SettingListName,
    Pick<Naming, 'also' | 'instead'> & { readonly id?: null; readonly methods?: readonly ['patch'] }
  >
> = {
  users: { methods: ['patch'] },
  agencies: { methods: ['patch'] },
  // The specification's sample data name the automatic approval of an ad `approval_flag`.
  ads: { also: { status: 'ad_status', autoApproval: 'approval_flag' } },
  asps: { instead: aspParameters },
  cvSettings: { also: { cvType: 'type' } },
  // Settings with only `id`.
  adCategories: { id: null },
  adTypes: { id: null },
  domains: { id: null },
};

/** Returns the routes of a setting; one that can't be deleted has update routes only. */
const settingRoutesOf = ([many, setting]: (typeof settingEntries)[number]): Route[] => {
  const { id, also, instead, methods } = settingAnswers[many] ?? {};
  const naming = { also, instead, ...(id !== null && { id: `${snake(setting.one)}_id` }) };
  const path = `/${snake(many)}`;
  return [
    ...both(path, many, setting.one, naming),
    ...changes(path, setting.type, naming, methods),
    ...(isDeletable(setting) ? writes(path, setting.type, naming) : []),
  ];
};

/** Routes of all settings, from their definitions. */
const settingRoutes: readonly Route[] = settingEntries.flatMap(settingRoutesOf);

const erasures = { path: '/products/{id}/erasures', pathNames: { id: 'productId', erasure_id: 'id' } };

/** Routes of the imports of ads and targets, the product's setup, privacy notice and erasures. */
const productRoutes: readonly Route[] = [
  post('/ads/import', 'importAds', 'entity'),
  post('/targets/import', 'importTargets', 'entity'),
  get('/ads/{id}/result_settings', 'adResultSettings', 'entity'),
  get('/products/{id}/setup', 'productSetup', 'entity'),
  get('/products/{id}/seen', 'productSeen', 'entity'),
  get('/products/{id}/tracker_check', 'trackerCheck', 'entity'),
  get('/products/{id}/log_horizon', 'logHorizon', 'entity', { pathNames: { id: 'productId' } }),
  get('/products/{id}/transmission_notice', 'transmissionNotice', 'entity', {
    pathNames: { id: 'productId' },
  }),
  get(erasures.path, 'erasures', 'whole', { pathNames: erasures.pathNames }),
  create(erasures.path, 'erasePerson', { pathNames: erasures.pathNames }),
  post(`${erasures.path}/preview`, 'erasurePreview', 'entity', {
    kind: 'query',
    pathNames: erasures.pathNames,
  }),
  get(`${erasures.path}/{erasure_id}`, 'erasure', 'entity', { pathNames: erasures.pathNames }),
];

/** Routes of custom items, alerts, allocation scenarios and media costs. */
const analysisRoutes: readonly Route[] = [
  get('/ad/analyze-settings', 'analyzeSettings', 'whole'),
  put('/ad/analyze-settings', 'updateAnalyzeSettings', 'whole', { body: several('settings') }),
  remove('/ad/analyze-settings/{item}', 'resetAnalyzeSetting'),
  get('/alerts/{id}/history', 'alertHistory', 'entity'),
  get('/alerts/{id}/test', 'alertTest', 'entity'),
  ...['', '/{id}'].flatMap((one): Route[] => [
    post(`/alerts${one}/try`, 'alertTrial', 'entity', { kind: 'query' }),
    post(`/alerts${one}/send`, 'sendAlertTest', 'entity'),
  ]),
  get('/analyses/disagreement', 'disagreement', 'entity', { download: true }),
  get('/experiments/{id}/figures', 'experimentFigures', 'entity'),
  post('/experiments/figures', 'experimentFigures', 'entity', { kind: 'query' }),
  post('/experiments/{id}/freeze', 'freezeExperiment', 'entity', { naming: { id: 'experiment_id' } }),
  get('/allocation-scenarios', 'allocationScenarios', 'whole'),
  create('/allocation-scenarios', 'createAllocationScenario'),
  put('/allocation-scenarios/{id}', 'updateAllocationScenario', 'entity'),
  remove('/allocation-scenarios/{id}', 'deleteAllocationScenario'),
  get('/analyses/gap', 'gap', 'entity', { download: true }),
  get('/analyses/gap/rows', 'gapRows', 'entity', { download: true }),
  get('/media-sources', 'mediaSources', 'whole'),
  patch('/media-sources/{id}', 'updateMediaSource', 'entity'),
  get('/media-names', 'mediaNames', 'whole'),
  patch('/media-names/{id}', 'updateMediaName', 'entity'),
  remove('/media-names/{id}', 'deleteMediaName'),
  get('/media-costs', 'mediaCostDays', 'whole'),
  get('/media-costs/ads', 'mediaCosts', 'whole'),
  post('/media-costs/import', 'importMediaCosts', 'entity'),
  remove('/media-costs', 'deleteMediaCosts'),
];

/** Routes of saved views, client reports, their links and report schedules. */
const savedViewRoutes: readonly Route[] = [
  get('/saved-views', 'savedViews', 'whole'),
  get('/saved-views/{code}', 'savedView', 'entity'),
  create('/saved-views', 'createSavedView'),
  patch('/saved-views/{id}', 'updateSavedView', 'entity'),
  remove('/saved-views/{id}', 'deleteSavedView'),
  put('/saved-views/{id}/pin', 'pinSavedView', 'entity'),
  ...sharedRoutes('/saved-views', 'viewId'),
  get('/client-reports', 'clientReports', 'whole'),
  create('/client-reports', 'createClientReport'),
  patch('/client-reports/{id}', 'updateClientReport', 'entity'),
  remove('/client-reports/{id}', 'deleteClientReport'),
  ...sharedRoutes('/client-reports', 'clientReportId'),
  get('/report-schedules', 'reportSchedules', 'whole'),
  get('/report-schedules/recipients', 'reportRecipients', 'whole'),
  create('/report-schedules', 'createReportSchedule', { ofNamed: true }),
  patch('/report-schedules/{id}', 'updateReportSchedule', 'entity'),
  remove('/report-schedules/{id}', 'deleteReportSchedule'),
  create('/saved-views/{id}/send', 'sendReportTest', { pathNames: { id: 'viewId' } }),
  get('/saved-views/{id}/tests', 'reportTests', 'whole', { pathNames: { id: 'viewId' } }),
  get('/report-schedules/{id}/deliveries', 'reportDeliveries', 'whole', { pathNames: { id: 'scheduleId' } }),
];

const interaction: Naming = { id: 'interaction_id' };
const attempt = ['at', 'url', 'requestHeaders', 'httpStatus', 'error', 'errorDetail', 'durationMs', 'answer'];

/** Deviations of a log's routes from its record. */
const logAnswers: Partial<
  Record<LogName, { readonly also?: Naming['also']; readonly relations: Relations }>
> = {
  conversions: {
    also: { lastCvAd: 'last_cv_ad_name', performanceCvAd: 'performance_cv_ad_name' },
    relations: {
      path: ['interactionId', 'adId', 'ad', 'time', 'share'],
      touches: null,
      latency: null,
      amendments: ['id', 'time', 'amount', 'cancelled', 'reason', 'door', 'user', 'storedAt'],
    },
  },
  results: {
    relations: {
      history: ['from', 'to', 'reason', 'user', 'at', 'notificationId', 'untold'],
      notifications: [
        'id',
        'kind',
        'approvalStatus',
        'url',
        'resultStatus',
        'attempts',
        'nextAt',
        'executedAt',
        'createdAt',
      ],
    },
  },
  resultQueue: { relations: { attemptLog: attempt } },
  conversionSends: {
    relations: { attemptLog: ['at', 'url', 'httpStatus', 'error', 'durationMs', 'conversions', 'answer'] },
  },
};

/** Paths of logs that are not `/logs/` and their name in snake_case. */
const otherLogPaths: Readonly<Partial<Record<LogName, string>>> = {
  conversionSends: '/logs/conversionSends',
};

/** Path of a log's list. */
export const logPath = (many: LogName): string => otherLogPaths[many] ?? `/logs/${snake(many)}`;

const logRoutesOf = (many: LogName, single: string, path = logPath(many)): Route[] => {
  const { also, relations } = logAnswers[many] ?? {};
  const naming = { id: `${snake(single)}_id`, also };
  return [list(path, many, naming), { ...one(path, single, naming), relations }];
};

/** Routes of the logs, results and postbacks. */
const logRoutes: readonly Route[] = [
  ...entriesOf(logs).flatMap(([many, { one: single }]) => logRoutesOf(many, single)),
  post('/ads/{id}/rehearsal', 'rehearse', 'entity', { pathNames: { id: 'adId' } }),
  post('/asps/test_postback', 'testPostback', 'entity'),
  create('/logs/conversions/{id}/amendments', 'amendConversion', { pathNames: { id: 'conversionId' } }),
  post('/logs/refused_events/load', 'loadRefusedEvents', 'whole'),
  patch('/logs/results/{id}', 'updateResult', 'entity', { naming: { id: 'result_id' } }),
  post('/logs/results/approve', 'approveResults', 'entity', {
    ofNamed: true,
    filterNames: { result_id: 'id' },
  }),
  post('/logs/results/preview', 'approvalPreview', 'entity', {
    kind: 'query',
    ofNamed: true,
    filterNames: { result_id: 'id' },
  }),
  post('/logs/results/undo', 'undoApproval', 'entity', { ofNamed: true }),
  post('/logs/results/import', 'importDecisions', 'entity'),
  ...both('/logs/ads', 'interactions', 'interaction', interaction),
  post('/logs/conversionSends/{id}/resend', 'resendConversion', 'entity', {
    naming: { id: 'conversion_send_id' },
    relations: logAnswers.conversionSends?.relations,
  }),
  post('/logs/conversionSends/resend', 'resendConversions', 'entity', {
    ofNamed: true,
    filterNames: { conversion_send_id: 'id' },
  }),
  post('/conversion_senders/{id}/preview', 'conversionSenderPreview', 'entity', { kind: 'query' }),
  // The specification's name of the queue.
  ...logRoutesOf('resultQueue', 'resultQueueItem', '/auth/log/resultQueue'),
  post('/auth/log/resultQueue/{id}/resend', 'resendPostback', 'entity', {
    naming: { id: 'result_queue_item_id' },
    relations: logAnswers.resultQueue?.relations,
  }),
  post('/auth/log/resultQueue/resend', 'resendPostbacks', 'entity', {
    filterNames: { result_queue_item_id: 'id' },
  }),
];

/** All routes under /api/v1 with an operation. `users/me` and downloads are separate. */
export const routes: readonly Route[] = [
  ...authRoutes,
  ...settingRoutes,
  ...accountRoutes,
  ...analysisRoutes,
  ...savedViewRoutes,
  ...productRoutes,
  ...logRoutes,
  ...reportKeys.map((key) => report(reportPath(key), key)),
];
