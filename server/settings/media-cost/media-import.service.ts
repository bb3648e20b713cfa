import { RoleType } from '../../../shared/catalog';
import { dayOf, type Day } from '../../../shared/domain/calendar';
import { adNamings, mediaFields, missingFields, type MediaMapping } from '../../../shared/domain/media';
import type { Actor } from '../../auth/actor';
import { badInput, Failure, type FailureMessage } from '../../auth/failure';
import { requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { createWriteContext, recordChange } from '../../records/audit/record';
import type { Database, Tx } from '../../db/database';
import { markDays } from '../../journeys/stale';
import { readKnownAds } from './known-ads';
import { readMediaFile } from './media-file';
import { planMediaRows, costKey, type MediaPlan, type MediaOutcome, type StoredCost } from './media-import';
import { readMediaRows, type MediaValues } from './media-rows';
import { readSources, readMapping, saveSource, sourceNameOf } from './sources';
import { readStoredCosts, storeCosts } from './stored-costs';

/** Parameters of an upload. */
export interface MediaUpload {
  readonly productId: number;
  readonly sourceName: string;
  readonly csv: string;
  readonly mapping: unknown;
  readonly dryRun: boolean;
}

/** Result of an upload; a dry run stores nothing. Refused rows don't block the others. */
export interface MediaCostImport {
  readonly applied: boolean;
  readonly sourceName: string;
  readonly columns: readonly string[];
  readonly mapping: MediaMapping;
  /** Required fields without a column; if there are any, no row was read. */
  readonly missing: readonly string[];
  readonly created: number;
  readonly replaced: number;
  readonly unchanged: number;
  readonly added: number;
  readonly skipped: number;
  readonly refused: number;
  readonly rows: ReadonlyArray<MediaOutcome & { readonly adName: string | null }>;
}

/** Checks the right to write costs; agencies never have it, even with wider rights. @throws FORBIDDEN */
export function requireCostEditor(actor: Actor): void {
  requireRight(actor, 'ads', 'edit');
  if (actor.role === RoleType.AGENCY) throw new Failure('FORBIDDEN', 'forbidden');
}

const NOTHING: MediaValues = { cost: 0, impressions: 0, clicks: 0 };
const sumOf = (all: readonly MediaValues[]): MediaValues =>
  all.reduce(
    (sum, one) => ({
      cost: Math.round((sum.cost + one.cost) * 100) / 100,
      impressions: sum.impressions + one.impressions,
      clicks: sum.clicks + one.clicks,
    }),
    NOTHING,
  );

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
  async run(
    actor: Actor,
    { productId, sourceName: named, csv, mapping: sent, dryRun }: MediaUpload,
    client: Client,
  ): Promise<MediaCostImport> {
    requireCostEditor(actor);
    requireProduct(actor, productId);
    const sourceName = sourceNameOf(named);
    const given = sent == null ? null : readMapping(sent);
    const { readOnlyTx: reading } = this.db;
    const source = (await readSources(reading, productId)).find((one) => one.sourceName === sourceName);
    const file = await readMediaFile(csv, given, source?.mapping ?? null);
    const { columns, mapping } = file;
    if (given) refuseUnknown(sent, given, columns);
    const missing = missingFields(mapping);
    if (missing.length > 0 && !dryRun)
      throw badInput(Object.fromEntries(missing.map((field) => [`mapping.${field}`, { key: 'required' }])));
    const ads = await readKnownAds((sql, params) => this.db.read(sql, params), productId);
    const rows = missing.length > 0 ? [] : readMediaRows(file, ads, dayOf(this.now()));
    const days = rows.flatMap(({ day }) => day ?? []);
    const planRows = async (tx: Pick<Tx, 'query'>, sourceId: number | null): Promise<MediaPlan> =>
      planMediaRows(rows, await readStoredCosts(tx, productId, days), sourceId);
    const plan = dryRun
      ? await planRows(reading, source?.id ?? null)
      : await this.db.write(async (tx) => {
          const saved = await saveSource(tx, productId, sourceName, mapping, this.now());
          const planned = await planRows(tx, saved.id);
          await this.store(tx, actor, client, productId, saved, planned);
          return planned;
        });
    const count = (action: MediaOutcome['action']): number =>
      plan.rows.filter((row) => row.action === action).length;
    return {
      applied: !dryRun,
      sourceName,
      columns,
      mapping,
      missing,
      created: count('create'),
      replaced: count('replace'),
      unchanged: count('unchanged'),
      added: count('added'),
      skipped: count('skipped'),
      refused: count('refused'),
      rows: plan.rows.map((row) => ({ ...row, adName: row.adId === null ? null : ads.name(row.adId) })),
    };
  }

  /** Stores the differences and marks their days as stale. The same file again changes nothing. */
  private async store(
    tx: Tx,
    actor: Actor,
    client: Client,
    productId: number,
    { id: sourceId, sourceName: label, version }: { id: number; sourceName: string; version: number },
    { changes, rows }: MediaPlan,
  ): Promise<void> {
    if (changes.length === 0) return;
    const costs = changes.map((one): StoredCost => ({ ...one, sourceId }));
    await storeCosts(tx, productId, costs, this.now());
    await markDays(tx, productId, new Set(costs.map(({ day }) => day)), this.now(), 'stale_media_day');
    const changed = new Set(changes.map(costKey));
    const before = rows.flatMap((row) =>
      row.before && row.day !== null && changed.has(costKey(row)) ? [{ day: row.day, ...row.before }] : [],
    );
    await recordChange(createWriteContext(tx, actor, client, this.now()), {
      entity: 'mediaSource',
      entityId: sourceId,
      productId,
      label,
      action: 'update',
      version,
      before: { ...summaryOf(before) },
      after: { ...summaryOf(costs) },
    });
  }
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
