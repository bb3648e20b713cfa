import { rejectionReason } from '../../../shared/i18n/rejections';

/** Reason to reject a line; the message names the field and the rule. */
export class RejectedLine extends Error {}

/** Rejects a line for a reason. */
export function reject(...reason: Parameters<typeof rejectionReason>): never {
  throw new RejectedLine(rejectionReason(...reason));
}
