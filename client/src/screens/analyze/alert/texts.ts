import type { TFunction } from 'i18next';
import { findMeasure, measureOf } from '../../../../../shared/catalog';
import { metricText } from '../../../kit/table/number-cell';
import { isPaceCase } from '../../../../../shared/domain/watch';
import { parseDiagnosis } from '../../../../../shared/domain/postback';

/** A value with the bounds it was evaluated against. */
export interface Bounded {
  value: number;
  low?: number | null;
  high?: number | null;
  median?: number | null;
}

/** Formats a metric value as reports do. */
export const valueText = (value: number, measure: string): string =>
  metricText(value, { unit: measureOf(findMeasure(measure) ?? 'adClickCount').unit, showZero: true });

/** Describes the bounds of a firing. */
export function boundsText(
  { low = null, high = null, median = null }: Bounded,
  measure: string,
  t: TFunction,
): string {
  const text = (one: number): string => valueText(one, measure);
  if (isPaceCase({ low, high, median }))
    return t(high === null ? 'alerts.behind' : 'alerts.over', {
      target: text(median ?? 0),
      bound: text(low ?? high ?? 0),
    });
  if (low != null && high != null)
    return t('alerts.usual', { low: text(low), high: text(high), median: text(median ?? 0) });
  if (high != null) return t('alerts.above', { bound: text(high) });
  return low != null ? t('alerts.below', { bound: text(low) }) : '';
}

interface NotificationOutcome {
  outcome: string;
  reason?: string | null;
}

/** Describes why a webhook rejected a message. Returns null if the reason isn't a webhook response. */
export function webhookText(t: TFunction, reason: string): string | null {
  const diagnosis = parseDiagnosis(reason);
  return diagnosis === null || diagnosis === 'delivered'
    ? null
    : t(`alerts.why.${diagnosis}`, { answer: reason });
}

/** Describes why a message hasn't been delivered. MailReason covers mail server responses. */
export function whyText(t: TFunction, { outcome, reason }: NotificationOutcome): string | undefined {
  if (outcome === 'doubtful') return t('alerts.why.doubtful');
  if (outcome === 'sent' || !reason) return undefined;
  return reason === 'alertGone' ? t('alerts.why.alertGone') : (webhookText(t, reason) ?? reason);
}
