import { entriesOf, isRecord, type UnknownRecord } from '../../shared/records';
import { reportKeys, reports } from '../analysis';
import { isDeletable } from '../records/setting-record';
import { logs, type LogName } from '../logs/logs';
import { settingEntries, type SettingName } from '../settings/settings';
import type { Answer } from './mapper';
import { camel, snake, type Naming } from './names';
import type { Relations } from './relations';

/** REST endpoint of a GraphQL operation. */
export interface Route {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** Path below /api/v1; `{name}` is an argument of the operation. */
  readonly path: string;
  readonly operation: string;
  readonly kind: 'query' | 'mutation';
  /** Kind of response. */
  readonly answer: 'list' | 'entity' | 'report' | 'whole' | 'nothing';
  readonly naming?: Naming;
  /** Relations in the response beside the entity's own fields. */
  readonly relations?: Relations | undefined;
  /** Whether the body names objects that can be missing. */
  readonly ofNamed?: boolean;
  /** Whether it works without an access token. */
  readonly public?: boolean;
  /** Status of success; 200 by default. */
  readonly status?: number | undefined;
  /** Aliases of its `filter` fields, as in the corresponding list. */
  readonly filterNames?: Readonly<Record<string, string>>;
  /** Arguments with other names in the path: argument by path name. */
  readonly pathNames?: Readonly<Record<string, string>>;
  /** Arguments that the path determines. */
  readonly fixed?: UnknownRecord;
  /** Transforms the body before it is read. */
  readonly body?: (body: unknown) => UnknownRecord;
  /** Transforms the mapped response. It only moves fields, so it also transforms their schemas. */
  readonly shape?: (answer: Answer) => Answer;
  /** Whether it can be downloaded as CSV and xlsx. */
  readonly download?: boolean;
}

const list = (path: string, operation: string, naming: Naming = {}): Route => ({
  method: 'get',
  path,
  operation,
  kind: 'query',
  answer: 'list',
  naming,
  download: true,
});
const one = (path: string, operation: string, naming: Naming = {}): Route => ({
  method: 'get',
  path: `${path}/{id}`,
  operation,
  kind: 'query',
  answer: 'entity',
  naming,
});
const both = (path: string, many: string, single: string, naming: Naming = {}): Route[] => [
  list(path, many, naming),
  one(path, single, naming),
];
const report = (path: string, operation: string): Route => ({
  method: 'get',
  path: `/analyses/${path}`,
  operation,
  kind: 'query',
  answer: 'report',
  download: true,
});
const auth = (path: string, operation: string, answer: Route['answer'], status?: number): Route => ({
  method: 'post',
  path: `/auth/${path}`,
  operation,
  kind: 'mutation',
  answer,
  public: true,
  status,
});

/** Returns the update routes of an entity: PUT replaces all fields, PATCH those sent. */
const changes = (
  path: string,
  type: string,
  naming: Naming,
  methods: readonly ('put' | 'patch')[] = ['put', 'patch'],
): Route[] =>
  methods.map((method) => ({
    method,
    path: `${path}/{id}`,
    operation: `update${type}`,
    kind: 'mutation',
    answer: 'entity',
    naming,
  }));
