import { ApprovalStatus } from '../../../shared/domain/results';
import { locales } from '../../../shared/i18n/messages';
import { texts } from '../../../shared/i18n';
import { keysOf, recordOf } from '../../../shared/records';
import { badInput, type FailureMessage } from '../../auth/failure';
import { readTableFile, type TableFile } from '../../records/table/table-file';
import { DECISION_COLUMNS, DECISION_WORDS } from './decision-words';

/** Ways in which a row names its results. */
export const decisionKeys = ['result', 'order', 'conversion', 'click'] as const;
export type DecisionKey = (typeof decisionKeys)[number];

/** Column of each field, by column name; null if there is none. */
export type DecisionMapping = Readonly<Record<keyof typeof DECISION_COLUMNS, string | null>>;
export const decisionFields = keysOf(DECISION_COLUMNS);

/** Width, case and surrounding blanks of a status word don't matter. */
export const foldWord = (text: string): string => text.normalize('NFKC').trim().toLowerCase();
const foldName = (name: string): string =>
  foldWord(name)
    .replace(/\s*[([【].*$/, '')
    .replace(/[\s\p{P}\p{S}]+/gu, '');

const labelsOf = (field: string): string[] =>
  field === 'status'
    ? locales.map((locale) => texts[locale].fields.label.result_approvalStatus)
    : field === 'result'
      ? locales.map((locale) => texts[locale].fields.label.result_id)
      : [];

const NAMES = recordOf(decisionFields, (field) =>
  [...labelsOf(field), ...DECISION_COLUMNS[field]].map((name) => foldName(name)),
);

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
  const wrong: Record<string, FailureMessage> = {};
  for (const field of decisionFields) {
    const name = given?.[field] ?? null;
    if (name !== null && !file.columns.includes(name))
      wrong[`mapping.${field}`] = { key: 'noSuchColumn', params: { name } };
  }
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
  return { ...file, mapping: mappingOf(file.columns), known: knownOf(file.columns) };
}
