import type { TFunction } from 'i18next';
import type { ReportSchedulePartsFragment } from '../../../generated/graphql';
import { textAt } from '../../../i18n/i18n';
import type { Tone } from '../../../kit/status-tag';

export const WEEKDAYS = [1, 2, 3, 4, 5, 6, 0] as const;
export const weekdayText = (t: TFunction, weekday: number): string => textAt(t, `views.weekdays.w${weekday}`);

/** Describes when a schedule is due. */
export function whenText(
  t: TFunction,
  {
    every,
    weekday,
    dayOfMonth,
    hour,
  }: Pick<ReportSchedulePartsFragment, 'every' | 'weekday' | 'dayOfMonth' | 'hour'>,
): string {
  if (every === 'week') return t('views.weekly', { weekday: weekdayText(t, weekday ?? 1), hour });
  return every === 'month' ? t('views.monthly', { day: dayOfMonth ?? 1, hour }) : t('views.daily', { hour });
}

const OUTCOMES = ['sent', 'withheld', 'failed', 'doubtful', 'waiting'] as const;
const TONES: Record<(typeof OUTCOMES)[number], Tone> = {
  sent: 'good',
  withheld: 'muted',
  failed: 'bad',
  doubtful: 'bad',
  waiting: 'waiting',
};

/** Returns the outcome of a mail as a label and tone. */
export function outcomeOf(t: TFunction, outcome: string | null): { text: string; tone: Tone } {
  const known = OUTCOMES.find((one) => one === outcome) ?? 'waiting';
  return { text: t(`views.outcome.${known}`), tone: TONES[known] };
}

const REASONS = [
  'byHand',
  'ownerGone',
  'noRight',
  'viewGone',
  'noRecipients',
  'recipientGone',
  'sharingOff',
] as const;

/** Describes why a mail isn't or wasn't sent. MailReason covers mail server responses. */
export function reasonText(
  t: TFunction,
  reason: string | null,
  outcome: string | null = null,
): string | undefined {
  if (outcome === 'doubtful') return t('views.reason.doubtful');
  const known = REASONS.find((one) => one === reason);
  return known ? t(`views.reason.${known}`) : (reason ?? undefined);
}