/** Returns all write routes of an entity. DELETE fails if something depends on it. */
const writes = (path: string, type: string, naming: Naming): Route[] => [
  {
    method: 'post',
    path,
    operation: `create${type}`,
    kind: 'mutation',
    answer: 'entity',
    naming,
    status: 201,
  },
  {
    method: 'delete',
    path: `${path}/{id}`,
    operation: `delete${type}`,
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'get',
    path: `${path}/{id}/dependents`,
    operation: 'dependents',
    kind: 'query',
    answer: 'whole',
    fixed: { of: camel(path.slice(1)) },
  },
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

/** Deviations of a setting's routes from its record. */
const settingAnswers: Partial<
  Record<
    SettingName,
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
const user: Naming = { id: 'user_id' };
const session: Naming = { id: 'session_id' };
const interaction: Naming = { id: 'interaction_id' };
const attempt = ['at', 'url', 'requestHeaders', 'httpStatus', 'error', 'errorDetail', 'durationMs', 'answer'];
/** Deviations of a log's routes from its record. */
const logAnswers: Partial<
  Record<LogName, { readonly also?: Naming['also']; readonly relations: Relations }>
> = {
  conversions: {
    also: { lastCvAd: 'last_cv_ad_name', performanceCvAd: 'performance_cv_ad_name' },
    relations: { path: ['interactionId', 'adId', 'ad', 'time', 'share'], touches: null, latency: null },
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
};
/** Returns the routes of a setting; one that can't be deleted has update routes only. */
const settingRoutes = ([many, record]: (typeof settingEntries)[number]): Route[] => {
  const { id, also, instead, methods } = settingAnswers[many] ?? {};
  const naming = { also, instead, ...(id !== null && { id: `${snake(record.one)}_id` }) };
  const path = `/${snake(many)}`;
  return [
    ...both(path, many, record.one, naming),
    ...changes(path, record.type, naming, methods),
    ...(isDeletable(record) ? writes(path, record.type, naming) : []),
  ];
};
const logRoutes = (many: LogName, single: string, path = `/logs/${snake(many)}`): Route[] => {
  const { also, relations } = logAnswers[many] ?? {};
  const naming = { id: `${snake(single)}_id`, also };
  return [list(path, many, naming), { ...one(path, single, naming), relations }];
};
const apiKeys = { path: '/products/{id}/api-keys', pathNames: { id: 'productId', key_id: 'id' } };

const erasures = { path: '/products/{id}/erasures', pathNames: { id: 'productId', erasure_id: 'id' } };

/** Flattens a new key and its secret into one entity. */
const withSecret = ({ api_key: key, secret }: Answer): Answer => ({
  ...(isRecord(key) && { ...key, key_id: key.id }),
  api_key: secret,
  secret,
});

/**
 * Reads rows that are changed together: under their name, as an array, as returned by the read, or a single
 * one.
 */
const several =
  (name: string, each: (row: unknown) => unknown = (row) => row) =>
  (body: unknown): UnknownRecord => {
    const given = isRecord(body) ? body : {};
    const rows = Array.isArray(body) ? body : (given[name] ?? given.results ?? [body]);
    return { [name]: Array.isArray(rows) ? rows.map(each) : rows };
  };

/** Accepts rights as a map from menu to level, like in `users/me`. */
const fromRights = (row: unknown): unknown => {
  if (!isRecord(row) || !isRecord(row.rights)) return row;
  const { rights, ...rest } = row;
  return { ...rest, rights: Object.entries(rights).map(([menu, level]) => ({ menu, level })) };
};

/** All routes under /api/v1 with an operation. `users/me` and downloads are separate. */
export const routes: readonly Route[] = [
  auth('signin', 'signIn', 'entity'),
  auth('refresh', 'refresh', 'entity'),
  auth('signout', 'signOut', 'nothing', 204),
  auth('forgot-password', 'forgotPassword', 'nothing'),
  auth('password-link', 'checkPasswordLink', 'nothing'),
  auth('reset-password', 'resetPassword', 'nothing'),
  ...settingEntries.flatMap(settingRoutes),
  {
    method: 'get',
    ...apiKeys,
    operation: 'apiKeys',
    kind: 'query',
    answer: 'whole',
    naming: { id: 'key_id' },
  },
  {
    method: 'post',
    ...apiKeys,
    operation: 'createApiKey',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
    shape: withSecret,
  },
  {
    method: 'delete',
    ...apiKeys,
    path: `${apiKeys.path}/{key_id}`,
    operation: 'deleteApiKey',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'patch',
    path: '/users/{id}/password',
    operation: 'changePassword',
    kind: 'mutation',
    answer: 'entity',
    naming: user,
    pathNames: { id: 'userId' },
  },
  {
    method: 'post',
    path: '/users/{id}/invitation',
    operation: 'inviteUser',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
    pathNames: { id: 'userId' },
  },
  {
    method: 'get',
    path: '/users/{id}/sessions',
    operation: 'sessions',
    kind: 'query',
    answer: 'whole',
    naming: session,
    pathNames: { id: 'userId' },
  },
  {
    method: 'get',
    path: '/sessions',
    operation: 'sessions',
    kind: 'query',
    answer: 'whole',
    naming: session,
  },
  {
    method: 'delete',
    path: '/sessions',
    operation: 'revokeOtherSessions',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'delete',
    path: '/sessions/{id}',
    operation: 'revokeSession',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  { method: 'get', path: '/roles', operation: 'roles', kind: 'query', answer: 'whole' },
  {
    method: 'put',
    path: '/roles',
    operation: 'updateRoles',
    kind: 'mutation',
    answer: 'whole',
    body: several('roles', fromRights),
  },
  ...both('/audit-logs', 'auditLogs', 'auditLog', { id: 'audit_log_id' }),
  {
    method: 'get',
    path: '/ad/analyze-settings',
    operation: 'analyzeSettings',
    kind: 'query',
    answer: 'whole',
  },
  {
    method: 'put',
    path: '/ad/analyze-settings',
    operation: 'updateAnalyzeSettings',
    kind: 'mutation',
    answer: 'whole',
    body: several('settings'),
  },
  {
    method: 'delete',
    path: '/ad/analyze-settings/{item}',
    operation: 'resetAnalyzeSetting',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  { method: 'get', path: '/alerts/{id}/history', operation: 'alertHistory', kind: 'query', answer: 'entity' },
  { method: 'get', path: '/alerts/{id}/test', operation: 'alertTest', kind: 'query', answer: 'entity' },
  ...['', '/{id}'].flatMap((one): Route[] => [
    { method: 'post', path: `/alerts${one}/try`, operation: 'alertTrial', kind: 'query', answer: 'entity' },
    {
      method: 'post',
      path: `/alerts${one}/send`,
      operation: 'sendAlertTest',
      kind: 'mutation',
      answer: 'entity',
    },
  ]),
  {
    method: 'get',
    path: '/allocation-scenarios',
    operation: 'allocationScenarios',
    kind: 'query',
    answer: 'whole',
  },
  {
    method: 'post',
    path: '/allocation-scenarios',
    operation: 'createAllocationScenario',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
  },
  {
    method: 'put',
    path: '/allocation-scenarios/{id}',
    operation: 'updateAllocationScenario',
    kind: 'mutation',
    answer: 'entity',
  },
  {
    method: 'delete',
    path: '/allocation-scenarios/{id}',
    operation: 'deleteAllocationScenario',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  { method: 'get', path: '/media-sources', operation: 'mediaSources', kind: 'query', answer: 'whole' },
  { method: 'get', path: '/media-costs', operation: 'mediaCostDays', kind: 'query', answer: 'whole' },
  { method: 'get', path: '/media-costs/ads', operation: 'mediaCosts', kind: 'query', answer: 'whole' },
  {
    method: 'post',
    path: '/media-costs/import',
    operation: 'importMediaCosts',
    kind: 'mutation',
    answer: 'entity',
  },
  {
    method: 'delete',
    path: '/media-costs',
    operation: 'deleteMediaCosts',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  { method: 'get', path: '/saved-views', operation: 'savedViews', kind: 'query', answer: 'whole' },
  { method: 'get', path: '/saved-views/{code}', operation: 'savedView', kind: 'query', answer: 'entity' },
  {
    method: 'post',
    path: '/saved-views',
    operation: 'createSavedView',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
  },
  {
    method: 'patch',
    path: '/saved-views/{id}',
    operation: 'updateSavedView',
    kind: 'mutation',
    answer: 'entity',
  },
  {
    method: 'delete',
    path: '/saved-views/{id}',
    operation: 'deleteSavedView',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'put',
    path: '/saved-views/{id}/pin',
    operation: 'pinSavedView',
    kind: 'mutation',
    answer: 'entity',
  },
  { method: 'get', path: '/report-schedules', operation: 'reportSchedules', kind: 'query', answer: 'whole' },
  {
    method: 'get',
    path: '/report-schedules/recipients',
    operation: 'reportRecipients',
    kind: 'query',
    answer: 'whole',
  },
  {
    method: 'post',
    path: '/report-schedules',
    operation: 'createReportSchedule',
    kind: 'mutation',
    answer: 'entity',
    ofNamed: true,
    status: 201,
  },
  {
    method: 'patch',
    path: '/report-schedules/{id}',
    operation: 'updateReportSchedule',
    kind: 'mutation',
    answer: 'entity',
  },
  {
    method: 'delete',
    path: '/report-schedules/{id}',
    operation: 'deleteReportSchedule',
    kind: 'mutation',
    answer: 'nothing',
    status: 204,
  },
  {
    method: 'post',
    path: '/saved-views/{id}/send',
    operation: 'sendReportTest',
    kind: 'mutation',
    answer: 'entity',
    status: 201,
    pathNames: { id: 'viewId' },
  },
  {
    method: 'get',
    path: '/saved-views/{id}/tests',
    operation: 'reportTests',
    kind: 'query',
    answer: 'whole',
    pathNames: { id: 'viewId' },
  },
  {
    method: 'get',
    path: '/report-schedules/{id}/deliveries',
    operation: 'reportDeliveries',
    kind: 'query',
    answer: 'whole',
    pathNames: { id: 'scheduleId' },
  },
  { method: 'post', path: '/ads/import', operation: 'importAds', kind: 'mutation', answer: 'entity' },
  {
    method: 'get',
    path: '/ads/{id}/result_settings',
    operation: 'adResultSettings',
    kind: 'query',
    answer: 'entity',
  },
  { method: 'get', path: '/products/{id}/setup', operation: 'productSetup', kind: 'query', answer: 'entity' },
  {
    method: 'get',
    path: '/products/{id}/log_horizon',
    operation: 'logHorizon',
    kind: 'query',
    answer: 'entity',
    pathNames: { id: 'productId' },
  },
  {
    method: 'get',
    path: '/products/{id}/transmission_notice',
    operation: 'transmissionNotice',
    kind: 'query',
    answer: 'entity',
    pathNames: { id: 'productId' },
  },
  { method: 'get', ...erasures, operation: 'erasures', kind: 'query', answer: 'whole' },
  { method: 'post', ...erasures, operation: 'erasePerson', kind: 'mutation', answer: 'entity', status: 201 },
  {
    method: 'post',
    ...erasures,
    path: `${erasures.path}/preview`,
    operation: 'erasurePreview',
    kind: 'query',
    answer: 'entity',
  },
  {
    method: 'get',
    ...erasures,
    path: `${erasures.path}/{erasure_id}`,
    operation: 'erasure',
    kind: 'query',
    answer: 'entity',
  },
  ...entriesOf(logs).flatMap(([many, { one: single }]) => logRoutes(many, single)),
  {
    method: 'post',
    path: '/ads/{id}/rehearsal',
    operation: 'rehearse',
    kind: 'mutation',
    answer: 'entity',
    pathNames: { id: 'adId' },
  },
  {
    method: 'post',
    path: '/asps/test_postback',
    operation: 'testPostback',
    kind: 'mutation',
    answer: 'entity',
  },
  {
    method: 'post',
    path: '/logs/refused_events/load',
    operation: 'loadRefusedEvents',
    kind: 'mutation',
    answer: 'whole',
  },
  {
    method: 'patch',
    path: '/logs/results/{id}',
    operation: 'updateResult',
    kind: 'mutation',
    answer: 'entity',
    naming: { id: 'result_id' },
  },
  {
    method: 'post',
    path: '/logs/results/approve',
    operation: 'approveResults',
    kind: 'mutation',
    answer: 'entity',
    ofNamed: true,
    filterNames: { result_id: 'id' },
  },
  {
    method: 'post',
    path: '/logs/results/preview',
    operation: 'approvalPreview',
    kind: 'query',
    answer: 'entity',
    ofNamed: true,
    filterNames: { result_id: 'id' },
  },
  {
    method: 'post',
    path: '/logs/results/undo',
    operation: 'undoApproval',
    kind: 'mutation',
    answer: 'entity',
    ofNamed: true,
  },
  {
    method: 'post',
    path: '/logs/results/import',
    operation: 'importDecisions',
    kind: 'mutation',
    answer: 'entity',
  },
  ...both('/logs/ads', 'interactions', 'interaction', interaction),
  // The specification's name of the queue.
  ...logRoutes('resultQueue', 'resultQueueItem', '/auth/log/resultQueue'),
  {
    method: 'post',
    path: '/auth/log/resultQueue/{id}/resend',
    operation: 'resendPostback',
    kind: 'mutation',
    answer: 'entity',
    naming: { id: 'result_queue_item_id' },
    relations: logAnswers.resultQueue?.relations,
  },
  {
    method: 'post',
    path: '/auth/log/resultQueue/resend',
    operation: 'resendPostbacks',
    kind: 'mutation',
    answer: 'entity',
    filterNames: { result_queue_item_id: 'id' },
  },
  ...reportKeys.map((key) => report(reports[key].path, key)),
];
