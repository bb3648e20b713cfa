import { enumValues } from '../../../shared/catalog';
import { recordOf } from '../../../shared/records';
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
import { readFormats, saveFormat } from './decision-formats';
import { evaluateRows, type Meaning } from './evaluate-rows';
import { matchRows, type KnownResult } from './match-rows';

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

  /**
   * Runs an import; a dry run stores nothing. Refused rows don't affect others. `missing` is what the user has to
   * choose: key, status (no row is read without these) or argument.
   * @throws FORBIDDEN, BAD_USER_INPUT when the upload is no decision table
   */
  async run(actor: Actor, upload: DecisionUpload, client: Client) {
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
    const mapped = given && recordOf(decisionFields, (field) => given[field] ?? null);
    const options = { argument: named, given: mapped, known: [...formats.values()], sheet };
    const file = await readDecisionFile(csv, options);
    const { columns, mapping, sheets } = file;
    const missing = [
      ...(decisionKeys.some((key) => mapping[key] !== null) ? [] : ['key']),
      ...(mapping.status === null && all === null ? ['status'] : []),
    ];
    if (missing.length > 0 && !dryRun) throw badInput({ csv: { key: 'noDecisions' } });
    const names = await readArgumentNames(readOnlyTx, productId);
    const chosen = named ?? file.known?.argument ?? null;
    const {
      rows: table,
      argument,
      isArgumentOpen,
    } = await matchRows(readOnlyTx, productId, file, chosen, names);
    const results = table.flatMap(({ matches }) => matches);
    const aspIds = [...new Set(results.map((result) => result.asp_id))];
    const said = new Map(
      aspIds.map((aspId) => [
        aspId,
        new Map([...Object.entries(formats.get(aspId)?.words ?? {}), ...answers]),
      ]),
    );
    const settings = await readEffectiveSettings(
      readOnlyTx,
      results.map((result) => result.ad_id),
      aspIds,
    );
    const isOwn = isOwnTable(mapping);
    /** What users said, else a word of the settings of the ad or ad network, else the usual meaning. */
    const meaningOf = (text: string, { ad_id: adId, asp_id: aspId }: KnownResult): Meaning => {
      const word = foldWord(text);
      const usual = usualStatus(word);
      const known = isOwn && usual !== undefined ? usual : said.get(aspId)?.get(word);
      if (known !== undefined) return known;
      const words = settings(adId, aspId)?.words;
      const own = enumValues(ApprovalStatus).find((status) => foldWord(words?.[status] ?? '') === word);
      return own ?? usual;
    };
    const { rows, decisions, words } = evaluateRows(file, missing.length > 0 ? [] : table, all, meaningOf);
    const count = (action: string) => rows.filter((row) => row.action === action).length;
    const done: ApprovalOutcome = dryRun
      ? { changed: decisions.size, unchanged: 0, changeId: null, undoUntil: null }
      : await this.approvals.decide(actor, productId, decisions, client);
    if (!dryRun && !isOwn)
      await this.db.write(async (tx) => {
        for (const [aspId, explained] of said) {
          const format = { columns: [...columns], mapping, argument, words: Object.fromEntries(explained) };
          await saveFormat(tx, productId, aspId, format, this.now());
        }
      });
    return {
      ...{ ...done, applied: !dryRun, columns, sheets, sheet: file.sheet, mapping, argument, words, rows },
      argumentNames: [...new Set([...names.orderKeys, ...names.seen])],
      missing: [...missing, ...(isArgumentOpen ? ['argument'] : [])],
      unchanged: count('unchanged'),
      skipped: count('skipped'),
      refused: count('refused'),
    };
  }
}
