import { keysOf, recordOf } from '../records';
import { ApprovalStatus } from '../domain/results';

/** Fields of a conversion that a postback can carry, each with the parameter name that most senders use. */
export const POSTBACK_NAMES = {
  order: 'order',
  amount: 'amount',
  userId: 'user_id',
  interactionId: 'interaction_id',
  clickId: 'click_id',
  eventId: 'event_id',
  status: 'status',
  time: 'time',
} as const;
export type PostbackField = keyof typeof POSTBACK_NAMES;
export const postbackFieldNames = keysOf(POSTBACK_NAMES);

/** Parameter names by field: several are alternatives, separated by commas; empty if the field is not read. */
export type PostbackNames = Readonly<Record<PostbackField, string>>;

/** Words of each status that a postback can report, separated by commas. */
export const POSTBACK_WORDS = {
  approved: 'approved,承認',
  rejected: 'rejected,否認',
  pending: 'pending,承認待ち,未承認',
  cancelled: 'cancelled,canceled,キャンセル',
} as const;
export type ReportedStatus = keyof typeof POSTBACK_WORDS;
export const reportedStatuses = keysOf(POSTBACK_WORDS);
export type StatusWords = Readonly<Record<ReportedStatus, string>>;

/** Result status that a report sets; null if it leaves the results alone. */
export const APPROVAL_OF: Readonly<Record<ReportedStatus, ApprovalStatus | null>> = {
  approved: ApprovalStatus.APPROVED,
  rejected: ApprovalStatus.REJECTED,
  pending: ApprovalStatus.PENDING,
  cancelled: null,
};

/** Splits names or words at commas. */
export const splitNames = (list: string): string[] =>
  list
    .split(/[,，、\n]/)
    .map((name) => name.trim())
    .filter(Boolean);

const folded = (word: string): string => word.normalize('NFKC').trim().toLowerCase();

/** Returns the status that a word means, ignoring width and case; undefined for an unknown word. */
export const statusOf = (word: string, words: StatusWords): ReportedStatus | undefined =>
  reportedStatuses.find((status) => splitNames(words[status]).some((one) => folded(one) === folded(word)));

/** Returns a status with a word that an earlier status has too; undefined if all words differ. */
export const ambiguousStatus = (words: StatusWords): ReportedStatus | undefined =>
  reportedStatuses.find((status) =>
    splitNames(words[status]).some((word) => statusOf(word, words) !== status),
  );

/** Fills in the usual names of fields that are not given. */
export const namesOf = (
  given: Partial<Record<PostbackField, string | null>>,
): Record<PostbackField, string> =>
  recordOf(postbackFieldNames, (field) => given[field] ?? POSTBACK_NAMES[field]);

/** Fills in the usual words of statuses that are not given. */
export const wordsOf = (
  given: Partial<Record<ReportedStatus, string | null>>,
): Record<ReportedStatus, string> =>
  recordOf(reportedStatuses, (status) => given[status] ?? POSTBACK_WORDS[status]);
