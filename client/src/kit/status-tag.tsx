import styles from './status-tag.module.css';
import { useTranslation } from 'react-i18next';
import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import { enumLabel } from './enum-label';

export type Tone = 'good' | 'muted' | 'waiting' | 'bad';

const COLOURS: Record<Tone, string> = {
  good: 'ic-success',
  muted: 'ic-muted',
  waiting: 'ic-warning',
  bad: 'ic-error',
};

/** State as a word with a mark: filled if good, otherwise hollow, so that it is legible without colour. */
export function StatusTag({ tone, children }: { tone: Tone; children: string }) {
  return (
    <span className={`ic-inline-row ic-gap-8 ic-nowrap ic-text-13 ${COLOURS[tone]}`}>
      <i
        className={`ic-rigid ic-round ${styles.dot} ${tone === 'good' ? styles.filled : ''}`}
        aria-hidden="true"
      />
      {children}
    </span>
  );
}

const TONES: Readonly<Record<ApprovalStatus, Tone>> = {
  [ApprovalStatus.PENDING]: 'waiting',
  [ApprovalStatus.APPROVED]: 'good',
  [ApprovalStatus.REJECTED]: 'bad',
};

/** Approval status of a result, the same on every screen. */
export function ApprovalTag({ status }: { status: unknown }) {
  const { t } = useTranslation();
  return isEnumValue(ApprovalStatus, status) ? (
    <StatusTag tone={TONES[status]}>{enumLabel(t, 'ApprovalStatus', status)}</StatusTag>
  ) : null;
}
