import { splitNames } from '../../../shared/catalog/postback-source';
import { ApprovalStatus } from '../../../shared/domain/results';
import { locales } from '../../../shared/i18n/messages';
import { texts } from '../../../shared/i18n';
import { isKeyOf, keysOf, recordOf } from '../../../shared/records';
import { refuseMapping, type Mapping } from '../../records/table/mapping';
import { readTableFile, type TableFile } from '../../records/table/table-file';

/** Ways in which a row names its results. */
export const decisionKeys = ['result', 'order', 'conversion', 'click'] as const;
export type DecisionKey = (typeof decisionKeys)[number];

/**
 * Column names of decision tables that networks, carts and the console write, most specific first. Width, case,
 * blanks, punctuation and trailing brackets don't matter.
 */
const DECISION_COLUMNS = {
  result: splitNames('id, result id, 成果ID, 成果番号, 成果No, 成果コード'),
  conversion: splitNames('conversion id, CV ID, CV番号, コンバージョンID, event id, 转化ID'),
  order: splitNames(`
    order id, order number, order no, order code, order, 注文番号, 注文ID, 注文No, 注文コード, 注文識別番号,
    受注番号, 受注ID, 受注No, 受注コード, オーダーID, オーダー番号, オーダーNo, 取引番号, 取引ID, 申込番号, 申込ID, 申込No,
    予約番号, 予約ID, 伝票番号, transaction id, 订单号, 订单编号, 订单ID, 識別ID, 識別番号, 識別コード, 識別子, ユニークID`),
  click: splitNames(`
    クリックID, click id, xclid, a_xclid, gclid, gbraid, wbraid, yclid, fbclid, ttclid, msclkid, セッションID,
    session id, 点击ID`),
  status: splitNames(`
    approval status, 承認状況, 承認ステータス, 承認状態, 承認結果, 承認区分, 承認可否, 成果ステータス, 成果状態, 成果状況,
    確定状況, 確定状態, 確定ステータス, 判定結果, 審査結果, 結果, 判定, 注文ステータス, 注文状況, 注文状態, 受注ステータス, ステータス, status,
    conversion status, order status, state, 状態, 状況, 承認, approval, decision, 审批状态, 状态`),
  reason: splitNames(`
    reason, 理由, 否認理由, 非承認理由, 却下理由, キャンセル理由, 判定理由, 原因, 備考, コメント, メモ, comment, note,
    notes, remarks, 备注`),
} as const;

/** Words that networks, carts and people write for each status, in any width and case. */
const DECISION_WORDS: Readonly<Record<keyof typeof ApprovalStatus, readonly string[]>> = {
  APPROVED: splitNames(`
    1, 承認, 承認済, 承認済み, 承認する, 確定, 確定済, 確定済み, 成立, 成約, 有効, OK, ○, 〇, ◯, approved, approve,
    accepted, accept, confirmed, validated, valid, locked, paid, 已批准, 已通过, 通过`),
  REJECTED: splitNames(`
    2, 否認, 否認済, 否認済み, 否認する, 否決, 非承認, 不承認, 却下, キャンセル, キャンセル済, キャンセル済み, 取消, 取消済,
    取消済み, 取り消し, 返品, 返金, 無効, 不成立, 非成立, 棄却, 破棄, NG, ×, ✕, ✖, rejected, reject, declined, decline,
    denied, disapproved, cancelled, canceled, cancel, returned, refunded, reversed, invalid, void, voided, 已拒绝, 已取消,
    退货, 退款`),
  PENDING: splitNames(`
    0, 承認待ち, 承認待, 発生, 未確定, 未承認, 未判定, 未処理, 保留, 保留中, 確認中, 確認待ち, 審査中, 審査待ち, 判定待ち,
    処理中, 仮確定, 仮成果, △, pending, unapproved, unconfirmed, waiting, open, new, hold, on hold, in review,
    under review, 待审核, 待处理, 审核中`),
};

