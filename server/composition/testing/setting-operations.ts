import { RoleType } from '../../../shared/catalog';
import { settingOperations, callers } from './endpoints';

type Operation = (typeof settingOperations)[number];

/** Roles that can call an endpoint; others get FORBIDDEN. */
export const everyone = callers.map(({ role }) => role);
const editors: RoleType[] = [RoleType.ADMIN, RoleType.MANAGER];
const adEditors: RoleType[] = [...editors, RoleType.AGENCY];
const readers: RoleType[] = [...editors, RoleType.ANALYST];
const admins: RoleType[] = [RoleType.ADMIN];

interface OperationCase {
  /** Calls the operation on the open product, within the visitor's company and agency. */
  readonly query: (ownAllowed: Own) => string;
  readonly open: readonly RoleType[];
  /** Calls the operation on something hidden from the visitor; `refusal` is the expected code. */
  readonly hidden?: (strange: Own) => string;
  readonly refusal?: 'NOT_FOUND' | 'FORBIDDEN';
  /** Whether the visitor's own object is always accessible. */
  readonly ownAllowed?: boolean;
}

export interface Own {
  readonly ad: number;
  readonly asp: number;
  readonly product: number;
  readonly user: number;
  readonly alert: number;
}

/** Endpoints of one ad, open to every role for the ads it can see. */
export const adOperations: readonly Operation[] = ['adResultSettings', 'adLinkStates'];

const csv = JSON.stringify('ad_name\nfrom a table\n');
const targetCsv = JSON.stringify('month,cv\n202601,10\n');
const costs = JSON.stringify('day,ad_name,cost\n2026/01/01,from a table,1\n');

export const DAYS = 'dateFrom: "2026-01-01", dateTo: "2026-01-31"';

