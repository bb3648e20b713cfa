import { isTransition, type ApprovalStatus } from '../../../shared/domain/results';
import { Failure, type FailureMessage } from '../../auth/failure';
import { groupBy } from '../../platform/group-by';
import { decisionOf } from './approval.service';
import type { Decision } from './change-states';
import { foldWord, type DecisionFile } from './decision-file';
import type { KnownResult, MatchedRow } from './match-rows';

/** Actual or previewed effect of a row. */
interface DecisionOutcome {
  readonly line: number;
  /** Value that identifies the row's results. */
  readonly value: string;
  /**
   * `unchanged`: its results already have the status, or an earlier row decides the same; `skipped`: a total, or a
   * word that leaves rows out.
   */
  readonly action: 'change' | 'unchanged' | 'skipped' | 'refused';
  readonly resultIds: readonly string[];
  /** Status of the results before and after; null if they differ. */
  readonly statusBefore: ApprovalStatus | null;
  readonly approvalStatus: ApprovalStatus | null;
  readonly problem: FailureMessage | null;
  /** Cells of a refused row, by column. */
  readonly cells: readonly string[];
}

/** Status that a word means; null leaves the row out, undefined: unknown. */
export type Meaning = ApprovalStatus | null | undefined;

/** A status word of the table. */
interface DecisionWord {
  readonly word: string;
  /** Null if it is unknown, leaves rows out, or varies by ad network. */
  readonly approvalStatus: ApprovalStatus | null;
  readonly unknown: boolean;
  readonly varies: boolean;
  readonly rows: number;
}

export interface Evaluation {
  readonly rows: readonly DecisionOutcome[];
  /** Changes by result id. */
  readonly decisions: ReadonlyMap<string, Decision>;
  readonly words: readonly DecisionWord[];
}

type RowDecision = Decision & { readonly result: KnownResult };

/** Returns the only value of a list; null if there are several. */
function onlyOf<T>(values: Iterable<T>): T | null {
  const [first, ...more] = new Set(values);
  return more.length > 0 ? null : (first ?? null);
}

/**
 * Evaluates the rows of a table. Rows that decide differently about the same result are all refused.
 * @param all status of all rows; null: that of the status column
 */
export function evaluateRows(
  { mapping, columns }: DecisionFile,
  table: readonly MatchedRow[],
  all: ApprovalStatus | null,
  meaningOf: (word: string, result: KnownResult) => Meaning,
): Evaluation {
  const cellOf = ({ cells }: MatchedRow, name: string | null) => cells[columns.indexOf(name ?? '')] ?? '';
  const meanings = new Map<string, { word: string; rows: number; meanings: Set<Meaning> }>();
  const decide = (row: MatchedRow): readonly RowDecision[] | FailureMessage | null => {
    const { matches, value } = row;
    const word = cellOf(row, mapping.status);
    if (row.isTotal) return null;
    if (row.fault !== null) return { key: row.fault };
    if (value === '') return { key: 'noResultKey' };
    if (matches.length === 0) return { key: 'noSuchResult', params: { value } };
    if (all === null && word === '') return { key: 'noState' };
    const states = matches.map((result) => (all === null ? meaningOf(word, result) : all));
    if (all === null) {
      const known = meanings.get(foldWord(word)) ?? { word, rows: 0, meanings: new Set() };
      for (const state of states) known.meanings.add(state);
      meanings.set(foldWord(word), { ...known, rows: known.rows + 1 });
    }
    if (states.includes(undefined)) return { key: 'unknownState', params: { value: word } };
    const reason = cellOf(row, mapping.reason);
    try {
      const decided = matches.flatMap((result, at) => {
        const to = states[at];
        return to == null ? [] : [{ result, ...decisionOf({ approvalStatus: to, reason }) }];
      });
      return decided.length > 0 ? decided : null;
    } catch (error) {
      const [wrong] = error instanceof Failure ? (error.details.fields?.reason ?? []) : [];
      if (!wrong) throw error;
      return wrong;
    }
  };
  const isDecided = (decision: ReturnType<typeof decide>): decision is readonly RowDecision[] =>
    Array.isArray(decision);
  const decided = table.map((row) => ({ row, decision: decide(row) }));
  const byResult = groupBy(
    decided.flatMap(({ row: { line }, decision }) =>
      isDecided(decision) ? decision.map(({ result: { id }, to }) => ({ id, line, to })) : [],
    ),
    ({ id }) => id,
  );
  const decisions = new Map<string, Decision>();
  const seen = new Set<string>();
  const rows = decided.map(({ row: { line, value, cells }, decision }): DecisionOutcome => {
    const nothing = { resultIds: [], statusBefore: null, approvalStatus: null, problem: null, cells: [] };
    const refuse = (problem: FailureMessage) => ({ ...nothing, line, value, problem, cells });
    if (decision === null) return { ...nothing, line, value, action: 'skipped' };
    if (!isDecided(decision)) return { ...refuse(decision), action: 'refused' };
    const other = decision
      .flatMap(({ result, to }) => byResult.get(result.id)?.filter((one) => one.to !== to) ?? [])
      .at(0);
    if (other) return { ...refuse({ key: 'decidedTwice', params: { line: other.line } }), action: 'refused' };
    const changing = decision.filter(
      ({ result, to }) => !seen.has(result.id) && isTransition(result.approval_status, to),
    );
    for (const { result } of decision) seen.add(result.id);
    for (const { result, to, reason } of changing) decisions.set(result.id, { to, reason });
    return {
      ...nothing,
      line,
      value,
      action: changing.length > 0 ? 'change' : 'unchanged',
      resultIds: decision.map(({ result }) => result.id),
      statusBefore: onlyOf(decision.map(({ result }) => result.approval_status)),
      approvalStatus: onlyOf(decision.map(({ to }) => to)),
    };
  });
  const words = [...meanings.values()].map(({ word, rows: count, meanings: found }) => ({
    word,
    approvalStatus: onlyOf(found) ?? null,
    unknown: found.has(undefined),
    varies: found.size > 1,
    rows: count,
  }));
  return { rows, decisions, words };
}
