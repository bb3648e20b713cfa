import {
  AlertChannel,
  AlertCondition,
  AlertScope,
  CvCondition,
  findMeasure,
  type MeasureKey,
  ResultMethod,
  RoleType,
  SentValue,
} from '../catalog';
import { hasThreshold, hasUsualRange, MAX_TOLERANCE } from '../catalog/alert';
import { targetKeys, targetOf } from '../catalog/target';
import { WHOLE_RATE } from '../domain/delivery';
import { minRetentionMonths } from '../domain/retention';
import { usesOwnSettings } from '../domain/settings';
import { recordsIn, type UnknownRecord } from '../records';
import type { RuleMessage } from './fields';

/** Messages by field, for rules over several fields. */
export type CrossErrors = Record<string, RuleMessage>;
/** @param given changed values of the request; needed if the rule depends on whether a field was sent */
export type CrossRule = (values: UnknownRecord, given: UnknownRecord) => CrossErrors;

const REQUIRED: RuleMessage = { key: 'requiredForThisChoice' };
const CHOOSE_ONE: RuleMessage = { key: 'chooseAtLeastOne' };
const FROM_AFTER_TO: RuleMessage = { key: 'fromAfterTo' };
const isAfter = (values: UnknownRecord, from: string, to: string): boolean =>
  typeof values[from] === 'number' && typeof values[to] === 'number' && values[from] > values[to];

/** Requires a field if the condition holds and the field is empty. */
const requireIf = (condition: unknown, values: UnknownRecord, field: string): CrossErrors =>
  condition && (values[field] === null || values[field] === undefined || values[field] === '')
    ? { [field]: REQUIRED }
    : {};

/**
 * Results that are reported require a method, and the method its tag or URL. A stored setting without a method
 * makes results without reporting them.
 */
const noticeRule: CrossRule = (v, given) => ({
  ...requireIf(v.resultFlag && ('resultFlag' in given || 'resultMethod' in given), v, 'resultMethod'),
  ...requireIf(v.resultFlag && v.resultMethod === ResultMethod.CV_TAG, v, 'cvTag'),
  ...requireIf(v.resultFlag && v.resultMethod === ResultMethod.WEBHOOK_URL, v, 'webhookUrl'),
});

/** Returns whether the ad's own settings apply instead of the asp's. */
const usesOwn = (v: UnknownRecord, flag: string): boolean => usesOwnSettings(v[flag], v.aspId != null);

/** The first day of a fee must not be after its last. */
const feeRule: CrossRule = (v) => {
  const fees = recordsIn(v.adFeeSetting);
  const invalidIndex = fees.findIndex((fee) => isAfter(fee, 'periodFrom', 'periodTo'));
  return invalidIndex < 0 ? {} : { [`adFeeSetting[${invalidIndex}].periodTo`]: FROM_AFTER_TO };
};

export const adRule: CrossRule = (v, given) => ({
  ...(isAfter(v, 'periodFrom', 'periodTo') ? { periodTo: FROM_AFTER_TO } : {}),
  ...(usesOwn(v, 'resultNoticeIndividuallySetting') ? noticeRule(v, given) : {}),
  ...feeRule(v, given),
});

export const aspRule: CrossRule = (v, given) => ({ ...noticeRule(v, given), ...feeRule(v, given) });

export const cvSettingRule: CrossRule = (v) => ({
  ...requireIf(v.cvCondition !== CvCondition.BUTTON_CLICK, v, 'cvUrl'),
  ...requireIf(v.cvCondition === CvCondition.URL_REFERRER, v, 'referrerUrl'),
});

/** Split delivery needs variants, and their ratios must add up to 100. */
export const redirectRule: CrossRule = (v): CrossErrors => {
  const entries = recordsIn(v.lpo);
  if (v.lpoFlag && entries.length === 0) return { lpo: REQUIRED };
  const total = entries.reduce((sum, entry) => sum + Number(entry.rate ?? 0), 0);
  return entries.length > 0 && total !== WHOLE_RATE ? { lpo: { key: 'ratesMustMake100' } } : {};
};

