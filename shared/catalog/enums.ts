import { AttributionModel } from '../domain/attribution';
import { TermPeriodUnit, WeekStart } from '../domain/calendar';
// Imported directly: the index would add the simulation to the console's first load.
import {
  AdCostAllocationMode,
  AdAnalyzeAdjustmentItem,
  AdAnalyzeSimulationItem,
} from '../domain/cost/allocation';
import { NewAndExistingEvaluation } from '../domain/journey';
import { keysOf } from '../records';
import { ApprovalFlag, ApprovalStatus, ResultFlag, ResultType } from '../domain/results';

/**
 * Every enumeration of the product as ordered `NAME: value` pairs. Labels are i18n keys
 * `enums.{Enumeration}.{NAME}`.
 */

/** A value that can be stored or sent. */
export type EnumValue = number | string | boolean | null;

/** One enumeration: names in display order, each with its value. */
export type Enumeration = Readonly<Record<string, EnumValue>>;

/** The union of the values of an enumeration: `ValueOf<typeof ResultFlag>` is `0 | 1 | 2`. */
export type ValueOf<T extends Enumeration> = T[keyof T];

/** These enumerations drive domain rules, so the domain defines them. */
export {
  AdAnalyzeAdjustmentItem,
  AdAnalyzeSimulationItem,
  AdCostAllocationMode,
  AttributionModel,
  NewAndExistingEvaluation,
  ResultFlag,
  WeekStart,
};

export const ResultMethod = { CV_TAG: 1, WEBHOOK_URL: 2 } as const;
export type ResultMethod = ValueOf<typeof ResultMethod>;

export const CvType = { LAST_CV: 1, MIDDLE_CV: 0 } as const;
export type CvType = ValueOf<typeof CvType>;

export const CvCondition = { URL: 1, URL_REFERRER: 2, BUTTON_CLICK: 3 } as const;
export type CvCondition = ValueOf<typeof CvCondition>;

/** Label kinds of an ad: its category, or one of its three types (the type's `sequence`). */
const AdCategory = { CATEGORY: 0, TYPE_1: 1, TYPE_2: 2, TYPE_3: 3 } as const;

export const DisplayPeriod = { MONTHLY_FULL_12: 1, MONTHLY_FULL_24: 2 } as const;

const QueueResult = { SUCCESS: true, FAILURE: false, PENDING_SEND: null } as const;

export const AdAnalyzeItem = {
  AMOUNT_EFFECT: 1,
  INDIRECT_EFFECT: 2,
  AD_COST_EFFECT: 3,
  ADD: 4,
  CV_CPA: 5,
  CV_ROAS: 6,
  CUSTOM: 0,
} as const;
export type AdAnalyzeItem = ValueOf<typeof AdAnalyzeItem>;

const AdAnalyzeAxis = {
  AD_CLICK_COUNT: 'ad_click_count',
  AD_FIRST_TOUCH_COUNT: 'ad_first_touch_count',
  AVERAGE_PERIOD: 'average_period',
  PV_COUNT: 'pv_count',
  CV_TOTAL_FINAL: 'cv_total_final',
  CVR_TOTAL: 'cvr_total',
  AMOUNT_SUM: 'amount_sum',
} as const;

export const TermDisplayItem = {
  ...AdAnalyzeAxis,
  CV_TOTAL_MIDDLE: 'cv_total_middle',
  CVR: 'cvr',
  CPA: 'cpa',
} as const;

export const AttributionAnalyzeItem = { CV_TOTAL: 1, SALES: 2, AVERAGE_SALES: 3, CPA: 4, ROAS: 5 } as const;
export type AttributionAnalyzeItem = ValueOf<typeof AttributionAnalyzeItem>;

/** Status of a record (ad, asp, user ...). */
export const Status = { VALID: true, INVALID: false } as const;
export type Status = ValueOf<typeof Status>;

export const AdAnalyzeAllocationItem = {
  CV: 1,
  AD_COST: 2,
  AD_COST_UNAPPROVED: 3,
  SALES: 4,
  PROFIT: 5,
  ATTR_CV: 6,
  ATTR_SALES: 7,
  ATTR_PROFIT: 8,
} as const;
export type AdAnalyzeAllocationItem = ValueOf<typeof AdAnalyzeAllocationItem>;

/** A user's role_type. */
export const RoleType = { ADMIN: 1, MANAGER: 2, ANALYST: 3, AGENCY: 4 } as const;
export type RoleType = ValueOf<typeof RoleType>;

/** Stored device codes. Interfaces use `deviceName(code)`. */
export const Device = { PC: 1, SMARTPHONE: 2, TABLET: 3, OTHER: 4 } as const;
export type Device = ValueOf<typeof Device>;

/** Reasons why a stored event is excluded from all reports. */
export const ExcludedReason = {
  IP: 'excluded_ip',
  BOT: 'bot',
  FOREIGN_HOST: 'foreign_host',
  DUPLICATE_ORDER: 'duplicate_order',
} as const;
export type ExcludedReason = ValueOf<typeof ExcludedReason>;

