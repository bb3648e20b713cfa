import { isTransition, type ApprovalStatus } from '../../../shared/domain/results';
import { Failure, type FailureMessage } from '../../auth/failure';
import { groupBy } from '../../platform/group-by';
import { decisionOf } from './approval.service';
import { cellReader } from '../../records/table/mapping';
import type { Decision } from './change-states';
import { foldWord, type DecisionFile } from './decision-file';
import type { KnownResult, MatchedRow } from './match-rows';

/** Status that a word means; null leaves the row out, undefined: unknown. */
export type Meaning = ApprovalStatus | null | undefined;

/** A row with its problem, or what it decides about its results; neither leaves it out. */
interface EvaluatedRow extends MatchedRow {
  readonly word: string;
  /** Meanings of the word for its results; empty if it does not count. */
  readonly meanings: readonly Meaning[];
  readonly problem?: FailureMessage;
  readonly decided: ReadonlyArray<Decision & { readonly result: KnownResult }>;
}

/** Returns the only value of a list; null if there are several. */
function onlyOf<T>(values: Iterable<T>): T | null {
  const [first, ...more] = new Set(values);
  return more.length > 0 ? null : (first ?? null);
}

/** Returns why a row says nothing about results. */
function problemOf({ fault, value, matches }: MatchedRow, hasWord: boolean): FailureMessage | undefined {
  if (fault !== null) return { key: fault };
  if (value === '') return { key: 'noResultKey' };
  if (matches.length === 0) return { key: 'noSuchResult', params: { value } };
  return hasWord ? undefined : { key: 'noState' };
}

/**
 * Evaluates the rows of a table: their outcomes (`unchanged`: the results already have the status, or an earlier row
 * decides the same; `skipped`: a total, or a word that leaves rows out), the decisions by result id, and the status words. Rows that decide
 * differently about the same result are all refused.
 * @param all status of all rows; null: that of the status column
 */
export function evaluateRows(
  file: DecisionFile,
  table: readonly MatchedRow[],
  all: ApprovalStatus | null,
  meaningOf: (word: string, result: KnownResult) => Meaning,
) {
  const cellOf = cellReader(file);
  const evaluated = table.map((row): EvaluatedRow => {
    const word = cellOf(row, 'status');
    const nothing = { ...row, word, meanings: [], decided: [] };
    if (row.isTotal) return nothing;
    const problem = problemOf(row, all !== null || word !== '');
    if (problem) return { ...nothing, problem };
    const meanings = row.matches.map((result) => all ?? meaningOf(word, result));
    if (meanings.includes(undefined))
      return { ...nothing, meanings, problem: { key: 'unknownState', params: { value: word } } };
    try {
      const decided = row.matches.flatMap((result, at) => {
        const approvalStatus = meanings[at];
        if (approvalStatus == null) return [];
        return [{ result, ...decisionOf({ approvalStatus, reason: cellOf(row, 'reason') }) }];
      });
      return { ...nothing, meanings, decided };
    } catch (error) {
      const [wrong] = error instanceof Failure ? (error.details.fields?.reason ?? []) : [];
      if (!wrong) throw error;
      return { ...nothing, meanings, problem: wrong };
    }
  });
  const byResult = groupBy(
    evaluated.flatMap(({ line, decided }) => decided.map(({ result: { id }, to }) => ({ id, line, to }))),
    ({ id }) => id,
  );
  const decisions = new Map<string, Decision>();
  const seen = new Set<string>();
  const rows = evaluated.map(({ line, value, cells, decided, problem }) => {
    const nothing = {
      line,
      value,
      resultIds: [],
      statusBefore: null,
      approvalStatus: null,
      problem: null,
      cells: [],
    };
    const other = decided
      .flatMap(({ result, to }) => byResult.get(result.id)?.filter((one) => one.to !== to) ?? [])
      .at(0);
    if (problem || other)
      return {
        ...{ ...nothing, action: 'refused', cells },
        problem: problem ?? { key: 'decidedTwice', params: { line: other?.line ?? 0 } },
      };
    if (decided.length === 0) return { ...nothing, action: 'skipped' };
    const changing = decided.filter(
      ({ result, to }) => !seen.has(result.id) && isTransition(result.approval_status, to),
    );
    for (const { result } of decided) seen.add(result.id);
    for (const { result, to, reason } of changing) decisions.set(result.id, { to, reason });
    return {
      ...{ ...nothing, action: changing.length > 0 ? 'change' : 'unchanged' },
      resultIds: decided.map(({ result }) => result.id),
      statusBefore: onlyOf(decided.map(({ result }) => result.approval_status)),
      approvalStatus: onlyOf(decided.map(({ to }) => to)),
    };
  });
  const worded = all === null ? evaluated.filter(({ meanings }) => meanings.length > 0) : [];
  const words = [...groupBy(worded, ({ word }) => foldWord(word)).values()].map((same) => {
    const meanings = new Set(same.flatMap((row) => row.meanings));
    return {
      word: same[0]?.word ?? '',
      // Null if it is unknown, leaves rows out, or varies by ad network.
      approvalStatus: onlyOf(meanings) ?? null,
      unknown: meanings.has(undefined),
      varies: meanings.size > 1,
      rows: same.length,
    };
  });
  return { rows, decisions, words };
}