/** Column of each field, by column name; null if there is none. */
export type DecisionMapping = Mapping<keyof typeof DECISION_COLUMNS>;
export const decisionFields = keysOf(DECISION_COLUMNS);

/** Width, case and surrounding blanks of a status word don't matter. */
export const foldWord = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const foldName = (name: string): string =>
  foldWord(name)
    .replace(/\s*[([【].*$/, '')
    .replace(/[\s\p{P}\p{S}]+/gu, '');

/** Fields whose labels in the console name their columns as well. */
const LABELS = { result: 'result_id', status: 'result_approvalStatus' } as const;
const NAMES = recordOf(decisionFields, (field) => {
  const labels = isKeyOf(LABELS, field)
    ? locales.map((locale) => texts[locale].fields.label[LABELS[field]])
    : [];
  return [...labels, ...DECISION_COLUMNS[field]].map(foldName);
});

/** Statuses by the words that denote them anywhere: names, labels, numbers of this product, and usual words. */
const usualWords = new Map(
  keysOf(ApprovalStatus).flatMap((name): [string, ApprovalStatus][] => {
    const labels = locales.map((locale) => texts[locale].enums.ApprovalStatus[name]);
    return [name, ...labels, ...DECISION_WORDS[name]].map((word) => [foldWord(word), ApprovalStatus[name]]);
  }),
);
export const usualStatus = (word: string): ApprovalStatus | undefined => usualWords.get(foldWord(word));

/** Guesses the column of each field from the column names. */
function guessMapping(columns: readonly string[]): DecisionMapping {
  const names = columns.map(foldName);
  return recordOf(decisionFields, (field) => {
    const word = NAMES[field].find((one) => names.includes(one));
    return word === undefined ? null : (columns[names.indexOf(word)] ?? null);
  });
}

/** Whether a table comes from the console: its statuses are this product's own numbers. */
export const isOwnTable = ({ result, status }: DecisionMapping): boolean =>
  result === 'id' && status === 'approval_status';

/** How the columns of an earlier table were used. */
interface KnownTable {
  readonly columns: readonly string[];
  readonly mapping: DecisionMapping;
  /** Argument that its order column holds. */
  readonly argument: string | null;
}

/** A decision table with its mapping. */
export interface DecisionFile extends TableFile {
  readonly mapping: DecisionMapping;
  /** Earlier table with these columns. */
  readonly known: KnownTable | undefined;
}

interface FileOptions {
  /** Argument whose name is a column of orders, if there is such a column. */
  readonly argument: string | null;
  /** Mapping chosen by the user; null: that of a known table with the same columns, else guessed. */
  readonly given: DecisionMapping | null;
  readonly known: readonly KnownTable[];
  readonly sheet: string | null;
}

/**
 * Reads an uploaded decision table. The header is the line that names the most fields.
 * @throws BAD_USER_INPUT when it is no table, or the chosen mapping names a missing column
 */
export async function readDecisionFile(
  csv: string,
  { argument, given, known, sheet }: FileOptions,
): Promise<DecisionFile> {
  // A file of refused rows has one more column.
  const knownOf = (columns: readonly string[]) =>
    known.find(
      (one) =>
        columns.length - one.columns.length <= 1 && one.columns.every((name) => columns.includes(name)),
    );
  const mappingOf = (columns: readonly string[]): DecisionMapping => {
    if (given) return given;
    const mapping = knownOf(columns)?.mapping ?? guessMapping(columns);
    return argument !== null && columns.includes(argument) ? { ...mapping, order: argument } : mapping;
  };
  // A cell such as 承認 is rather a status than the name of a column.
  const score = (columns: readonly string[]): number => {
    const mapping = mappingOf(columns);
    const names = columns.filter((name) => given !== null || usualStatus(name) === undefined);
    return decisionFields.filter((field) => mapping[field] !== null && names.includes(mapping[field])).length;
  };
  const file = await readTableFile(csv, { sheet, score });
  if (given) refuseMapping(decisionFields, given, file.columns);
  return { ...file, mapping: mappingOf(file.columns), known: knownOf(file.columns) };
}
