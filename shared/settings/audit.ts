import { ApprovalStatus } from '../domain/results';
import { rightKeys, RoleType } from '../catalog';
import { keysOf, recordOf } from '../records';
import { analyzeSettingFields } from './analyze-setting';
import { choice, day, decimal, flag, integer, keys, money, ref, text, type Fields } from './fields';
import { identityProviderFields } from './identity-provider';
import { mediaRuleFields } from './media-source';
import { reportScheduleFields } from './saved-view';
import { shareFields } from './share';
import { settingRules, type SettingName } from './settings';

const tokenFields = { name: text(), prefix: text() };

const settingFields: Readonly<Record<SettingName, Fields>> = recordOf(
  keysOf(settingRules),
  (name) => settingRules[name].fields,
);

/** Everything that the audit trail records, with the fields of its changes. */
export const auditFields = {
  ...settingFields,
  conversionSender: {
    ...settingFields.conversionSender,
    secretsChangedAt: text(),
    conversionsInFile: integer(),
  },
  experiment: {
    ...settingFields.experiment,
    frozenAt: text(),
    minimalEffect: decimal({ min: 0, max: 1e15 }),
    dataVersion: integer(),
  },
  company: { ...settingFields.company, factorRoles: choice(RoleType), factorFrom: day() },
  user: {
    ...settingFields.user,
    invitation: text(),
    password: text(),
    secondFactor: flag(),
    recoveryCodes: integer(),
    externalId: text(),
    authenticatorApp: flag(),
    passkey: text(),
  },
  role: recordOf(rightKeys, () => keys([], { one: true })),
  apiKey: tokenFields,
  readToken: tokenFields,
  scimToken: tokenFields,
  postbackSource: { ...tokenFields, cvSettingId: ref('cvSetting'), names: text(), statusWords: text() },
  identityProvider: {
    issuer: identityProviderFields.issuer,
    clientId: identityProviderFields.clientId,
    clientSecret: identityProviderFields.clientSecret,
    allowedDomains: identityProviderFields.allowedDomains,
    roleClaim: identityProviderFields.roleClaim,
    roleMapping: identityProviderFields.roleMapping,
    enabled: flag(),
    // The trail hides the values of fields named after passwords.
    ssoOnly: flag(),
    emergencyUser: text(),
  },
  session: { device: text() },
  analyzeSetting: analyzeSettingFields,
  mediaSource: {
    dateFrom: day(),
    dateTo: day(),
    mediaDays: integer(),
    cost: money(),
    impressions: integer(),
    clicks: integer(),
    currency: text(),
    exchangeRate: decimal({ min: 0, max: 1e6 }),
    mediaName: text(),
    adId: ref('ad'),
    conversions: decimal({ min: 0, max: 1e12 }),
    conversionValue: money(),
    viewThrough: decimal({ min: 0, max: 1e12 }),
    ...mediaRuleFields,
  },
  reportSchedule: reportScheduleFields,
  reportShare: { ...shareFields, prefix: text() },
  result: { approvalStatus: choice(ApprovalStatus), results: integer(), reason: text() },
  postback: { resent: integer() },
  conversion: { amount: money(), cancelled: flag(), reason: text() },
  erasure: { subjectKind: keys([], { one: true }) },
} as const satisfies Readonly<Record<string, Fields>>;

export type AuditEntity = keyof typeof auditFields;
export const auditEntities = keysOf(auditFields);

/** What an entry is about. An undo restores the statuses that an approval changed. */
export const auditActions = ['create', 'update', 'delete', 'undo', 'signIn', 'signOut'] as const;
export type AuditAction = (typeof auditActions)[number];
