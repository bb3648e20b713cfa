import {
  AdAnalyzeSimulationItem,
  AdCostAllocationMode,
  AlertChannel,
  AlertCondition,
  AlertScope,
  AttributionModel,
  axisNames,
  CustomMeasureUnit,
  CvCondition,
  CvType,
  ExperimentControl,
  ExperimentMeasure,
  findMeasure,
  isFigureFilter,
  MAX_FIGURE_CONDITIONS,
  NewAndExistingEvaluation,
  parseFigureCondition,
  RoleType,
  SendWhen,
  SentValue,
  snakeCase,
  WeekStart,
} from '../catalog';
import { alertMeasureNames, MAX_RECIPIENTS } from '../catalog/alert';
import { platformKeys } from '../catalog/platforms/keys';
import { combinableNames, customMeasureLimits } from '../catalog/evaluate';
import { costChangeLimits, ELASTICITY, parseCostChanges } from '../domain/cost';
import { WHOLE_RATE } from '../domain/delivery';
import { LONGEST_TERM } from '../domain/journey';
import { MAX_PRE_WEEKS, MAX_TEST_WEEKS, MIN_PRE_WEEKS } from '../domain/on-off';
import { locales } from '../i18n/messages';
import {
  choice,
  cvCost,
  day,
  decimal,
  domain,
  email,
  emails,
  flag,
  hostList,
  hostName,
  integer,
  ipList,
  keys,
  textMap,
  list,
  longText,
  measures,
  money,
  month,
  number,
  percent,
  phone,
  positiveInteger,
  ref,
  refs,
  ruleMessage,
  tagTemplate,
  text,
  url,
  urlPattern,
  userAgentList,
  type Field,
  type Fields,
} from './fields';
import { feeFields, resultSettingFields } from './result-settings';
import {
  adRule,
  alertRule,
  aspRule,
  conversionSenderRule,
  cvSettingRule,
  experimentRule,
  productRule,
  redirectRule,
  targetRule,
  userRule,
  type CrossRule,
} from './rules';
import { savedViewFields } from './saved-view';
import { clientReportFields } from './share';

/** Writable fields of an entity, and its rule over several fields. */
export interface SettingRules {
  readonly fields: Fields;
  readonly cross?: CrossRule;
}

/** Slots of each CV type. */
export const CV_SLOTS = 3;

/** Cost changes as text, validated by the parser of the simulation. */
const costChanges = (): Field<string | null> => {
  const { rule, ...field } = text({ max: costChangeLimits.text });
  const wrong = ruleMessage('invalidCostChanges', { max: costChangeLimits.rows });
  return {
    ...field,
    rule: rule.test(
      'changes',
      wrong,
      (value: unknown) => typeof value !== 'string' || parseCostChanges(value) !== null,
    ),
  };
};

/** Conditions on metric values, comma-joined, of measures of the catalogue. */
const figureConditions = (): Field<string | null> => {
  const { rule, ...field } = text({ max: 1000 });
  const isSound = (value: unknown): boolean => {
    if (typeof value !== 'string') return true;
    const conditions = value.split(',');
    const names = conditions.map((one) => parseFigureCondition(one)?.name ?? '');
    return isFigureFilter(conditions) && names.every((name) => findMeasure(name) !== null);
  };
  return {
    ...field,
    kind: 'figures',
    rule: rule.test('figures', ruleMessage('invalidFigures', { max: MAX_FIGURE_CONDITIONS }), isSound),
  };
};

