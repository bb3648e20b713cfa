import { RoleType } from '../../../shared/catalog';
import { countDays, dayOf, type Day } from '../../../shared/domain/calendar';
import { adNamings, mediaFields, type MediaField, type MediaMapping } from '../../../shared/domain/media';
import { lacksYear } from '../../../shared/domain/table-cells';
import type { UnknownRecord } from '../../../shared/records';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, type FailureMessage } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import {
  createWriteContext,
  recordChange,
  recordChanges,
  type WriteContext,
} from '../../records/audit/record';
import type { Database, Tx } from '../../db/database';
import { markDays } from '../../journeys/stale';
import { readKnownAds } from './known-ads';
import { lackingFields, readMediaFile, type MediaFile } from './media-file';
import {
  daysOf,
  planMediaRows,
  sumOf,
  type CostChange,
  type MediaOutcome,
  type MediaPlan,
  type StoredCost,
} from './media-import';
import {
  indexNames,
  listNames,
  nameDecider,
  parseNames,
  readNames,
  saveNames,
  type FileName,
  type NamedAds,
} from './media-names';
import { readMediaRows, type MediaAnswers, type MediaRow, type MediaValues } from './media-rows';
import { readSources, readMapping, saveSource, sourceNameOf } from './sources';
import { readStoredCosts, storeCosts } from './stored-costs';

/** Parameters of an upload. */
export interface MediaUpload extends MediaAnswers {
  readonly productId: number;
  readonly sourceName: string;
  readonly csv: string;
  readonly mapping: unknown;
  readonly sheet: string | null;
  /** Ads of the file's names; remembered for the source. */
  readonly names: readonly UnknownRecord[];
  readonly dryRun: boolean;
}

/** Result of an upload; a dry run stores nothing. Refused rows don't block the others. */
export interface MediaCostImport extends Pick<
  MediaFile,
  'columns' | 'mapping' | 'period' | 'sheets' | 'sheet'
> {
  readonly applied: boolean;
  readonly sourceName: string;
  /** Required fields without a column; if there are any, no row was read. */
  readonly missing: readonly string[];
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly added: number;
  readonly skipped: number;
  readonly refused: number;
  readonly names: readonly FileName[];
  readonly needsYear: boolean;
  /** Rows that cover several days. */
  readonly periods: number;
  /** Currencies other than yen. */
  readonly currencies: readonly string[];
  readonly rows: ReadonlyArray<
    MediaOutcome & { readonly adName: string | null; readonly cells: readonly string[] | null }
  >;
}

/** Checks the right to write costs; agencies never have it, even with wider rights. @throws FORBIDDEN */
export function requireCostEditor(actor: Actor): void {
  requireRight(actor, 'ads', 'edit');
  if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
}

/** Maximum days of ads in an upload. */
const MAX_DAYS = 50_000;
const YEARS = { min: 2000, max: 2100 } as const;
const MAX_RATE = 1e6;
/** Maximum letters of a file's columns in a message. */
const MAX_FOUND = 400;

/** Returns the audit trail summary of costs: range of days, number of rows, and sums. */
export const summaryOf = (costs: ReadonlyArray<MediaValues & { readonly day: Day }>): object =>
  costs.length === 0
    ? {}
    : {
        dateFrom: Math.min(...costs.map(({ day }) => day)),
        dateTo: Math.max(...costs.map(({ day }) => day)),
        mediaDays: costs.length,
        ...sumOf(costs),
      };

