import { RoleType } from '../../../shared/catalog';
import { countDays, dayOf, daysIn, type Day } from '../../../shared/domain/calendar';
import { adNamings, mediaFields, type MediaField } from '../../../shared/catalog/media';
import { lacksYear } from '../../../shared/domain/table-cells';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, mustBeOneOf } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import type { UnknownRecord } from '../../../shared/records';
import { createWriteContext, recordChange, recordChanges } from '../../records/audit/record';
import { cellReader, refuseMapping } from '../../records/table/mapping';
import type { Database, Tx } from '../../db/database';
import { takeTurn } from '../../db/turn';
import { markDays } from '../../journeys/stale';
import { readKnownAds } from './known-ads';
import { readMediaFile } from './media-file';
import { planMediaRows, sumOf, type MediaOutcome, type StoredCost } from './media-import';
import {
  indexNames,
  listNames,
  nameDecider,
  parseNames,
  readNames,
  saveNames,
  type NamedAds,
  type SentName,
} from './media-names';
import { readMediaRows, type MediaAnswers, type MediaRow, type MediaValues } from './media-rows';
import { readSources, readMapping, saveSource, sourceEntry, sourceNameOf } from './sources';
import { readStoredCosts, storeCosts } from './stored-costs';

/** Parameters of an upload. */
export interface MediaUpload extends MediaAnswers {
  readonly productId: number;
  readonly sourceName: string;
  readonly csv: string;
  readonly mapping: Partial<Record<MediaField | 'adBy', string | null>> | null;
  readonly sheet: string | null;
  /** Ads of the file's names; remembered for the source. */
  readonly names: readonly SentName[];
  readonly dryRun: boolean;
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
export const summaryOf = (costs: ReadonlyArray<MediaValues & { readonly day: Day }>): UnknownRecord =>
  costs.length === 0
    ? {}
    : {
        dateFrom: Math.min(...costs.map(({ day }) => day)),
        dateTo: Math.max(...costs.map(({ day }) => day)),
        mediaDays: costs.length,
        // The trail names no conversions if the file has none.
        ...Object.fromEntries(Object.entries(sumOf(costs)).filter(([, value]) => value !== null)),
      };

/** Imports media cost files: previews the result of each row, then stores it. */
export class MediaImportService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /**
   * Runs an import; a dry run stores nothing. Refused rows don't block the others.
   * @throws FORBIDDEN, BAD_USER_INPUT when the upload is no table, or its columns are unknown
   */
  async run(actor: Actor, upload: MediaUpload, client: Client) {
    const { productId, mapping: sent, dryRun } = upload;
    requireCostEditor(actor);
    requireProduct(actor, productId);
    const sourceName = sourceNameOf(upload.sourceName);
    refuseWrongAnswers(upload);
    const { readOnlyTx: reading } = this.db;
    const ads = await readKnownAds(reading, productId);
    const chosen = parseNames(upload.names, ads);
    const given = sent && readMapping(sent);
    const source = (await readSources(reading, productId)).find((one) => one.sourceName === sourceName);
    const mappings = { given, saved: source?.mapping ?? null };
    const file = await readMediaFile(upload.csv, upload.sheet, mappings, ads);
    const { columns, mapping, period, sheets, sheet, missing } = file;
    if (given) {
      const isNaming = adNamings.some((naming) => naming === (sent.adBy ?? 'name'));
      const wrongNaming = isNaming ? {} : { 'mapping.adBy': mustBeOneOf(adNamings) };
      refuseMapping(mediaFields, given, columns, wrongNaming);
    }
    if (missing.length > 0 && !dryRun) throw columnsMissing(missing, columns);
    const remembered = source ? await readNames(reading, source.id) : [];
    const isKnown = ([, adId]: readonly [string, number | null]) => adId === null || ads.name(adId) !== null;
    const names: NamedAds = new Map([...[...remembered].filter(isKnown), ...indexNames(chosen)]);
    const { rows, currencies } =
      missing.length > 0
        ? { rows: [], currencies: [] }
        : readMediaRows(file, {
            ads,
            today: dayOf(this.now()),
            answers: upload,
            decide: nameDecider(names, ads),
          });
    const [currency = null, ...others] = currencies;
    const money =
      others.length > 0 || currency === null || !upload.exchangeRate
        ? { currency: null, exchangeRate: null }
        : { currency, exchangeRate: upload.exchangeRate };
    const days = coveredDays(rows);
    const planRows = async (tx: Pick<Tx, 'query'>, sourceId: number | null) =>
      planMediaRows(rows, await readStoredCosts(tx, productId, days), sourceId);
    const plan = dryRun
      ? await planRows(reading, source?.id ?? null)
      : await this.db.write(async (tx) => {
          await takeTurn(tx, `media:${productId}`);
          const saved = await saveSource(tx, productId, sourceName, mapping, this.now());
          const planned = await planRows(tx, saved.id);
          const context = createWriteContext(tx, actor, client, this.now());
          await recordChanges(context, await saveNames(tx, saved, productId, chosen, this.now()));
          if (planned.changes.length === 0) return planned;
          // The same file again changes nothing.
          const costs = planned.changes.map(({ before, row: _, isSame: __, ...one }): StoredCost => {
            const isOwn = before?.sourceId === saved.id;
            const replaced = isOwn ? before.replacedSourceId : (before?.sourceId ?? null);
            return { ...one, sourceId: saved.id, ...money, replacedSourceId: replaced };
          });
          await storeCosts(tx, productId, costs, this.now());
          await markDays(tx, productId, new Set(costs.map(({ day }) => day)), this.now(), 'stale_media_day');
          const before = summaryOf(planned.changes.flatMap((one) => one.before ?? []));
          const after = { ...summaryOf(costs), ...(money.currency === null ? {} : money) };
          await recordChange(context, sourceEntry(saved, productId, { action: 'update', before, after }));
          return planned;
        });
    const cellOf = cellReader(file);
    const count = (action: MediaOutcome['action']): number =>
      plan.rows.filter((row) => row.action === action).length;
    const created = plan.changes.filter(({ before }) => before === null).length;
    return {
      applied: !dryRun,
      ...{ sourceName, columns, mapping, missing, period, sheets, sheet, currencies },
      created,
      replaced: plan.changes.length - created,
      unchanged: plan.unchanged,
      added: count('added'),
      skipped: count('skipped'),
      refused: count('refused'),
      names: listNames(rows, names, ads),
      needsYear: file.rows.some((row) => lacksYear(cellOf(row, 'day'))),
      periods: rows.filter(({ days: range }) => range !== null && range.from !== range.to).length,
      rows: plan.rows.map((row, at) => ({
        ...row,
        adName: row.adId === null ? null : ads.name(row.adId),
        cells: row.action === 'refused' ? (file.rows[at]?.cells ?? []) : null,
      })),
    };
  }
}

