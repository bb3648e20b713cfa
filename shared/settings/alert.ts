import { AlertChannel, AlertCondition, AlertScope } from '../catalog';
import { MAX_RECIPIENTS, alertMeasureNames } from '../catalog/alert';
import { locales } from '../i18n/messages';
import { choice, decimal, emails, flag, integer, keys, measures, ref, text, url, type Field } from './fields';

/** Language of the messages; by default Japanese. */
const locale = (): Field<string> => ({ ...keys(locales, { one: true }), kind: 'language', absent: 'ja' });

/** Alert: a measure that is checked daily, and the recipients when it leaves its bounds. */
export const alertFields = {
  title: text({ required: true, max: 64 }),
  measure: measures(alertMeasureNames, 1),
  rule: choice(AlertCondition, AlertCondition.UNUSUAL),
  threshold: decimal({ min: -1e12, max: 1e12 }),
  scope: choice(AlertScope, AlertScope.PRODUCT),
  adId: ref('ad'),
  hour: integer({ min: 0, max: 23, absent: 9 }),
  channel: choice(AlertChannel, AlertChannel.MAIL),
  recipients: emails(MAX_RECIPIENTS),
  webhookUrl: url(),
  locale: locale(),
  status: flag(true),
};