/** Reasons why a live click was forwarded without recording an interaction. */
export const UnrecordedReason = {
  AD_INVALID: 'ad_invalid',
  AD_OUTSIDE_PERIOD: 'ad_outside_period',
  ASP_INVALID: 'asp_invalid',
} as const;
export type UnrecordedReason = ValueOf<typeof UnrecordedReason>;

/** Display units of a custom measure. */
export const CustomMeasureUnit = { YEN: 1, PERCENT: 2, COUNT: 3, RATIO: 4 } as const;
export type CustomMeasureUnit = ValueOf<typeof CustomMeasureUnit>;

/** Condition of an alert: above or below its threshold, or outside the usual range of the same weekday. */
export const AlertCondition = { ABOVE: 1, BELOW: 2, UNUSUAL: 3, PACE: 4 } as const;
export type AlertCondition = ValueOf<typeof AlertCondition>;

/** Scope of an alert: the whole product, each of its ads, or one ad. */
export const AlertScope = { PRODUCT: 1, EACH_AD: 2, ONE_AD: 3 } as const;
export type AlertScope = ValueOf<typeof AlertScope>;

/** Channels that send an alert. */
export const AlertChannel = { MAIL: 1, WEBHOOK: 2 } as const;
export type AlertChannel = ValueOf<typeof AlertChannel>;

/** When a conversion is sent to an ad platform: on creation, or on approval of a result. */
export const SendWhen = { CREATION: 1, APPROVAL: 2 } as const;
export type SendWhen = ValueOf<typeof SendWhen>;

/** Value that is sent with a conversion: its amount, its amount less the CV costs of its results, or a fixed one. */
export const SentValue = { AMOUNT: 1, AMOUNT_LESS_COST: 2, FIXED: 3 } as const;
export type SentValue = ValueOf<typeof SentValue>;

/** What an on/off test measures: final conversions, or their amount. */
export const ExperimentMeasure = { CONVERSIONS: 1, AMOUNT: 2 } as const;
export type ExperimentMeasure = ValueOf<typeof ExperimentMeasure>;

/**
 * Series that an on/off test does not affect: clicks of ads that keep running, or final conversions with a contact
 * of them. Conversions without the ads of the test are none: in the test, those of others lose their contact too.
 */
export const ExperimentControl = { CLICKS: 1, CONVERSIONS: 2 } as const;
export type ExperimentControl = ValueOf<typeof ExperimentControl>;

/** Day on which a medium counts a conversion. */
export const CvDayBasis = { CLICK: 1, CONVERSION: 2 } as const;
export type CvDayBasis = ValueOf<typeof CvDayBasis>;

/** Conversions that a medium counts for a click: every one, or the first. */
export const CvCounting = { EVERY: 1, ONE_PER_CLICK: 2 } as const;
export type CvCounting = ValueOf<typeof CvCounting>;

/** Every enumeration by its name, in the order of the specification. */
export const enumerations = {
  ResultFlag,
  ResultMethod,
  ResultType,
  CvType,
  CvCondition,
  AdCategory,
  DisplayPeriod,
  ApprovalStatus,
  ApprovalFlag,
  QueueResult,
  AdAnalyzeItem,
  AdAnalyzeAxis,
  TermDisplayItem,
  AttributionAnalyzeItem,
  NewAndExistingEvaluation,
  TermPeriodUnit,
  WeekStart,
  AttributionModel,
  AdCostAllocationMode,
  Status,
  AdAnalyzeAllocationItem,
  AdAnalyzeSimulationItem,
  AdAnalyzeAdjustmentItem,
  RoleType,
  Device,
  ExcludedReason,
  UnrecordedReason,
  CustomMeasureUnit,
  AlertCondition,
  AlertScope,
  AlertChannel,
  SendWhen,
  SentValue,
  ExperimentMeasure,
  ExperimentControl,
  CvDayBasis,
  CvCounting,
} as const satisfies Record<string, Enumeration>;

export type EnumerationName = keyof typeof enumerations;

/** One value of an enumeration with its name. */
export interface EnumEntry {
  readonly value: EnumValue;
  readonly name: string;
}

/** Returns the entries of an enumeration in display order. */
export const enumEntries = (enumeration: Enumeration): EnumEntry[] =>
  Object.entries(enumeration).map(([name, value]) => ({ value, name }));

/** Returns the values of an enumeration in display order. */
export const enumValues = <T extends Enumeration>(enumeration: T): ValueOf<T>[] =>
  keysOf<keyof T & string>(enumeration).map((name) => enumeration[name]);

/** Returns whether `value` is one of the enumeration's values (strictly equal). */
export const isEnumValue = <T extends Enumeration>(enumeration: T, value: unknown): value is ValueOf<T> =>
  Object.values(enumeration).some((known) => known === value);

/** Returns the name of a value, or null if the enumeration has no such value. */
export function enumName<K extends string>(
  enumeration: Readonly<Record<K, EnumValue>>,
  value: unknown,
): K | null {
  return keysOf(enumeration).find((name) => enumeration[name] === value) ?? null;
}

/** Frequency of a scheduled report mail. */
export const scheduleEvery = ['day', 'week', 'month'] as const;
export type ScheduleEvery = (typeof scheduleEvery)[number];
