import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { DIAGNOSES } from '../../../../shared/domain/postback';
import { NoPostbackReason } from '../../../../shared/domain/results';
import { StatusTag, type Tone } from '../status-tag';

export const POSTBACK_STATES = ['pending', 'success', 'failure'] as const;
export const POSTBACK_KINDS = ['created', 'changed', 'test'] as const;
const TONES: Readonly<Record<(typeof POSTBACK_STATES)[number], Tone>> = {
  pending: 'waiting',
  success: 'good',
  failure: 'bad',
};

/** Returns the short reason of a failed postback; unknown reasons unchanged. */
export function reasonText(t: TFunction, reason: string): string {
  // Not a failure: the postback was dropped after an erasure.
  if (reason === NoPostbackReason.ERASED) return t('results.untold.erased');
  const known = DIAGNOSES.find((one) => one === reason);
  return known ? t(`postback.reason.${known}`) : reason;
}

/** Returns why a change of a result's status sends no postback; null without a known reason. */
export function untoldText(t: TFunction, untold: string | null): string | null {
  const reason = Object.values(NoPostbackReason).find((one) => one === untold);
  return reason ? t(`results.untold.${reason}`) : null;
}

/** State of a postback: pending, delivered or failed. */
export function PostbackState({ state }: { state: string }) {
  const { t } = useTranslation();
  const known = POSTBACK_STATES.find((one) => one === state);
  return known ? <StatusTag tone={TONES[known]}>{t(`results.state.${known}`)}</StatusTag> : null;
}

/** Kind of a postback. */
export function PostbackKind({ kind }: { kind: string }) {
  const { t } = useTranslation();
  const known = POSTBACK_KINDS.find((one) => one === kind);
  return <>{known ? t(`results.kind.${known}`) : kind}</>;
}

/** Reason of a failed postback. */
export function PostbackReason({ reason }: { reason: string }) {
  return <>{reasonText(useTranslation().t, reason)}</>;
}
