import type { TFunction } from 'i18next';
import { diagnosisOfText } from '../../../../../shared/domain/postback';

interface Told {
  outcome: string;
  reason?: string | null;
}

/** Why a webhook did not take a message, in words; null where it is no webhook's answer. */
export function webhookText(t: TFunction, reason: string): string | null {
  const diagnosis = diagnosisOfText(reason);
  return diagnosis === null || diagnosis === 'delivered'
    ? null
    : t(`alerts.why.${diagnosis}`, { answer: reason });
}

/** Why a message did not go out, or not yet, in words; what a mail server said is told by MailReason. */
export function whyText(t: TFunction, { outcome, reason }: Told): string | undefined {
  if (outcome === 'doubtful') return t('alerts.why.doubtful');
  if (outcome === 'sent' || !reason) return undefined;
  return reason === 'alertGone' ? t('alerts.why.alertGone') : (webhookText(t, reason) ?? reason);
}
