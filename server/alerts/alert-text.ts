import { z } from 'zod';
import { filterName, measureName, measureOf, type MeasureKey } from '../../shared/catalog';
import { targetOf } from '../../shared/catalog/target';
import { durationWords, formatDay, formatMeasure, yenAffixes } from '../../shared/format';
import { texts, translator } from '../../shared/i18n';
import type { Locale } from '../../shared/i18n/messages';
import { firstDayOfMonth, monthOf, type Day } from '../../shared/domain/calendar';
import { isPaceCase, type AlertCheck } from '../../shared/domain/watch';
import type { Database } from '../db/database';
import type { AlertDefinition } from './alert-definition';

/** A case that raised an alert. */
type RaisedCase = Omit<AlertCheck, 'raised'> & { readonly adId: number; readonly name: string };

/** Maximum number of cases in a message. */
const MAX_LISTED = 20;

/**
 * Returns the console path of the report behind a case: the ad statistics of that day, or with targets of its
 * month until then.
 */
export function reportPath(
  productId: number,
  day: Day,
  measure: MeasureKey,
  adId: number,
  withTargets: boolean,
): string {
  const name = measureName(measure);
  const target = withTargets ? targetOf(measure) : undefined;
  const parameters = new URLSearchParams({
    product_id: String(productId),
    from: formatDay(target ? firstDayOfMonth(monthOf(day)) : day),
    to: formatDay(day),
    cols: target ? [name, `target_${target}`, `landing_${target}`, `pace_${target}`].join() : name,
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
  if (isPaceCase({ low, high, median }))
    return t(high === null ? 'mails.alert.behind' : 'mails.alert.over', {
      target: text(median ?? 0),
      bound: text(low ?? high ?? 0),
    });
  return high === null
    ? t('mails.alert.below', { bound: text(low ?? 0) })
    : t('mails.alert.above', { bound: text(high) });
}

/** Text of an alert message. */
export interface AlertText {
  readonly subject: string;
  /** The cases, without the link. */
  readonly details: string;
  /** The details and the link. */
  readonly text: string;
  /** Label of the link. */
  readonly open: string;
  /** Address of the report. */
  readonly link: string;
}

/**
 * Returns the message of an alert for a day, in the alert's language. Without cases it says that there are
 * none.
 * @param test whether the message is a test
 */
export function alertText(
  alert: Pick<
    AlertDefinition,
    'title' | 'productId' | 'productName' | 'measure' | 'rule' | 'locale' | 'adId'
  >,
  day: Day,
  cases: readonly RaisedCase[],
  publicUrl: string,
  test = false,
): AlertText {
  const { title, productId, productName, measure, rule, locale } = alert;
  const t = translator(locale);
  const date = formatDay(day);
  const only = cases.length === 1 ? cases[0] : undefined;
  const link =
    publicUrl + reportPath(productId, day, measure, only?.adId ?? alert.adId ?? 0, rule.is === 'pace');
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
  const details = [...(test ? [t('mails.alert.test'), ''] : []), ...body].join('\n');
  const open = t('mails.alert.open');
  return {
    subject: t(test ? 'mails.alert.testSubject' : 'mails.alert.subject', { title, day: date }),
    details,
    text: `${details}\n\n${open}: ${link}`,
    open,
    link,
  };
}

/** Payload of an alert delivery; `to` is a mail address, or the URL of a webhook. */
const alertPayload = z.object({ day: z.number(), to: z.string() });
type AlertPayload = Readonly<z.output<typeof alertPayload>>;

/** Parses the payload of a delivery; null if it is not an alert's. */
export const payloadIn = (text: string | null): AlertPayload | null =>
  alertPayload.safeParse(JSON.parse(text ?? 'null')).data ?? null;

interface Row {
  readonly id: number;
  readonly day: number;
  readonly ad_id: number;
  readonly ad_name: string | null;
  readonly measure: string;
  readonly value: number;
  readonly low: number | null;
  readonly high: number | null;
  readonly median: number | null;
  readonly created_at: number | string;
}

/** A case that raised an alert, with its day and the time of detection. */
export interface Firing extends RaisedCase {
  readonly id: number;
  readonly day: Day;
  /** REST name of the measure. */
  readonly measure: string;
  readonly at: Date;
}

const firingOf = (row: Row): Firing => ({
  id: row.id,
  day: row.day,
  adId: row.ad_id,
  name: row.ad_id === 0 ? '' : (row.ad_name ?? `#${row.ad_id}`),
  measure: row.measure,
  value: Number(row.value),
  low: row.low === null ? null : Number(row.low),
  high: row.high === null ? null : Number(row.high),
  median: row.median === null ? null : Number(row.median),
  at: new Date(Number(row.created_at)),
});

const SELECT = `SELECT f.id, f.day, f.ad_id, a.ad_name, f.measure, f.value, f.low, f.high, f.median, f.created_at
  FROM alert_firing f LEFT JOIN ad a ON a.id = f.ad_id WHERE f.alert_id = ?`;

/** Reads the cases that raised an alert on a day, in message order. */
export const readFirings = async (db: Database, alertId: number, day: Day): Promise<Firing[]> =>
  (await db.read<Row>(`${SELECT} AND f.day = ? ORDER BY f.id`, [alertId, day])).map(firingOf);

/** Reads the cases that raised an alert, newest day first. */
export const latestFirings = async (db: Database, alertId: number, limit: number): Promise<Firing[]> =>
  (await db.read<Row>(`${SELECT} ORDER BY f.day DESC, f.id LIMIT ?`, [alertId, limit])).map(firingOf);