/** Refuses answers out of range. @throws BAD_USER_INPUT */
function refuseWrongAnswers({ year, exchangeRate }: MediaAnswers): void {
  if (year !== null && (year < YEARS.min || year > YEARS.max))
    throw badInput({ year: { key: year < YEARS.min ? 'minValue' : 'maxValue', params: YEARS } });
  if (exchangeRate !== null && !(exchangeRate > 0 && exchangeRate <= MAX_RATE))
    throw badInput({ exchangeRate: { key: 'invalidRate', params: { max: MAX_RATE } } });
}

/** Creates the error for required columns that were not recognised; it lists the columns of the file. */
function columnsMissing(missing: readonly MediaField[], columns: readonly string[]): Failure {
  const found = columns.filter(Boolean).join(', ').slice(0, MAX_FOUND);
  const problem = { key: 'columnNeeded', params: { found } } as const;
  return badInput(Object.fromEntries(missing.map((field) => [`mapping.${field}`, problem])));
}

/** Lists the days that rows cover. @throws BAD_USER_INPUT naming `csv` for too many */
function coveredDays(rows: readonly MediaRow[]): Set<Day> {
  const ranges = rows.flatMap(({ days, problems }) => (days && problems.length === 0 ? [days] : []));
  if (ranges.reduce((sum, { from, to }) => sum + countDays(from, to), 0) > MAX_DAYS)
    throw badInput({ csv: { key: 'tooMany', params: { count: MAX_DAYS } } });
  return new Set(ranges.flatMap(daysIn));
}