export const operationCases: Record<Operation, OperationCase> = {
  adResultSettings: {
    query: ({ ad }) => `{ adResultSettings(id: ${ad}) { adId } }`,
    open: everyone,
    hidden: ({ ad }) => `{ adResultSettings(id: ${ad}) { adId } }`,
    refusal: 'NOT_FOUND',
  },
  computing: {
    query: ({ product }) => `{ computing(productId: ${product}) { visitors } }`,
    open: everyone,
    hidden: ({ product }) => `{ computing(productId: ${product}) { visitors } }`,
    refusal: 'FORBIDDEN',
  },
  figureVersion: {
    query: ({ product }) => `{ figureVersion(productId: ${product}, ${DAYS}) }`,
    open: everyone,
    hidden: ({ product }) => `{ figureVersion(productId: ${product}, ${DAYS}) }`,
    refusal: 'FORBIDDEN',
  },
  figureTotal: {
    query: ({ product }) =>
      `{ figureTotal(productId: ${product}, figure: "clicks;20260101-20260131") { rows } }`,
    open: everyone,
    hidden: ({ product }) =>
      `{ figureTotal(productId: ${product}, figure: "clicks;20260101-20260131") { rows } }`,
    refusal: 'FORBIDDEN',
  },
  adRanking: {
    query: ({ product }) => `{ adRanking(productId: ${product}, ${DAYS}, measure: "cpa") { count } }`,
    open: everyone,
    hidden: ({ product }) => `{ adRanking(productId: ${product}, ${DAYS}, measure: "cpa") { count } }`,
    refusal: 'FORBIDDEN',
  },
  disagreement: {
    query: ({ product }) => `{ disagreement(productId: ${product}, ${DAYS}, bootstrap: 0) { count } }`,
    open: everyone,
    hidden: ({ product }) => `{ disagreement(productId: ${product}, ${DAYS}, bootstrap: 0) { count } }`,
    refusal: 'FORBIDDEN',
  },
  dailyFigures: {
    query: ({ product }) => `{ dailyFigures(productId: ${product}, ${DAYS}) { days { day } } }`,
    open: everyone,
    hidden: ({ product }) => `{ dailyFigures(productId: ${product}, ${DAYS}) { days { day } } }`,
    refusal: 'FORBIDDEN',
  },
  attention: {
    query: ({ product }) => `{ attention(productId: ${product}) { asOf } }`,
    open: everyone,
    hidden: ({ product }) => `{ attention(productId: ${product}) { asOf } }`,
    refusal: 'FORBIDDEN',
  },
  adPaths: {
    query: ({ product, ad }) => `{ adPaths(productId: ${product}, adId: ${ad}, ${DAYS}) { conversions } }`,
    open: everyone,
    hidden: ({ product, ad }) => `{ adPaths(productId: ${product}, adId: ${ad}, ${DAYS}) { conversions } }`,
    refusal: 'FORBIDDEN',
  },
  adResultStates: {
    query: ({ product, ad }) => `{ adResultStates(productId: ${product}, adId: ${ad}, ${DAYS}) { count } }`,
    open: everyone,
    hidden: ({ product, ad }) => `{ adResultStates(productId: ${product}, adId: ${ad}, ${DAYS}) { count } }`,
    refusal: 'FORBIDDEN',
  },
  adLinkStates: {
    query: ({ ad }) => `{ adLinkStates(adId: ${ad}) { kind } }`,
    open: everyone,
    hidden: ({ ad }) => `{ adLinkStates(adId: ${ad}) { kind } }`,
    refusal: 'NOT_FOUND',
  },
  productSetup: {
    query: ({ product }) => `{ productSetup(id: ${product}) { productId } }`,
    open: readers,
    hidden: ({ product }) => `{ productSetup(id: ${product}) { productId } }`,
    refusal: 'NOT_FOUND',
  },
  productSeen: {
    query: ({ product }) => `{ productSeen(id: ${product}) { hosts { host } userAgents { family } } }`,
    open: readers,
    hidden: ({ product }) => `{ productSeen(id: ${product}) { hosts { host } } }`,
    refusal: 'NOT_FOUND',
  },
  trackerCheck: {
    query: ({ product }) => `{ trackerCheck(id: ${product}) { productId } }`,
    open: editors,
    hidden: ({ product }) => `{ trackerCheck(id: ${product}) { productId } }`,
    refusal: 'NOT_FOUND',
  },
  alertHistory: {
    query: ({ alert }) => `{ alertHistory(id: ${alert}) { firings { id } } }`,
    open: readers,
    hidden: ({ alert }) => `{ alertHistory(id: ${alert}) { firings { id } } }`,
    refusal: 'NOT_FOUND',
  },
  alertTest: {
    query: ({ alert }) => `{ alertTest(id: ${alert}) { text } }`,
    open: readers,
    hidden: ({ alert }) => `{ alertTest(id: ${alert}) { text } }`,
    refusal: 'NOT_FOUND',
  },
  alertTrial: {
    query: ({ product }) =>
      `{ alertTrial(input: { productId: ${product}, title: "x", measure: "cpa", rule: 1, threshold: 1, scope: 1, channel: 2, webhookUrl: "https://hooks.invalid/" }) { text } }`,
    open: editors,
    hidden: ({ product }) =>
      `{ alertTrial(input: { productId: ${product}, title: "x", measure: "cpa", rule: 1, threshold: 1, scope: 1, channel: 2, webhookUrl: "https://hooks.invalid/" }) { text } }`,
    refusal: 'FORBIDDEN',
  },
  sendAlertTest: {
    query: ({ product }) =>
      `mutation { sendAlertTest(input: { productId: ${product}, title: "x", measure: "cpa", rule: 1, threshold: 1, scope: 1, channel: 2, webhookUrl: "https://hooks.invalid/" }) { to } }`,
    open: editors,
    hidden: ({ product }) =>
      `mutation { sendAlertTest(input: { productId: ${product}, title: "x", measure: "cpa", rule: 1, threshold: 1, scope: 1, channel: 2, webhookUrl: "https://hooks.invalid/" }) { to } }`,
    refusal: 'FORBIDDEN',
  },
  logHorizon: {
    query: ({ product }) => `{ logHorizon(productId: ${product}) { keptFrom } }`,
    open: everyone,
    hidden: ({ product }) => `{ logHorizon(productId: ${product}) { keptFrom } }`,
    refusal: 'FORBIDDEN',
  },
  transmissionNotice: {
    query: ({ product }) => `{ transmissionNotice(productId: ${product}) { installed } }`,
    open: readers,
    hidden: ({ product }) => `{ transmissionNotice(productId: ${product}) { installed } }`,
    refusal: 'NOT_FOUND',
  },
  erasurePreview: {
    query: ({ product }) =>
      `{ erasurePreview(productId: ${product}, userId: "customer0") { counts { conversions } } }`,
    open: admins,
    hidden: ({ product }) =>
      `{ erasurePreview(productId: ${product}, userId: "customer0") { counts { conversions } } }`,
    refusal: 'FORBIDDEN',
  },
  erasures: {
    query: ({ product }) => `{ erasures(productId: ${product}) { id } }`,
    open: admins,
    hidden: ({ product }) => `{ erasures(productId: ${product}) { id } }`,
    refusal: 'FORBIDDEN',
  },
  erasure: {
    query: ({ product }) => `{ erasure(productId: ${product}, id: 987654) { id } }`,
    open: admins,
    hidden: ({ product }) => `{ erasure(productId: ${product}, id: 1) { id } }`,
    refusal: 'FORBIDDEN',
  },
  erasePerson: {
    query: ({ product }) => `mutation { erasePerson(productId: ${product}, visitorId: "nobody") { id } }`,
    open: admins,
    hidden: ({ product }) => `mutation { erasePerson(productId: ${product}, userId: "customer0") { id } }`,
    refusal: 'FORBIDDEN',
  },
  dependents: {
    query: ({ asp }) => `{ dependents(of: ASP, id: ${asp}) { count } }`,
    open: readers,
    hidden: ({ asp }) => `{ dependents(of: ASP, id: ${asp}) { count } }`,
    refusal: 'NOT_FOUND',
  },
  sessions: {
    query: () => '{ sessions { id } }',
    open: everyone,
    hidden: ({ user }) => `{ sessions(userId: ${user}) { id } }`,
    refusal: 'NOT_FOUND',
  },
  analyzeSettings: { query: () => '{ analyzeSettings { item } }', open: everyone },
  roles: { query: () => '{ roles { version } }', open: admins },
  updateAds: {
    query: ({ ad }) => `mutation { updateAds(ids: [${ad}], input: {}) }`,
    open: adEditors,
    hidden: ({ ad }) => `mutation { updateAds(ids: [${ad}], input: { status: false }) }`,
    refusal: 'NOT_FOUND',
  },
  updateAsps: {
    query: ({ asp }) => `mutation { updateAsps(ids: [${asp}], input: { status: true }) }`,
    open: editors,
    hidden: ({ asp }) => `mutation { updateAsps(ids: [${asp}], input: { status: false }) }`,
    refusal: 'NOT_FOUND',
  },
  updateUsers: {
    query: ({ user }) => `mutation { updateUsers(ids: [${user}], input: { status: true }) }`,
    open: admins,
    hidden: ({ user }) => `mutation { updateUsers(ids: [${user}], input: { status: false }) }`,
    refusal: 'NOT_FOUND',
    ownAllowed: true,
  },
  importAds: {
    query: ({ product }) => `mutation { importAds(productId: ${product}, csv: ${csv}) { refused } }`,
    open: adEditors,
    hidden: ({ product }) =>
      `mutation { importAds(productId: ${product}, csv: ${csv}, dryRun: false) { refused } }`,
    refusal: 'FORBIDDEN',
  },
  importTargets: {
    query: ({ product }) =>
      `mutation { importTargets(productId: ${product}, csv: ${targetCsv}) { refused } }`,
    open: adEditors,
    hidden: ({ product }) =>
      `mutation { importTargets(productId: ${product}, csv: ${targetCsv}, dryRun: false) { refused } }`,
    refusal: 'FORBIDDEN',
  },
  mediaSources: {
    query: ({ product }) => `{ mediaSources(productId: ${product}) { id } }`,
    open: everyone,
    hidden: ({ product }) => `{ mediaSources(productId: ${product}) { id } }`,
    refusal: 'FORBIDDEN',
  },
  updateMediaSource: {
    query: () => 'mutation { updateMediaSource(id: 987654, input: { clickWindowDays: 7 }) { id } }',
    open: editors,
    hidden: () => 'mutation { updateMediaSource(id: 987654, input: { clickWindowDays: 7 }) { id } }',
    refusal: 'NOT_FOUND',
  },
  gap: {
    query: ({ product }) => `{ gap(productId: ${product}, sourceId: 987654, ${DAYS}) { count } }`,
    open: everyone,
    hidden: ({ product }) => `{ gap(productId: ${product}, sourceId: 987654, ${DAYS}) { count } }`,
    refusal: 'FORBIDDEN',
  },
  gapRows: {
    query: ({ product }) =>
      `{ gapRows(productId: ${product}, sourceId: 987654, step: "window", ${DAYS}) { count } }`,
    open: everyone,
    hidden: ({ product }) =>
      `{ gapRows(productId: ${product}, sourceId: 987654, step: "window", ${DAYS}) { count } }`,
    refusal: 'FORBIDDEN',
  },
  mediaCostDays: {
    query: ({ product }) => `{ mediaCostDays(productId: ${product}, ${DAYS}) { day } }`,
    open: everyone,
    hidden: ({ product }) => `{ mediaCostDays(productId: ${product}, ${DAYS}) { day } }`,
    refusal: 'FORBIDDEN',
  },
  mediaCosts: {
    query: ({ product }) => `{ mediaCosts(productId: ${product}, day: "2026-01-01") { cost } }`,
    open: everyone,
    hidden: ({ product }) => `{ mediaCosts(productId: ${product}, day: "2026-01-01") { cost } }`,
    refusal: 'FORBIDDEN',
  },
  importMediaCosts: {
    query: ({ product }) =>
      `mutation { importMediaCosts(productId: ${product}, sourceName: "A", csv: ${costs}) { refused } }`,
    open: editors,
    hidden: ({ product }) =>
      `mutation { importMediaCosts(productId: ${product}, sourceName: "A", csv: ${costs}, dryRun: false) { refused } }`,
    refusal: 'FORBIDDEN',
  },
  mediaNames: {
    query: ({ product }) => `{ mediaNames(productId: ${product}) { id } }`,
    open: everyone,
    hidden: ({ product }) => `{ mediaNames(productId: ${product}) { id } }`,
    refusal: 'FORBIDDEN',
  },
  updateMediaName: {
    query: ({ ad }) => `mutation { updateMediaName(id: 987654, adId: ${ad}) { id } }`,
    open: editors,
    hidden: ({ ad }) => `mutation { updateMediaName(id: 987654, adId: ${ad}) { id } }`,
    refusal: 'NOT_FOUND',
  },
  deleteMediaName: {
    query: () => 'mutation { deleteMediaName(id: 987654) }',
    open: editors,
    hidden: () => 'mutation { deleteMediaName(id: 987654) }',
    refusal: 'NOT_FOUND',
  },
  deleteMediaCosts: {
    query: ({ product }) => `mutation { deleteMediaCosts(productId: ${product}, ${DAYS}) }`,
    open: editors,
    hidden: ({ product }) => `mutation { deleteMediaCosts(productId: ${product}, ${DAYS}) }`,
    refusal: 'FORBIDDEN',
  },
  loadRefusedEvents: {
    query: ({ product }) => `mutation { loadRefusedEvents(productId: ${product}, ids: []) { id } }`,
    open: editors,
    hidden: ({ product }) => `mutation { loadRefusedEvents(productId: ${product}, ids: ["1"]) { id } }`,
    refusal: 'FORBIDDEN',
  },
  testPostback: {
    query: ({ product }) =>
      `mutation { testPostback(input: { productId: ${product}, webhookUrl: "http://127.0.0.1:1/" }) { diagnosis } }`,
    open: editors,
    hidden: ({ product }) =>
      `mutation { testPostback(input: { productId: ${product}, webhookUrl: "http://127.0.0.1:1/" }) { diagnosis } }`,
    refusal: 'FORBIDDEN',
  },
  rehearse: {
    query: ({ ad }) => `mutation { rehearse(adId: ${ad}) { hops { step } } }`,
    open: editors,
    hidden: ({ ad }) => `mutation { rehearse(adId: ${ad}) { hops { step } } }`,
    refusal: 'NOT_FOUND',
  },
  changePassword: {
    query: ({ user }) =>
      `mutation { changePassword(userId: ${user}, password: "Password1!", currentPassword: "Password1!") { id } }`,
    open: everyone,
    hidden: ({ user }) => `mutation { changePassword(userId: ${user}, password: "Password1!") { id } }`,
    refusal: 'NOT_FOUND',
  },
  inviteUser: {
    query: () => 'mutation { inviteUser(userId: 987654) { email } }',
    open: admins,
    hidden: ({ user }) => `mutation { inviteUser(userId: ${user}) { email } }`,
    refusal: 'NOT_FOUND',
  },
  resetSecondFactor: {
    query: () => 'mutation { resetSecondFactor(userId: 987654) }',
    open: admins,
    hidden: ({ user }) => `mutation { resetSecondFactor(userId: ${user}) }`,
    refusal: 'NOT_FOUND',
  },
  revokeSession: { query: () => 'mutation { revokeSession(id: "none") }', open: everyone },
  revokeOtherSessions: {
    query: () => 'mutation { revokeOtherSessions }',
    open: everyone,
    hidden: ({ user }) => `mutation { revokeOtherSessions(userId: ${user}) }`,
    refusal: 'NOT_FOUND',
  },
  updateAnalyzeSettings: {
    query: () => 'mutation { updateAnalyzeSettings(settings: []) { item } }',
    open: everyone,
  },
  resetAnalyzeSetting: { query: () => 'mutation { resetAnalyzeSetting(item: 1) { item } }', open: everyone },
  readTokens: {
    query: ({ product }) => `{ readTokens(productId: ${product}) { id } }`,
    open: everyone,
    hidden: ({ product }) => `{ readTokens(productId: ${product}) { id } }`,
    refusal: 'FORBIDDEN',
  },
  createReadToken: {
    query: ({ product }) => `mutation { createReadToken(productId: ${product}, name: "sheet") { token } }`,
    open: everyone,
    hidden: ({ product }) => `mutation { createReadToken(productId: ${product}, name: "sheet") { token } }`,
    refusal: 'FORBIDDEN',
  },
  revokeReadToken: { query: () => 'mutation { revokeReadToken(id: 987654) }', open: everyone },
  scimTokens: { query: () => '{ scimTokens { id } }', open: admins },
  createScimToken: {
    query: () => 'mutation { createScimToken(name: "Entra ID") { token } }',
    open: admins,
  },
  revokeScimToken: { query: () => 'mutation { revokeScimToken(id: 987654) }', open: admins },
  queryRuns: { query: () => '{ queryRuns { id } }', open: everyone },
  keepQueryRun: {
    query: () =>
      'mutation { keepQueryRun(input: { query: "{ me { email } }", durationMs: 1, bytes: 1, outcome: "answered" }) { id } }',
    open: everyone,
  },
  forgetQueryRuns: { query: () => 'mutation { forgetQueryRuns(ids: [987654]) }', open: everyone },
  systemState: { query: () => '{ systemState { measures { key } } }', open: admins },
  signInPolicy: { query: () => '{ signInPolicy { version } }', open: admins },
  updateSignInPolicy: {
    query: () => 'mutation { updateSignInPolicy(roleTypes: []) { version } }',
    open: admins,
  },
  updateRoles: { query: () => 'mutation { updateRoles(roles: []) { version } }', open: admins },
};