/** Every editable entity. Forms, mutations, REST and CSV import share these validation rules. */
export const settingRules = {
  /** One trackable placement; all but the name can be empty. */
  ad: {
    fields: {
      adName: text({ required: true }),
      adPostUrl: text({ max: 2048 }),
      adDescription: longText(),
      agencyId: ref('agency'),
      aspId: ref('asp'),
      adCategoryId: ref('adCategory'),
      adType1Id: ref('adType1'),
      adType2Id: ref('adType2'),
      adType3Id: ref('adType3'),
      periodFrom: day(),
      periodTo: day(),
      redirectUrl: url(),
      redirectFlag: flag(true),
      clickCost: money({ absent: 0 }),
      cvCost: cvCost({ absent: 0 }),
      useParamsIndividuallySetting: flag(),
      resultNoticeIndividuallySetting: flag(),
      autoApprovalIndividuallySetting: flag(),
      ...resultSettingFields,
      ...feeFields,
      status: flag(true),
    },
    cross: adRule,
  },
  /** Ad network or medium. */
  asp: {
    fields: {
      aspName: text({ required: true }),
      companyName: text(),
      phoneNumber: phone(),
      address: text(),
      description: longText(),
      measurementTag: tagTemplate(),
      ...resultSettingFields,
      ...feeFields,
      postbackPaused: flag(),
      postbackAtOnce: integer({ min: 1, max: 20 }),
      postbackPerSecond: integer({ min: 1, max: 1000 }),
      status: flag(true),
    },
    cross: aspRule,
  },
  /** Link of an ad with up to five landing page variants. */
  redirect: {
    fields: {
      adId: ref('ad', true),
      redirectUrl: url({ required: true }),
      lpoFlag: flag(),
      dynamicLpurl: flag(),
      lpo: list(
        {
          /** Identifies an existing variant; absent for a new one. */
          id: integer({ min: 1 }),
          title: text({ required: true }),
          url: url({ required: true }),
          rate: integer({ required: true, min: 0, max: WHOLE_RATE }),
        },
        { max: 5 },
      ),
    },
    cross: redirectRule,
  },
  /** What counts as a conversion. */
  cvSetting: {
    fields: {
      title: text({ required: true }),
      cvType: choice(CvType, null, true),
      cvSlot: integer({ min: 1, max: CV_SLOTS }),
      cvCondition: choice(CvCondition, CvCondition.URL),
      referrerUrl: urlPattern(),
      cvUrl: urlPattern(),
      cvTag: longText(),
      resultFlag: flag(),
      orderKey: text(),
    },
    cross: cvSettingRule,
  },
  /** Domain whose visitor ids in URLs are accepted. */
  crossdomain: {
    fields: { senderName: text({ required: true }), senderDomain: domain({ required: true }) },
  },
  adCategory: { fields: { title: text({ required: true }) } },
  /** `sequence` is the number of the ad type: 1, 2 or 3. */
  adType: {
    fields: { sequence: integer({ required: true, min: 1, max: 3 }), title: text({ required: true }) },
  },
  /** Note on a day that explains its metric values. */
  note: { fields: { day: day(true), noteText: text({ required: true, max: 500 }) } },
  /** Targets of a month: of the product, or of one of its ads or asps. */
  target: {
    fields: {
      month: month(true),
      adId: ref('ad'),
      aspId: ref('asp'),
      cv: positiveInteger({ max: 1e9 }),
      cost: money(),
      cpa: money(),
      roas: percent({ max: 1e4 }),
      amount: money(),
    },
    cross: targetRule,
  },
  /** The tenant. */
  company: {
    fields: {
      divName: text({ required: true }),
      picName: text(),
      picEmail: email(),
      loginAllowedIps: ipList(),
      tel: phone(),
      address: text(),
      status: flag(true),
    },
  },
  /** Advertised product. */
  product: {
    fields: {
      productName: text({ required: true }),
      productDomain: domain(),
      productUrl: url(),
      trackingTerm: positiveInteger({ max: LONGEST_TERM, absent: 180 }),
      logRetentionMonths: positiveInteger({ max: 1200 }),
      excludedIps: ipList(),
      trackerHost: hostName(),
      measuredHostsOnly: flag(),
      moreHosts: hostList(),
      peopleUserAgents: userAgentList(),
      robotUserAgents: userAgentList(),
      weekStart: choice(WeekStart, WeekStart.MONDAY),
      attributionModel: choice(AttributionModel, AttributionModel.LINEAR),
      adCostAllocationMode: choice(AdCostAllocationMode, AdCostAllocationMode.CV),
      newExistingSeparation: flag(),
      newExistingEvaluation: choice(
        NewAndExistingEvaluation,
        NewAndExistingEvaluation.NEW_AND_EXISTING_WITH_HISTORY,
      ),
      /** Whether links show its reports to people outside the company. */
      sharingAllowed: flag(true),
    },
    cross: productRule,
  },
  /** Runs ads for a company. */
  agency: { fields: { agencyName: text({ required: true }), agencyDesc: longText() } },
  /** User of the console. The password has its own form. */
  user: {
    fields: {
      userName: text({ required: true }),
      email: email({ required: true }),
      roleType: choice(RoleType, null, true),
      agencyId: ref('agency'),
      productIds: refs('product'),
      status: flag(true),
    },
    cross: userRule,
  },
  /** A sum of measures divided by another one. */
  customMeasure: {
    fields: {
      title: text({ required: true, max: 64 }),
      numerators: measures(combinableNames, customMeasureLimits.parts),
      denominator: measures(combinableNames, 1),
      unit: choice(CustomMeasureUnit, CustomMeasureUnit.RATIO),
      decimals: integer({ min: 0, max: customMeasureLimits.decimals, absent: 2 }),
      shared: flag(),
    },
  },
  /** A measure that is checked daily, and the recipients when it leaves its bounds. */
  alert: {
    fields: {
      title: text({ required: true, max: 64 }),
      measure: measures(alertMeasureNames, 1),
      rule: choice(AlertCondition, AlertCondition.UNUSUAL),
      threshold: decimal({ min: -1e12, max: 1e12 }),
      figures: figureConditions(),
      scope: choice(AlertScope, AlertScope.PRODUCT),
      adId: ref('ad'),
      hour: integer({ min: 0, max: 23, absent: 9 }),
      channel: choice(AlertChannel, AlertChannel.MAIL),
      recipients: emails(MAX_RECIPIENTS),
      webhookUrl: url(),
      /** Language of the messages; by default Japanese. */
      locale: { ...keys(locales, { one: true }), kind: 'language', absent: 'ja' },
      status: flag(true),
    },
    cross: alertRule,
  },
  /** Sends conversions to an ad platform. */
  conversionSender: {
    fields: {
      platform: { ...keys(platformKeys, { one: true }), required: true, choices: platformKeys },
      name: text({ required: true }),
      credentials: textMap({ max: 4000 }),
      cvSettingIds: refs('cvSetting'),
      sendWhen: choice(SendWhen, SendWhen.CREATION),
      valueKind: choice(SentValue, SentValue.AMOUNT),
      valueFixed: money(),
      consentRequired: flag(true),
      testMode: flag(),
      status: flag(true),
      baseUrl: url(),
    },
    cross: conversionSenderRule,
  },
  /** On/off test of ads, which stay off for whole weeks. */
  experiment: {
    fields: {
      title: text({ required: true }),
      adIds: refs('ad'),
      firstDay: day(true),
      offWeeks: integer({ min: 1, max: MAX_TEST_WEEKS, absent: 4 }),
      preWeeks: integer({ min: MIN_PRE_WEEKS, max: MAX_PRE_WEEKS, absent: 26 }),
      measure: choice(ExperimentMeasure, ExperimentMeasure.CONVERSIONS),
      control: choice(ExperimentControl, ExperimentControl.CLICKS),
      /** Ads that keep running; none: all others. */
      controlAdIds: refs('ad'),
    },
    cross: experimentRule,
  },
  /** Saved simulation of the allocation report. */
  allocationScenario: {
    fields: {
      title: text({ required: true }),
      axes: keys(axisNames),
      simulationItem: choice(AdAnalyzeSimulationItem, AdAnalyzeSimulationItem.AD_COST),
      elasticity: number({ ...costChangeLimits.elasticity, absent: ELASTICITY.held }),
      changes: costChanges(),
      shared: flag(),
    },
  },
  savedView: { fields: savedViewFields },
  clientReport: { fields: clientReportFields },
} as const satisfies Record<string, SettingRules>;

export type SettingName = keyof typeof settingRules;

/** Returns the validation rules of an entity. */
export const rulesOf = (entity: SettingName): SettingRules => settingRules[entity];

/** Returns the columns of a setting's table that users fill in: relations by name instead of id. */
export const tableColumnsOf = (entity: SettingName): readonly string[] => [
  'id',
  ...Object.entries(rulesOf(entity).fields).map(([name, { refers }]: [string, Pick<Field, 'refers'>]) =>
    refers ? snakeCase(name).replace(/_id$/, '') : snakeCase(name),
  ),
];
