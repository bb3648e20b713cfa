import {
  getNamedType,
  isInputObjectType,
  isObjectType,
  type GraphQLField,
  type GraphQLSchema,
} from 'graphql';
import { RoleType, type RightKey } from '../../../shared/catalog';
import type { ApiContext } from '../../services/context';
import type { LogDefinition } from '../../logs/log-definition';
import { logs } from '../../logs/logs';
import { settingEntries } from '../../settings/settings';
import type { ApiWorld } from './api-world';

/** Row of the test world and its owner. */
export interface WorldRow {
  readonly id: number | string;
  readonly company: 'alpha' | 'beta';
  readonly product?: 'open' | 'closed';
  /** Agency of the row's ad, if it has one. */
  readonly agency?: 0 | 1;
}

/** User that calls an endpoint. */
export interface Caller {
  readonly name: string;
  readonly email: string;
  readonly role: RoleType;
  readonly company: 'alpha' | 'beta';
}

export const callers: readonly Caller[] = [
  { name: 'ADMIN', email: 'admin@alpha.example', role: RoleType.ADMIN, company: 'alpha' },
  { name: 'MANAGER', email: 'manager@alpha.example', role: RoleType.MANAGER, company: 'alpha' },
  { name: 'ANALYST', email: 'analyst@alpha.example', role: RoleType.ANALYST, company: 'alpha' },
  { name: 'AGENCY', email: 'agency@alpha.example', role: RoleType.AGENCY, company: 'alpha' },
  { name: 'ADMIN of another company', email: 'admin@beta.example', role: RoleType.ADMIN, company: 'beta' },
];

/** Returns whether a user can see a row, by domain.md section 7. */
export function canSee(caller: Caller, row: WorldRow): boolean {
  if (row.company !== caller.company) return false;
  if (row.product === 'closed' && caller.role !== RoleType.ADMIN) return false;
  return caller.role !== RoleType.AGENCY || row.agency === undefined || row.agency === 0;
}

/** Menu of a row type, and its rows in the test world. */
export interface RowType {
  readonly menu: RightKey;
  readonly rows: readonly WorldRow[];
}

/** Letter in the ids of the world's events, by table. */
const eventMarks: Readonly<Record<string, string>> = { interaction: 'c', access: 'p', conversion: 'o' };

type Pick = (product: ApiWorld['open'], name: string) => readonly (number | string)[];

