import {
  AlertChannel,
  AlertCondition,
  AlertScope,
  CvCondition,
  findMeasure,
  ResultMethod,
  RoleType,
} from '../catalog';
import { hasThreshold, hasUsualRange } from '../catalog/alert';
import { WHOLE_RATE } from '../domain/delivery';
import { leastMonths } from '../domain/retention';
import { decidesItself } from '../domain/settings';
import { recordsIn, type UnknownRecord } from '../records';
import type { RuleMessage } from './fields';

/** Messages by field that only several fields together decide. */
export type CrossErrors = Record<string, RuleMessage>;
/** @param given what was sent and is not so already, where it matters whether a field was filled in at all */
export type CrossRule = (values: UnknownRecord, given: UnknownRecord) => CrossErrors;

const REQUIRED: RuleMessage = { key: 'requiredForThisChoice' };
const CHOOSE_ONE: RuleMessage = { key: 'chooseAtLeastOne' };
const FROM_AFTER_TO: RuleMessage = { key: 'fromAfterTo' };
const days = (values: UnknownRecord, from: string, to: string): boolean =>
  typeof values[from] === 'number' && typeof values[to] === 'number' && values[from] > values[to];

/** The named field is required where the condition holds and it is empty. */
const needed = (condition: unknown, values: UnknownRecord, field: string): CrossErrors =>
  condition && (values[field] === null || values[field] === undefined || values[field] === '')
    ? { [field]: REQUIRED }
    : {};

/** A way of telling results needs where to tell them. Without a way results are made and told to nobody. */
const noticeRule: CrossRule = (v) => ({
  ...needed(v.resultFlag && v.resultMethod === ResultMethod.CV_TAG, v, 'cvTag'),
  ...needed(v.resultFlag && v.resultMethod === ResultMethod.WEBHOOK_URL, v, 'webhookUrl'),
});

/** What an ad does not inherit from its asp. */
const own = (v: UnknownRecord, flag: string): boolean => decidesItself(v[flag], v.aspId != null);

/** The first day of each fee is not after its last. */
const feeRule: CrossRule = (v) => {
  const fees = recordsIn(v.adFeeSetting);
  const wrong = fees.findIndex((fee) => days(fee, 'periodFrom', 'periodTo'));
  return wrong < 0 ? {} : { [`adFeeSetting[${wrong}].periodTo`]: FROM_AFTER_TO };
};

export const adRule: CrossRule = (v, given) => ({
  ...(days(v, 'periodFrom', 'periodTo') ? { periodTo: FROM_AFTER_TO } : {}),
  ...(own(v, 'resultNoticeIndividuallySetting') ? noticeRule(v, given) : {}),
  ...feeRule(v, given),
});

export const aspRule: CrossRule = (v, given) => ({ ...noticeRule(v, given), ...feeRule(v, given) });

export const cvSettingRule: CrossRule = (v) => ({
  ...needed(v.cvCondition !== CvCondition.BUTTON_CLICK, v, 'cvUrl'),
  ...needed(v.cvCondition === CvCondition.URL_REFERRER, v, 'referrerUrl'),
});

/** Split delivery needs variants, and their ratios make 100. */
export const redirectRule: CrossRule = (v): CrossErrors => {
  const entries = recordsIn(v.lpo);
  if (v.lpoFlag && entries.length === 0) return { lpo: REQUIRED };
  const total = entries.reduce((sum, entry) => sum + Number(entry.rate ?? 0), 0);
  return entries.length > 0 && total !== WHOLE_RATE ? { lpo: { key: 'ratesMustMake100' } } : {};
};

/**
 * A user of an agency names it. An ADMIN sees all products; a list of no product would leave anyone else with an
 * empty console. Legacy clients know no list: who does not send one is not asked for it.
 */
export const userRule: CrossRule = (v, given) => ({
  ...needed(v.roleType === RoleType.AGENCY, v, 'agencyId'),
  ...(v.roleType !== RoleType.ADMIN && Array.isArray(given.productIds) && given.productIds.length === 0
    ? { productIds: CHOOSE_ONE }
    : {}),
});

/** Raw logs are kept for at least the tracking term and OPEN_DAYS more (see leastMonths). */
export const productRule: CrossRule = ({ trackingTerm, logRetentionMonths: months }) => {
  if (typeof months !== 'number' || typeof trackingTerm !== 'number') return {};
  const min = leastMonths(trackingTerm);
  return months < min ? { logRetentionMonths: { key: 'minValue', params: { min } } } : {};
};

/** A threshold to compare with, an ad to look at, somebody to tell; and no usual range of what may be negative. */
export const alertRule: CrossRule = (v) => {
  const measure = typeof v.measure === 'string' ? findMeasure(v.measure) : null;
  return {
    ...needed(hasThreshold(v.rule), v, 'threshold'),
    ...needed(v.scope === AlertScope.ONE_AD, v, 'adId'),
    ...needed(v.channel === AlertChannel.MAIL, v, 'recipients'),
    ...needed(v.channel === AlertChannel.WEBHOOK, v, 'webhookUrl'),
    ...(v.rule === AlertCondition.UNUSUAL && measure && !hasUsualRange(measure)
      ? { rule: { key: 'noUsualRange' } as const }
      : {}),
  };
};
