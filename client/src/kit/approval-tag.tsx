import { useTranslation } from 'react-i18next';
import { isEnumValue } from '../../../shared/catalog';
import { ApprovalStatus } from '../../../shared/domain/results';
import { enumLabel } from './enum-label';
import { StatusTag, type Tone } from './status-tag';

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