/**
 * An agency user needs an agency. An ADMIN sees all products; any other user needs at least one, or the
 * console would be empty. Legacy clients don't send the list, so it is only checked if sent.
 */
export const userRule: CrossRule = (v, given) => ({
  ...requireIf(v.roleType === RoleType.AGENCY, v, 'agencyId'),
  ...(v.roleType !== RoleType.ADMIN && Array.isArray(given.productIds) && given.productIds.length === 0
    ? { productIds: CHOOSE_ONE }
    : {}),
});

/** Raw logs are kept for at least the tracking term plus OPEN_DAYS (see minRetentionMonths). */
export const productRule: CrossRule = ({ trackingTerm, logRetentionMonths: months }) => {
  if (typeof months !== 'number' || typeof trackingTerm !== 'number') return {};
  const min = minRetentionMonths(trackingTerm);
  return months < min ? { logRetentionMonths: { key: 'minValue', params: { min } } } : {};
};

/** The pace compares with a target, which few measures have, and tolerates a deviation in percent. */
function paceRule(measure: MeasureKey | null, tolerance: unknown): CrossErrors {
  if (measure && !targetOf(measure)) return { rule: { key: 'noTargetOfMeasure' } };
  if (typeof tolerance !== 'number') return {};
  if (tolerance < 0) return { threshold: { key: 'minValue', params: { min: 0 } } };
  return tolerance > MAX_TOLERANCE ? { threshold: { key: 'maxValue', params: { max: MAX_TOLERANCE } } } : {};
}

/**
 * Requires the threshold, ad and recipient that the alert needs. Measures that can be negative have no usual
 * range.
 */
export const alertRule: CrossRule = (v) => {
  const measure = typeof v.measure === 'string' ? findMeasure(v.measure) : null;
  return {
    ...requireIf(hasThreshold(v.rule), v, 'threshold'),
    ...requireIf(v.scope === AlertScope.ONE_AD, v, 'adId'),
    ...requireIf(v.channel === AlertChannel.MAIL, v, 'recipients'),
    ...requireIf(v.channel === AlertChannel.WEBHOOK, v, 'webhookUrl'),
    ...(v.rule === AlertCondition.UNUSUAL && measure && !hasUsualRange(measure)
      ? { rule: { key: 'noUsualRange' } as const }
      : {}),
    ...(v.rule === AlertCondition.PACE ? paceRule(measure, v.threshold) : {}),
  };
};

/** Targets belong to an ad, an asp or the product, and hold at least one value. */
export const targetRule: CrossRule = (v) => ({
  ...(v.adId != null && v.aspId != null ? { aspId: { key: 'adOrAsp' } as const } : {}),
  ...(targetKeys.every((key) => v[key] == null) ? { cv: { key: 'enterAtLeastOne' } as const } : {}),
});

/** Most ads of a list of an on/off test. */
const MAX_TEST_ADS = 200;

/** A test needs ads that go off, and its control ads that stay on. */
export const experimentRule: CrossRule = ({ adIds, controlAdIds }): CrossErrors => {
  const [off, on] = [adIds, controlAdIds].map((ids): unknown[] => (Array.isArray(ids) ? ids : []));
  if (!off?.length) return { adIds: CHOOSE_ONE };
  const tooMany: RuleMessage = { key: 'tooMany', params: { count: MAX_TEST_ADS } };
  if (off.length > MAX_TEST_ADS) return { adIds: tooMany };
  if ((on?.length ?? 0) > MAX_TEST_ADS) return { controlAdIds: tooMany };
  return on?.some((id) => off.includes(id)) ? { controlAdIds: { key: 'controlIsTested' } } : {};
};

/** A fixed value must be given. */
export const conversionSenderRule: CrossRule = (v) =>
  requireIf(v.valueKind === SentValue.FIXED, v, 'valueFixed');