export function rowTypesOf(world: ApiWorld): Record<string, RowType> {
  const products = [
    ['open', world.open, { company: 'alpha', product: 'open' }],
    ['closed', world.closed, { company: 'alpha', product: 'closed' }],
    ['foreign', world.foreign, { company: 'beta' }],
  ] as const;
  const perProduct = (pick: Pick): WorldRow[] =>
    products.flatMap(([name, product, whose]) => pick(product, name).map((id) => ({ id, ...whose })));
  const perAd = (pick: Pick): WorldRow[] =>
    products.flatMap(([name, product, whose]) =>
      pick(product, name).map((id, agency) => ({ id, ...whose, agency: agency as 0 | 1 })),
    );
  const alpha = (ids: readonly number[]): WorldRow[] => ids.map((id) => ({ id, company: 'alpha' }));
  const events =
    (table: string): Pick =>
    (_product, name) => {
      const mark = eventMarks[table];
      return [`${name}-${mark}0`, `${name}-${mark}1`];
    };
  const { users, agencies, company, foreign } = world;
  const known: Record<string, RowType> = {
    Company: { menu: 'companies', rows: [...alpha([company]), { id: foreign.company, company: 'beta' }] },
    Product: { menu: 'products', rows: perProduct(({ product }) => [product]) },
    User: { menu: 'users', rows: [...alpha(Object.values(users)), { id: foreign.user, company: 'beta' }] },
    Agency: { menu: 'agencies', rows: [...alpha([...agencies]), { id: foreign.agency, company: 'beta' }] },
    Asp: { menu: 'asps', rows: perProduct(({ asp }) => [asp]) },
    Ad: { menu: 'ads', rows: perAd(({ ads }) => ads) },
    AdCategory: { menu: 'ad_categories', rows: perProduct(({ adCategory }) => [adCategory]) },
    AdType: { menu: 'ad_categories', rows: perProduct(({ adType }) => [adType]) },
    CvSetting: { menu: 'cv_settings', rows: perProduct(({ cvSetting }) => [cvSetting]) },
    Redirect: { menu: 'redirects', rows: perAd(({ redirects }) => redirects) },
    CustomMeasure: {
      menu: 'custom_measures',
      rows: [...alpha([world.customMeasure]), { id: foreign.customMeasure, company: 'beta' }],
    },
    Domain: { menu: 'crossdomains', rows: perProduct(({ domain }) => [domain]) },
    ...Object.fromEntries(
      Object.values<LogDefinition>(logs)
        .filter(({ table }) => Object.hasOwn(eventMarks, table))
        .map(({ type, table }): [string, RowType] => [type, { menu: 'logs', rows: perAd(events(table)) }]),
    ),
    Result: { menu: 'logs', rows: perAd(({ results }) => results) },
    ConversionSend: { menu: 'postbacks', rows: perAd(({ sends }) => sends) },
    ResultQueueItem: { menu: 'postbacks', rows: perAd(({ queued }) => queued) },
    // Rejected events belong to no ad, so an agency sees none.
    RefusedEvent: {
      menu: 'logs',
      rows: perProduct(({ refused }) => refused).map((row) => ({ ...row, agency: 1 })),
    },
    // The target belongs to no ad, so an agency sees none.
    Target: {
      menu: 'ads',
      rows: perProduct(({ further }) => [further.target ?? 0]).map((row) => ({ ...row, agency: 1 })),
    },
    // Without ads it is none of an agency's.
    Experiment: {
      menu: 'experiments',
      rows: perProduct(({ further }) => [further.experiment ?? 0]).map((row) => ({ ...row, agency: 1 })),
    },
    // The world has no changes yet.
    AuditLog: { menu: 'audit', rows: [] },
  };
  const further = settingEntries
    .filter(([, { type }]) => !Object.hasOwn(known, type))
    .map(([, { type, menu, name }]): [string, RowType] => [
      type,
      { menu: menu as RightKey, rows: perProduct((product) => [product.further[name] ?? 0]) },
    ]);
  return { ...known, ...Object.fromEntries(further) };
}

/** Operation on a row type; derived from its name and type. */
export interface Endpoint {
  readonly name: string;
  readonly kind: 'list' | 'get' | 'report' | 'create' | 'update' | 'delete';
  /** Type of its rows; empty for reports. */
  readonly type: string;
  readonly field: GraphQLField<unknown, ApiContext>;
}

/** Operations around the settings; setting-endpoints.test.ts covers each of them. */
export const settingOperations = [
  'adResultSettings',
  'computing',
  'figureVersion',
  'figureTotal',
  'productSetup',
  'productSeen',
  'trackerCheck',
  'logHorizon',
  'transmissionNotice',
  'erasurePreview',
  'erasures',
  'erasure',
  'erasePerson',
  'dependents',
  'sessions',
  'analyzeSettings',
  'roles',
  'systemState',
  'updateAds',
  'updateAsps',
  'updateUsers',
  'adRanking',
  'disagreement',
  'dailyFigures',
  'attention',
  'adPaths',
  'adResultStates',
  'adLinkStates',
  'readTokens',
  'createReadToken',
  'revokeReadToken',
  'scimTokens',
  'createScimToken',
  'revokeScimToken',
  'queryRuns',
  'keepQueryRun',
  'forgetQueryRuns',
  'gap',
  'gapRows',
  'mediaSources',
  'updateMediaSource',
  'mediaCostDays',
  'mediaCosts',
  'importMediaCosts',
  'mediaNames',
  'updateMediaName',
  'deleteMediaName',
  'deleteMediaCosts',
  'importAds',
  'importTargets',
  'changePassword',
  'inviteUser',
  'resetSecondFactor',
  'revokeSession',
  'revokeOtherSessions',
  'loadRefusedEvents',
  'testPostback',
  'rehearse',
  'updateAnalyzeSettings',
  'resetAnalyzeSetting',
  'updateRoles',
  'signInPolicy',
  'updateSignInPolicy',
  'alertHistory',
  'alertTest',
  'alertTrial',
  'sendAlertTest',
] as const;

