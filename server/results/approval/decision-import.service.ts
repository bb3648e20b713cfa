import { ApprovalStatus, isTransition } from '../../../shared/domain/results';
import { locales } from '../../../shared/i18n/messages';
import { texts } from '../../../shared/i18n';
import { keysOf } from '../../../shared/records';
import { badInput, Failure, type FailureMessage } from '../../auth/failure';
import { readTableFile } from '../../records/table/table-file';
import type { Actor } from '../../auth/actor';
import { requireProduct } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { Database } from '../../db/database';
import { groupBy } from '../../platform/group-by';
import { selectIn } from '../../db/chunks';
import { argTrait } from '../effective-settings';
import { decisionOf, requireDecider, type ApprovalOutcome, type ApprovalService } from './approval.service';
import type { Decision } from './change-states';

/** Row of a decision table: how it identifies results, and its decision or error. */
interface DecisionRow {
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

const isWrong = (decision: Decision | FailureMessage): decision is FailureMessage => 'key' in decision;

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
export async function readDecisions(csv: string, argument: string | null): Promise<DecisionRow[]> {
  const words = new Set([...Object.values(HEADINGS).flat(), ...(argument === null ? [] : [argument])]);
  const score = (names: readonly string[]) => names.filter((name) => words.has(name)).length;
  const { columns, rows } = await readTableFile(csv, { score });
  const placeOf = (names: readonly string[]) => columns.findIndex((column) => names.includes(column));
  const status = placeOf(HEADINGS.status);
  const reason = placeOf(HEADINGS.reason);
  const id = placeOf(HEADINGS.id);
  const named = argument === null ? -1 : placeOf([argument]);
  if (status < 0 || (id < 0 && named < 0))
    throw badInput({
      csv: argument === null ? { key: 'noDecisions' } : { key: 'noDecisionsBy', params: { name: argument } },
    });
  return rows.map(({ line, cells, fault }): DecisionRow => {
    const cell = (place: number) => cells[place] ?? '';
    const byId = id >= 0 && cell(id) !== '';
    return {
      line,
      by: byId || named < 0 ? 'id' : 'argument',
      value: cell(byId || named < 0 ? id : named),
      decision: fault === null ? decide(cell(status), cell(reason)) : { key: fault },
    };
  });
}

/** Actual or previewed effect of a row. */
interface DecisionOutcome {
  readonly line: number;
  /** Value that identifies the row's results. */
  readonly value: string;
  /** `unchanged`: its results already have the status, or an earlier row decides the same. */
  readonly action: 'change' | 'unchanged' | 'refused';
  readonly resultIds: readonly string[];
  readonly approvalStatus: ApprovalStatus | null;
  readonly problem: FailureMessage | null;
}

/** Outcome of an upload; a dry run stores nothing. Refused rows don't affect others. */
export interface DecisionImport extends ApprovalOutcome {
  readonly applied: boolean;
  readonly refused: number;
  readonly rows: readonly DecisionOutcome[];
}

/** An uploaded decision table. */
interface DecisionUpload {
  readonly productId: number;
  readonly csv: string;
  /** Argument whose values identify results, such as an order number. */
  readonly argument: string | null;
  readonly dryRun: boolean;
}

interface KnownResult {
  readonly id: string;
  readonly approval_status: ApprovalStatus;
}

/** Imports decisions from CSV: previews each row, or applies all in one transaction. */
export class DecisionImportService {
  constructor(
    private readonly db: Database,
    private readonly approvals: ApprovalService,
  ) {}

  /** @throws FORBIDDEN, BAD_USER_INPUT when the upload is no decision table */
  async run(
    actor: Actor,
    { productId, csv, argument, dryRun }: DecisionUpload,
    client: Client,
  ): Promise<DecisionImport> {
    requireDecider(actor);
    requireProduct(actor, productId);
    const named = argument?.trim() || null;
    const table = await readDecisions(csv, named);
    const { rows, decisions } = evaluateRows(table, await this.lookupResults(productId, named, table));
    const refused = rows.filter(({ action }) => action === 'refused').length;
    const unchanged = rows.filter(({ action }) => action === 'unchanged').length;
    const would: ApprovalOutcome = { changed: decisions.size, unchanged, changeId: null, undoUntil: null };
    const done = dryRun
      ? would
      : { ...(await this.approvals.decide(actor, productId, decisions, client)), unchanged };
    return { ...done, applied: !dryRun, refused, rows };
  }

  /** Returns a lookup from rows to the results they identify. */
  private async lookupResults(
    productId: number,
    argument: string | null,
    table: readonly DecisionRow[],
  ): Promise<(row: DecisionRow) => KnownResult[]> {
    const query = {
      query: <T>(sql: string, params?: readonly (string | number | null)[]) => this.db.read<T>(sql, params),
    };
    const values = (by: DecisionRow['by']) => [
      ...new Set(table.flatMap((row) => (row.by === by && row.value !== '' ? [row.value] : []))),
    ];
    const ids = await selectIn<KnownResult>(
      query,
      'SELECT id, approval_status FROM result WHERE product_id = ? AND id IN',
      [productId],
      values('id'),
    );
    const byId = groupBy(ids, ({ id }) => id);
    const sql =
      'SELECT r.id, r.approval_status, t.trait FROM result_trait t JOIN result r ON r.id = t.result_id WHERE t.product_id = ? AND t.trait IN';
    const traits = argument === null ? [] : values('argument').map((value) => argTrait(argument, value));
    const byTrait = groupBy(
      await selectIn<KnownResult & { trait: string }>(query, sql, [productId], traits),
      ({ trait }) => trait,
    );
    return ({ by, value }) =>
      (by === 'id' ? byId.get(value) : byTrait.get(argTrait(argument ?? '', value))) ?? [];
  }
}

/** Evaluates each row; the first decision about a result wins. */
function evaluateRows(
  table: readonly DecisionRow[],
  known: (row: DecisionRow) => readonly KnownResult[],
): { rows: DecisionOutcome[]; decisions: Map<string, Decision> } {
  const decided = new Map<string, { line: number; to: ApprovalStatus }>();
  const decisions = new Map<string, Decision>();
  const rows = table.map((row): DecisionOutcome => {
    const { line, value, decision } = row;
    const refuse = (problem: FailureMessage): DecisionOutcome => ({
      line,
      value,
      action: 'refused',
      resultIds: [],
      approvalStatus: null,
      problem,
    });
    if (isWrong(decision)) return refuse(decision);
    const matches = known(row);
    if (matches.length === 0) return refuse({ key: 'noSuchResult', params: { value } });
    const other = matches
      .map(({ id }) => decided.get(id))
      .find((before) => before !== undefined && before.to !== decision.to);
    if (other) return refuse({ key: 'decidedTwice', params: { line: other.line } });
    const changing = matches.filter(
      ({ id, approval_status: from }) => !decided.has(id) && isTransition(from, decision.to),
    );
    for (const { id } of matches) if (!decided.has(id)) decided.set(id, { line, to: decision.to });
    for (const { id } of changing) decisions.set(id, decision);
    const outcome = {
      line,
      value,
      resultIds: matches.map(({ id }) => id),
      approvalStatus: decision.to,
      problem: null,
    };
    return { ...outcome, action: changing.length > 0 ? 'change' : 'unchanged' };
  });
  return { rows, decisions };
}