/** Imports media cost files: previews the result of each row, then stores it. */
export class MediaImportService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Runs an import. @throws FORBIDDEN, BAD_USER_INPUT when the upload is no table, or its columns are unknown */
  async run(actor: Actor, upload: MediaUpload, client: Client): Promise<MediaCostImport> {
    const { productId, mapping: sent, dryRun } = upload;
    requireCostEditor(actor);
    requireProduct(actor, productId);
    const sourceName = sourceNameOf(upload.sourceName);
    refuseWrongAnswers(upload);
    const { readOnlyTx: reading } = this.db;
    const ads = await readKnownAds((sql, params) => this.db.read(sql, params), productId);
    const chosen = parseNames(upload.names, ads);
    const given = sent == null ? null : readMapping(sent);
    const source = (await readSources(reading, productId)).find((one) => one.sourceName === sourceName);
    const mappings = { given, saved: source?.mapping ?? null };
    const file = await readMediaFile(upload.csv, upload.sheet, mappings, ads);
    const { columns, mapping, period, sheets, sheet } = file;
    if (given) refuseUnknown(sent, given, columns);
    const missing = lackingFields(file);
    if (missing.length > 0 && !dryRun) throw columnsMissing(missing, columns);
    const remembered = source ? await readNames(reading, source.id, ads) : [];
    const names: NamedAds = new Map([...remembered, ...indexNames(chosen)]);
    const { rows, currencies } =
      missing.length > 0
        ? { rows: [], currencies: [] }
        : readMediaRows(file, {
            ads,
            today: dayOf(this.now()),
            answers: upload,
            decide: nameDecider(names, ads),
          });
    const days = coveredDays(rows);
    const planRows = async (tx: Pick<Tx, 'query'>, sourceId: number | null): Promise<MediaPlan> =>
      planMediaRows(rows, await readStoredCosts(tx, productId, days), sourceId);
    const plan = dryRun
      ? await planRows(reading, source?.id ?? null)
      : await this.db.write(async (tx) => {
          const saved = await saveSource(tx, productId, sourceName, mapping, this.now());
          const planned = await planRows(tx, saved.id);
          const context = createWriteContext(tx, actor, client, this.now());
          await recordChanges(context, await saveNames(tx, saved, productId, chosen, this.now()));
          await this.store(context, productId, saved, planned, {
            currency: currencies.length === 1 && upload.exchangeRate ? (currencies[0] ?? null) : null,
            exchangeRate: currencies.length === 1 ? upload.exchangeRate : null,
          });
          return planned;
        });
    const count = (action: MediaOutcome['action']): number =>
      plan.rows.filter((row) => row.action === action).length;
    const isNew = ({ before }: CostChange): boolean => before === null;
    return {
      applied: !dryRun,
      ...{ sourceName, columns, mapping, missing, period, sheets, sheet, currencies },
      created: plan.changes.filter(isNew).length,
      replaced: plan.changes.filter((change) => !isNew(change)).length,
      unchanged: plan.unchanged,
      added: count('added'),
      skipped: count('skipped'),
      refused: count('refused'),
      names: listNames(rows, names, ads),
      needsYear: file.rows.some(({ cells }) => lacksYear(cells[columns.indexOf(mapping.day ?? '')] ?? '')),
      periods: rows.filter(({ days: range }) => range !== null && range.from !== range.to).length,
      rows: plan.rows.map((row, at) => ({
        ...row,
        adName: row.adId === null ? null : ads.name(row.adId),
        cells: row.action === 'refused' ? (file.rows[at]?.cells ?? []) : null,
      })),
    };
  }

  /** Stores the differences and marks their days as stale. The same file again changes nothing. */
  private async store(
    context: WriteContext,
    productId: number,
    { id: sourceId, sourceName: label, version }: { id: number; sourceName: string; version: number },
    { changes }: MediaPlan,
    money: Pick<StoredCost, 'currency' | 'exchangeRate'>,
  ): Promise<void> {
    if (changes.length === 0) return;
    const costs = changes.map(({ before, ...one }): StoredCost => {
      const replaced = before?.sourceId === sourceId ? before.replacedSourceId : (before?.sourceId ?? null);
      return { ...one, sourceId, ...money, replacedSourceId: replaced };
    });
    await storeCosts(context.tx, productId, costs, this.now());
    await markDays(
      context.tx,
      productId,
      new Set(costs.map(({ day }) => day)),
      this.now(),
      'stale_media_day',
    );
    await recordChange(context, {
      entity: 'mediaSource',
      entityId: sourceId,
      productId,
      label,
      action: 'update',
      version,
      before: { ...summaryOf(changes.flatMap(({ before }) => before ?? [])) },
      after: { ...summaryOf(costs), ...(money.currency === null ? {} : money) },
    });
  }
}

/** Refuses answers out of range. @throws BAD_USER_INPUT */
function refuseWrongAnswers({ year, exchangeRate }: MediaAnswers): void {
  if (year !== null && (year < YEARS.min || year > YEARS.max))
    throw badInput({
      year: year < YEARS.min ? { key: 'minValue', params: YEARS } : { key: 'maxValue', params: YEARS },
    });
  if (exchangeRate !== null && !(exchangeRate > 0 && exchangeRate <= MAX_RATE))
    throw badInput({ exchangeRate: { key: 'invalidRate', params: { max: MAX_RATE } } });
}

/** Creates the error for required columns that were not recognised; it lists the columns of the file. */
const columnsMissing = (missing: readonly MediaField[], columns: readonly string[]): Failure => {
  const found = columns.filter(Boolean).join(', ').slice(0, MAX_FOUND);
  return badInput(
    Object.fromEntries(
      missing.map((field) => [`mapping.${field}`, { key: 'columnNeeded', params: { found } }]),
    ),
  );
};

/** Lists the days that rows cover. @throws BAD_USER_INPUT naming `csv` for too many */
function coveredDays(rows: readonly MediaRow[]): Set<Day> {
  const ranges = rows.flatMap(({ days, problems }) => (days && problems.length === 0 ? [days] : []));
  if (ranges.reduce((sum, { from, to }) => sum + countDays(from, to), 0) > MAX_DAYS)
    throw badInput({ csv: { key: 'tooMany', params: { count: MAX_DAYS } } });
  return new Set(ranges.flatMap(daysOf));
}

/** Refuses a mapping to a missing column or an unknown identification of ads. @throws BAD_USER_INPUT */
function refuseUnknown(sent: unknown, given: MediaMapping, columns: readonly string[]): void {
  const wrong: Record<string, FailureMessage> = {};
  for (const field of mediaFields) {
    const name = given[field];
    if (name !== null && !columns.includes(name))
      wrong[`mapping.${field}`] = { key: 'noSuchColumn', params: { name } };
  }
  const by = typeof sent === 'object' && sent !== null && 'adBy' in sent ? sent.adBy : undefined;
  if (by != null && !adNamings.some((naming) => naming === by))
    wrong['mapping.adBy'] = { key: 'mustBeOneOf', params: { values: adNamings.join(', ') } };
  if (Object.keys(wrong).length > 0) throw badInput(wrong);
}
