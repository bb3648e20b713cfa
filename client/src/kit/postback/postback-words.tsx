import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DIAGNOSES } from '../../../../shared/domain/postback';
import { Untold } from '../../../../shared/domain/results';
import { StatusTag, type Tone } from '../status-tag';

export const POSTBACK_STATES = ['pending', 'success', 'failure'] as const;
export const POSTBACK_KINDS = ['created', 'changed', 'test'] as const;
const TONES: Readonly<Record<(typeof POSTBACK_STATES)[number], Tone>> = {
  pending: 'waiting',
  success: 'good',
  failure: 'bad',
};

/** Why a notification failed, in few words; the text itself where it is none of the known ones. */
export function reasonWords(t: TFunction, reason: string): string {
  // Nothing failed: it was not sent any more.
  if (reason === Untold.ERASED) return t('results.untold.erased');
  const known = DIAGNOSES.find((one) => one === reason);
  return known ? t(`postback.reason.${known}`) : reason;
}

/** Whether a notification waits, arrived or was given up. */
export function PostbackState({ state }: { state: string }) {
  const { t } = useTranslation();
  const known = POSTBACK_STATES.find((one) => one === state);
  return known ? <StatusTag tone={TONES[known]}>{t(`results.state.${known}`)}</StatusTag> : null;
}

/** What a notification tells. */
export function PostbackKind({ kind }: { kind: string }) {
  const { t } = useTranslation();
  const known = POSTBACK_KINDS.find((one) => one === kind);
  return <>{known ? t(`results.kind.${known}`) : kind}</>;
}

/** Why a notification failed. */
export function PostbackReason({ reason }: { reason: string }) {
  return <>{reasonWords(useTranslation().t, reason)}</>;
}
