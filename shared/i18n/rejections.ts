import type { TFunction } from 'i18next';
import { keysOf } from '../records';
import { textAt } from './i18next';

/**
 * Reasons of rejected events, in the words in which they are stored and answered. `rejections` in the language
 * folders has the same keys and parameters.
 */
const reasons = {
  ad_invalid: 'ad_invalid',
  asp_invalid: 'asp_invalid',
  ad_outside_period: 'ad_outside_period',
  missing: '{{field}} is missing',
  notText: '{{field}} must be text',
  notNumber: '{{field}} must be a number',
  notPositive: '{{field}} must be a positive whole number',
  negative: '{{field}} must not be negative',
  tooLarge: '{{field}} must not exceed {{max}}',
  tooManyDecimals: '{{field}} must have at most two decimals',
  notIsoTime: '{{field}} must be ISO 8601 with T',
  inFuture: '{{field}} is more than 5 minutes ahead',
  notDigest: '{{field}} must be 64 hexadecimal digits',
  notCookie: '{{field}} must be at most 255 printable characters',
  notConsent: 'consent must be granted or denied',
  notAddress: '{{field}} is not an IP address',
  tooLong: '{{field}} is longer than {{max}} characters',
  notUnicode: '{{field}} is not valid Unicode',
  unknownAd: 'ad_id {{id}} is not an ad of the product',
  unknownCvSetting: 'cv_setting_id {{id}} is not a CV setting of the product',
  noLastSetting: 'cv_setting_id is missing and the product has not exactly one LAST setting',
  unknownVisitor: '{{field}} is not known, so that the visitor is missing',
  unknownAdName: 'ad_name is not an ad of the product',
  ambiguousAdName: 'ad_name is borne by several ads',
  unknownProduct: 'product_id {{id}} is unknown',
  noVisitor: 'visitor_id is missing, and neither interaction_id nor user_id stands for it',
  notJson: 'the {{part}} is not JSON',
  notObject: 'the {{part}} is not an object',
  tooDeep: 'the event is nested deeper than {{levels}} levels',
  sealed: 'time lies before {{day}}: earlier days of the product are sealed',
  wrongType: 'type must be {{types}}',
  lpurlRefused: 'lpurl is no page on the domains of the product',
  noParameter: 'none of the parameters that the source reads has a value',
  unknownStatus: 'status {{word}} is not a word of the source',
  notFlag: '{{field}} must be true or false',
  noConversion: 'conversion_id is missing, and order does not stand for it',
  unknownConversion: '{{field}} is not known, so that the conversion is missing',
  ambiguousConversion: '{{field}} names conversions of several CV settings; cv_setting_id is missing',
  setsNothing: 'neither amount nor cancelled is set',
} as const;

type RejectionKey = keyof typeof reasons;

/** Returns the reason of a rejected event, as it is stored and answered. */
export const rejectionReason = (
  key: RejectionKey,
  params: Readonly<Record<string, string | number>> = {},
): string => reasons[key].replace(/\{\{(\w+)\}\}/g, (whole, name: string) => String(params[name] ?? whole));

/** Patterns of the stored reasons. Only a list of types and the word of a status have blanks. */
const patterns = keysOf(reasons).map((key): [RejectionKey, RegExp] => {
  const pattern = reasons[key].replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => `(?<${name}>${name === 'types' || name === 'word' ? '.' : '\\S'}+)`,
  );
  return [key, new RegExp(`^${pattern}$`)];
});

/** Returns the key and the parameters of a stored reason; undefined if it is none of them. */
export function parseRejection(reason: string) {
  // Rows written by 0.1.0 use out_of_period.
  if (reason === 'out_of_period') return { key: 'ad_outside_period' as const, params: {} };
  for (const [key, pattern] of patterns) {
    const match = pattern.exec(reason);
    if (match) return { key, params: { ...match.groups } };
  }
  return undefined;
}

/** Translates a stored reason; one without a translation stays as it is. */
export function rejectionText(t: TFunction, reason: string): string {
  const parsed = parseRejection(reason);
  return parsed ? textAt(t, `rejections.${parsed.key}`, parsed.params) : reason;
}
