import type { TFunction } from 'i18next';
import { parseDiagnosis } from '../../../../../shared/domain/postback';

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
