import { ApprovalStatus } from '../../../shared/domain/results';
import { locales } from '../../../shared/i18n/messages';
import { texts } from '../../../shared/i18n';
import { keysOf } from '../../../shared/records';
import { badInput, Failure, type FailureMessage } from '../../auth/failure';
import { hasHeader, readCsv } from '../../records/csv-table';
import { unguarded } from '../../export/cell';
import { decisionOf } from './approval.service';
import type { Decision } from './change-states';

/** Row of a decision table: how it identifies results, and its decision or error. */
export interface DecisionRow {
  readonly line: number;
  /** Whether `value` is a result id or a value of the argument. */
  readonly by: 'id' | 'argument';
  readonly value: string;
  readonly decision: Decision | FailureMessage;
}

const folded = (text: string): string => text.trim().normalize('NFKC').toLowerCase();

/** Statuses by everything that denotes them: number, name, and label in each language. */
const states = new Map(
  keysOf(ApprovalStatus).flatMap((name): [string, ApprovalStatus][] => {
    const labels = locales.map((locale) => texts[locale].enums.ApprovalStatus[name]);
    return [String(ApprovalStatus[name]), name, ...labels].map((word) => [
      folded(word),
      ApprovalStatus[name],
    ]);
  }),
);

/** Column names: those of REST and the labels in each language, as in lists and exports. */
const HEADINGS = {
  status: [
    'approval_status',
    'status',
    ...locales.map((locale) => texts[locale].fields.label.result_approvalStatus),
  ],
  reason: ['reason', ...locales.map((locale) => texts[locale].results.approve.reason)],
  id: ['id', 'result_id', ...locales.map((locale) => texts[locale].fields.label.result_id)],
};

export const isWrong = (decision: Decision | FailureMessage): decision is FailureMessage => 'key' in decision;

function decide(word: string, reason: string): Decision | FailureMessage {
  const to = states.get(folded(word));
  if (to === undefined) return { key: 'unknownState', params: { value: word } };
  try {
    return decisionOf({ approvalStatus: to, reason });
  } catch (error) {
    const [wrong] = error instanceof Failure ? (error.details.fields?.reason ?? []) : [];
    if (!wrong) throw error;
    return wrong;
  }
}

/**
 * Reads an uploaded decision table with `approval_status`, an optional `reason`, and `id` (`result_id`) or a
 * column named like the argument; or with the console's labels for these.
 * @throws BAD_USER_INPUT when it is no such table
 */
export function readDecisions(csv: string, argument: string | null): DecisionRow[] {
  const table = readCsv(csv);
  const { columns, rows } = table;
  const placeOf = (names: readonly string[]) => columns.findIndex((column) => names.includes(column));
  const status = placeOf(HEADINGS.status);
  const reason = placeOf(HEADINGS.reason);
  const id = placeOf(HEADINGS.id);
  const named = argument === null ? -1 : placeOf([argument]);
  if (status < 0 || (id < 0 && named < 0))
    throw badInput({
      csv: !hasHeader(table)
        ? { key: 'brokenTable' }
        : argument === null
          ? { key: 'noDecisions' }
          : { key: 'noDecisionsBy', params: { name: argument } },
    });
  return rows.map(({ line, cells }): DecisionRow => {
    const cell = (place: number) => unguarded(cells[place] ?? '').trim();
    const byId = id >= 0 && cell(id) !== '';
    return {
      line,
      by: byId || named < 0 ? 'id' : 'argument',
      value: cell(byId || named < 0 ? id : named),
      decision: decide(cell(status), cell(reason)),
    };
  });
}
