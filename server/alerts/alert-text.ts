import { filterName, measureName, measureOf, type MeasureKey } from '../../shared/catalog';
import { durationWords, formatDay, formatMeasure, yenAffixes } from '../../shared/format';
import { texts, translator } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import type { Day } from '../../shared/domain/calendar';
import type { AlertCheck } from '../../shared/domain/watch';
import type { AlertDefinition } from './alert-definition';

/** A case that raised an alert. */
export type RaisedCase = Omit<AlertCheck, 'raised'> & { readonly adId: number; readonly name: string };

/** Maximum number of cases in a message. */
const MAX_LISTED = 20;

/** Returns the console path of the report behind a case: the ad statistics of that day. */
export function reportPath(productId: number, day: Day, measure: MeasureKey, adId: number): string {
  const name = measureName(measure);
  const date = formatDay(day);
  const parameters = new URLSearchParams({
    product_id: String(productId),
    from: date,
    to: date,
    cols: name,
    sort: `-${name}`,
  });
  if (adId > 0) parameters.set(filterName('ad') ?? 'ad_ids', String(adId));
  return `/analyze/ad-statistics?${parameters}`;
}

const formatValue = (value: number, measure: MeasureKey, locale: Locale): string =>
  formatMeasure(value, measureOf(measure).unit, {
    words: durationWords[locale],
    yen: yenAffixes[locale],
    showZero: true,
  });

/** Returns the reason why a case raised an alert, in words. */
function reasonOf({ low, high, median }: RaisedCase, measure: MeasureKey, locale: Locale): string {
  const t = translator(locale);
  const text = (value: number): string => formatValue(value, measure, locale);
  if (low !== null && high !== null)
    return t('mails.alert.unusual', { low: text(low), high: text(high), median: text(median ?? 0) });
  return high === null
    ? t('mails.alert.below', { bound: text(low ?? 0) })
    : t('mails.alert.above', { bound: text(high) });
}

/** Text of an alert message. */
export interface AlertText {
  readonly subject: string;
  readonly text: string;
  /** Address of the report. */
  readonly link: string;
}

/**
 * Returns the message of an alert for a day, in the alert's language. Without cases it says that there are
 * none.
 * @param test whether the message is a test
 */
export function alertText(
  alert: Pick<AlertDefinition, 'title' | 'productId' | 'productName' | 'measure' | 'locale' | 'adId'>,
  day: Day,
  cases: readonly RaisedCase[],
  publicUrl: string,
  test = false,
): AlertText {
  const { title, productId, productName, measure, locale } = alert;
  const t = translator(locale);
  const date = formatDay(day);
  const only = cases.length === 1 ? cases[0] : undefined;
  const link = publicUrl + reportPath(productId, day, measure, only?.adId ?? alert.adId ?? 0);
  const lines = cases.slice(0, MAX_LISTED).map((one) =>
    t('mails.alert.line', {
      name: one.name || t('mails.alert.whole'),
      value: formatValue(one.value, measure, locale),
      why: reasonOf(one, measure, locale),
    }),
  );
  const more = cases.length > MAX_LISTED ? [t('mails.alert.more', { count: cases.length - MAX_LISTED })] : [];
  const body =
    cases.length > 0
      ? [
          t('mails.alert.lead', {
            product: productName,
            day: date,
            measure: texts[locale].measures[measure].label,
          }),
          '',
          ...lines,
          ...more,
        ]
      : [t('mails.alert.calm', { day: date })];
  return {
    subject: t(test ? 'mails.alert.testSubject' : 'mails.alert.subject', { title, day: date }),
    text: [
      ...(test ? [t('mails.alert.test'), ''] : []),
      ...body,
      '',
      `${t('mails.alert.open')}: ${link}`,
    ].join('\n'),
    link,
  };
}
