import type { rejections as ja } from '../ja/rejections';
import type { Texts } from '../texts';

/** Reasons of rejected events. */
export const rejections: Texts<typeof ja> = {
  ad_invalid: 'The ad is inactive',
  asp_invalid: 'The ad network (ASP) is inactive',
  ad_outside_period: 'Outside the ad’s period',
  missing: '{{field}} is missing',
  notText: '{{field}} must be text',
  notNumber: '{{field}} must be a number',
  notPositive: '{{field}} must be a positive whole number',
  negative: '{{field}} must not be negative',
  tooLarge: '{{field}} must not exceed {{max}}',
  tooManyDecimals: '{{field}} must have at most two decimals',
  notIsoTime: '{{field}} must be ISO 8601 with T',
  inFuture: '{{field}} is more than 5 minutes ahead',
  notAddress: '{{field}} is not an IP address',
  tooLong: '{{field}} is longer than {{max}} characters',
  notUnicode: '{{field}} is not valid Unicode',
  unknownAd: 'The product has no ad {{id}}',
  unknownCvSetting: 'The product has no CV setting {{id}}',
  noLastSetting: 'cv_setting_id is missing, and the product has not exactly one LAST setting',
  unknownVisitor: '{{field}} is not known, so the visitor can’t be told',
  unknownAdName: 'The product has no ad of this ad_name',
  ambiguousAdName: 'Several ads are called by this ad_name',
  unknownProduct: 'The product {{id}} is not known',
  noVisitor: 'visitor_id is missing, and neither interaction_id nor user_id stands for it',
  notJson: 'It is not JSON',
  notObject: 'It is not a JSON object',
  tooDeep: 'It is nested deeper than {{levels}} levels',
  sealed:
    'It happened before {{day}}: the raw logs of earlier days are deleted, and their figures are closed',
  wrongType: 'type must be {{types}}',
};
