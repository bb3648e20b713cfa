import { keysOf, recordOf } from '../../../shared/records';
import { ApprovalStatus } from '../../../shared/domain/results';
import { badInput } from '../../auth/failure';
import type { Actor } from '../../auth/actor';
import { requireProduct } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { Database } from '../../db/database';
import { readArgumentNames } from '../argument-names';
import { readEffectiveSettings } from '../effective-settings';
import { decisionOf, requireDecider, type ApprovalOutcome, type ApprovalService } from './approval.service';
import {
  decisionFields,
  decisionKeys,
  foldWord,
  isOwnTable,
  readDecisionFile,
  usualStatus,
  type DecisionMapping,
} from './decision-file';
import { readFormats, saveFormat, type Format } from './decision-formats';
import { evaluateRows, type Evaluation, type Meaning } from './evaluate-rows';
import { matchRows, type KnownResult } from './match-rows';

/** Outcome of an upload; a dry run stores nothing. Refused rows don't affect others. */
export interface DecisionImport extends ApprovalOutcome, Pick<Evaluation, 'rows' | 'words'> {
  readonly applied: boolean;
  readonly columns: readonly string[];
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  readonly mapping: DecisionMapping;
  readonly argument: string | null;
  readonly argumentNames: readonly string[];
  /** What the user has to choose: key, status (no row is read without these) or argument. */
  readonly missing: readonly string[];
  readonly skipped: number;
  readonly refused: number;
}

/** What a user says about a status word; without a status it leaves rows out. */
export interface WordAnswer {
  readonly word: string;
  readonly approvalStatus?: number | null;
}

/** An uploaded decision table. */
interface DecisionUpload {
  readonly productId: number;
  readonly csv: string;
  readonly sheet: string | null;
  readonly mapping: Partial<DecisionMapping> | null;
  /** Argument whose values the order column holds. */
  readonly argument: string | null;
  /** Status of all rows; null: that of the status column. */
  readonly approvalStatus: number | null;
  readonly words: readonly WordAnswer[] | null;
  readonly dryRun: boolean;
}

/** Imports decision tables: previews each row, or applies all in one transaction. */
export class DecisionImportService {
  constructor(
    private readonly db: Database,
    private readonly approvals: ApprovalService,
    private readonly now: () => number = Date.now,
  ) {}

  /** @throws FORBIDDEN, BAD_USER_INPUT when the upload is no decision table */
  async run(actor: Actor, upload: DecisionUpload, client: Client): Promise<DecisionImport> {
    requireDecider(actor);
    const { productId, csv, sheet, mapping: given, dryRun } = upload;
    requireProduct(actor, productId);
    const { readOnlyTx } = this.db;
    const statusOf = (approvalStatus: number | null | undefined) =>
      approvalStatus == null ? null : decisionOf({ approvalStatus }).to;
    const all = statusOf(upload.approvalStatus);
    const answers = (upload.words ?? []).map(
      (one) => [foldWord(one.word), statusOf(one.approvalStatus)] as const,
    );
    const named = upload.argument?.trim() || null;
    const formats = await readFormats(readOnlyTx, productId);
    const known = [...formats.values()];
    const mapped = given && recordOf(decisionFields, (field) => given[field] ?? null);
    const file = await readDecisionFile(csv, { argument: named, given: mapped, known, sheet });
    const { columns, mapping } = file;
    const missing = [
      ...(decisionKeys.some((key) => mapping[key] !== null) ? [] : ['key']),
      ...(mapping.status === null && all === null ? ['status'] : []),
    ];
    if (missing.length > 0 && !dryRun) throw badInput({ csv: { key: 'noDecisions' } });
    const names = await readArgumentNames(readOnlyTx, productId);
    const matched = await matchRows(
      readOnlyTx,
      productId,
      file,
      named ?? file.known?.argument ?? null,
      names,
    );
    const results = matched.rows.flatMap(({ matches }) => matches);
    const said = new Map(
      [...new Set(results.map((result) => result.asp_id))].map((aspId) => [
        aspId,
        new Map([...Object.entries(formats.get(aspId)?.words ?? {}), ...answers]),
      ]),
    );
    const meaningOf = await this.meanings(
      results,
      (word, aspId) => (isOwnTable(mapping) ? usualStatus(word) : undefined) ?? said.get(aspId)?.get(word),
    );
    const { rows, decisions, words } = evaluateRows(
      file,
      missing.length > 0 ? [] : matched.rows,
      all,
      meaningOf,
    );
    const count = (action: (typeof rows)[number]['action']) =>
      rows.filter((row) => row.action === action).length;
    const unchanged = count('unchanged');
    const would: ApprovalOutcome = { changed: decisions.size, unchanged, changeId: null, undoUntil: null };
    const done = dryRun
      ? would
      : { ...(await this.approvals.decide(actor, productId, decisions, client)), unchanged };
    if (!dryRun && !isOwnTable(mapping)) {
      const { argument } = matched;
      await this.db.write(async (tx) => {
        for (const [aspId, explained] of said) {
          const format: Format = {
            columns: [...columns],
            mapping,
            argument,
            words: Object.fromEntries(explained),
          };
          await saveFormat(tx, productId, aspId, format, this.now());
        }
      });
    }
    return {
      ...done,
      applied: !dryRun,
      columns,
      sheets: file.sheets,
      sheet: file.sheet,
      mapping,
      argument: matched.argument,
      argumentNames: [...new Set([...names.orderKeys, ...names.seen])],
      missing: [...missing, ...(matched.isArgumentOpen ? ['argument'] : [])],
      words,
      skipped: count('skipped'),
      refused: count('refused'),
      rows,
    };
  }

  /**
   * Returns what a status word means for a result: what users said, else a word of the settings of its ad or ad
   * network, else the usual meaning.
   */
  private async meanings(
    results: readonly KnownResult[],
    saidOf: (word: string, aspId: number) => Meaning,
  ): Promise<(word: string, result: KnownResult) => Meaning> {
    const settings = await readEffectiveSettings(
      this.db.readOnlyTx,
      results.map((result) => result.ad_id),
      results.map((result) => result.asp_id),
    );
    return (text, { ad_id: adId, asp_id: aspId }) => {
      const word = foldWord(text);
      const said = saidOf(word, aspId);
      if (said !== undefined) return said;
      const words = settings(adId, aspId)?.words;
      const own = keysOf(ApprovalStatus).find(
        (name) => foldWord(words?.[ApprovalStatus[name]] ?? '') === word,
      );
      return own ? ApprovalStatus[own] : usualStatus(word);
    };
  }
}