/** Operations without rows, or with their own tests. */
export const testedElsewhere: readonly string[] = [
  'me',
  'signIn',
  'refresh',
  'signOut',
  'updateMe',
  'changeMyPassword',
  'completeSignIn',
  'setUpSecondFactor',
  'secondFactor',
  'beginSecondFactor',
  'confirmSecondFactor',
  'renewRecoveryCodes',
  'disableSecondFactor',
  'passkeys',
  'beginPasskey',
  'addPasskey',
  'removePasskey',
  'secondFactorOptions',
  'beginPasskeySignIn',
  'signInWithPasskey',
  'identityProvider',
  'updateIdentityProvider',
  'testIdentityProvider',
  'beginSingleSignOn',
  'completeSingleSignOn',
  'endSession',
  'apiKeys',
  'createApiKey',
  'deleteApiKey',
  'postbackSources',
  'createPostbackSource',
  'deletePostbackSource',
  'createFirstUser',
  'forgotPassword',
  'checkPasswordLink',
  'resetPassword',
  'visitorStory',
  'creditExplanation',
  'amendConversion',
  'updateResult',
  'approveResults',
  'approvalPreview',
  'undoApproval',
  'beginApproval',
  'beginUndoApproval',
  'approvalRun',
  'approvalRuns',
  'importDecisions',
  'resendPostback',
  'resendPostbacks',
  'conversionSenderPreview',
  'conversionFile',
  'resendConversion',
  'resendConversions',
  'experimentFigures',
  'freezeExperiment',
  'allocationScenarios',
  'createAllocationScenario',
  'updateAllocationScenario',
  'deleteAllocationScenario',
  'savedViews',
  'savedView',
  'createSavedView',
  'updateSavedView',
  'deleteSavedView',
  'pinSavedView',
  'pageLink',
  'createPageLink',
  'reportSchedules',
  'reportRecipients',
  'reportDeliveries',
  'createReportSchedule',
  'updateReportSchedule',
  'deleteReportSchedule',
  'sendReportTest',
  'reportTests',
  'reportShares',
  'createReportShare',
  'deleteReportShare',
  'openReportDocument',
  'clientReports',
  'createClientReport',
  'updateClientReport',
  'deleteClientReport',
  ...settingOperations,
];

/** Returns the endpoints of a schema, and the names of unknown operations. */
export function endpointsOf(
  schema: GraphQLSchema,
  types: Readonly<Record<string, RowType>>,
): { endpoints: Endpoint[]; unknown: string[] } {
  const endpoints: Endpoint[] = [];
  const unknown: string[] = [];
  const fields = [
    ...Object.values(schema.getQueryType()?.getFields() ?? {}),
    ...Object.values(schema.getMutationType()?.getFields() ?? {}),
  ];
  for (const field of fields) {
    const { name } = field;
    const answer = getNamedType(field.type);
    const [, verb, written = ''] = /^(create|update|delete)([A-Z]\w*)$/.exec(name) ?? [];
    const listed = answer.name.replace(/List$/, '');
    const reports = isObjectType(answer) && 'total' in answer.getFields();
    if (testedElsewhere.includes(name)) continue;
    if (verb && written in types)
      endpoints.push({ name, kind: verb as Endpoint['kind'], type: written, field });
    else if (reports) endpoints.push({ name, kind: 'report', type: '', field });
    else if (answer.name.endsWith('List') && listed in types)
      endpoints.push({ name, kind: 'list', type: listed, field });
    else if (answer.name in types) endpoints.push({ name, kind: 'get', type: answer.name, field });
    else unknown.push(name);
  }
  return { endpoints, unknown };
}

/**
 * Returns the filter fields of a list that refer to rows, with the row type; lists of settings also filter by
 * their own ids.
 */
export function referringFilters({ field, type: own }: Endpoint): [filter: string, type: string][] {
  const filter = field.args.find(({ name }) => name === 'filter' || name === 'filters');
  const input = filter && getNamedType(filter.type);
  if (!isInputObjectType(input)) return [];
  return Object.entries(input.getFields()).flatMap(([name, { type: values }]): [string, string][] => {
    if (name === 'id' && getNamedType(values).name === 'Int') return [[name, own]];
    const type = name
      .replace(/Ids?$/, '')
      .replace(/^(lastCv|performanceCv)Ad$/, 'ad')
      .replace(/^(adType)\d$/, '$1');
    const referring =
      /Ids?$/.test(name) &&
      ['agency', 'asp', 'ad', 'adCategory', 'adType', 'redirect', 'cvSetting'].includes(type);
    return referring ? [[name, type.charAt(0).toUpperCase() + type.slice(1)]] : [];
  });
}
