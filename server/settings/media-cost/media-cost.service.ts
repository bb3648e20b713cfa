import { RoleType } from '../../../shared/catalog';
import { countDays, type Day } from '../../../shared/domain/calendar';
import type { MediaMapping } from '../../../shared/domain/media';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { ownAgency, requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { allOf, oneOf, type Condition } from '../../db/condition';
import { createWriteContext, recordChange } from '../../records/audit/record';
import type { Database } from '../../db/database';
import { requireVisible } from '../../records/visibility';
import { mediaBehind } from '../../logs/drill-down/drill-down-filter';
import { markDays } from '../../journeys/stale';
import { requireCostEditor, summaryOf } from './media-import.service';
import { readSources } from './sources';

/** A source of files in the console. */
export interface MediaSourceInfo {
  readonly id: number;
  readonly sourceName: string;
  readonly mapping: MediaMapping | null;
}

/** Totals that were imported for a day from one source. */
export interface MediaCostDay {
  readonly day: Day;
  readonly sourceId: number;
  readonly sourceName: string;
  readonly ads: number;
  readonly cost: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly importedAt: Date;
  readonly replacedSourceName: string | null;
  readonly currency: string | null;
  readonly exchangeRate: number | null;
}

/** Stored costs of one ad and day. */
export interface AdMediaCost extends Omit<MediaCostDay, 'ads'> {
  readonly adId: number;
  readonly adName: string;
}

interface CostQuery {
  readonly productId: number;
  readonly dateFrom: Day;
  readonly dateTo: Day;
  /** The metric value to drill down into; absent: all costs. */
  readonly figure?: string | null;
  /** Only costs of these ads. */
  readonly adIds?: readonly number[] | null;
}

interface Row {
  day: Day;
  source_id: number;
  source_name: string;
  ad_id: number;
  ad_name: string;
  ads: number | string;
  cost_sen: number;
  impressions: number;
  clicks: number;
  imported_at: number | string;
  replaced: string | null;
  currency: string | null;
  exchange_rate: number | null;
}

/** Maximum days per request: a year and a month. */
const MAX_DAYS = 400;

const toCost = (row: Row) => ({
  day: row.day,
  sourceId: row.source_id,
  sourceName: row.source_name,
  cost: Number(row.cost_sen) / 100,
  impressions: Number(row.impressions),
  clicks: Number(row.clicks),
  importedAt: new Date(Number(row.imported_at)),
  replacedSourceName: row.replaced,
  currency: row.currency,
  exchangeRate: row.exchange_rate === null ? null : Number(row.exchange_rate),
});

const TABLES = `media_cost m JOIN media_source s ON s.id = m.source_id JOIN ad a ON a.id = m.ad_id
  LEFT JOIN media_source r ON r.id = m.replaced_source_id`;

/** Reads and deletes imported media costs. */
export class MediaCostService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the sources of files with their last column mapping; none for an agency, which does not import. */
  async sources(actor: Actor, productId: number): Promise<MediaSourceInfo[]> {
    requireRight(actor, 'ads', 'view');
    requireProduct(actor, productId);
    if (actor.role === RoleType.AGENCY) return [];
    return readSources(this.db.readOnlyTx, productId);
  }

  /**
   * Returns the imported days, newest first, or the ones behind a metric value; for an agency only its own ads.
   * @throws FORBIDDEN, BAD_USER_INPUT
   */
  async days(actor: Actor, query: CostQuery): Promise<MediaCostDay[]> {
    const { sql: where, params } = await this.conditionOf(actor, query);
    const rows = await this.db.read<Row>(
      `SELECT m.day, m.source_id, s.source_name, COUNT(*) AS ads, SUM(m.cost_sen) AS cost_sen, SUM(m.impressions) AS impressions, SUM(m.clicks) AS clicks, MAX(m.imported_at) AS imported_at,
          MAX(r.source_name) AS replaced, MAX(m.currency) AS currency, MAX(m.exchange_rate) AS exchange_rate
        FROM ${TABLES}
        WHERE ${where} GROUP BY m.day, m.source_id, s.source_name ORDER BY m.day DESC, s.source_name`,
      params,
    );
    return rows.map((row) => ({ ...toCost(row), ads: Number(row.ads) }));
  }

  /** Returns the costs of one day's ads, or the ones behind a metric value. @throws FORBIDDEN, BAD_USER_INPUT */
  async ofDay(
    actor: Actor,
    productId: number,
    day: Day,
    figure: string | null = null,
  ): Promise<AdMediaCost[]> {
    const { sql: where, params } = await this.conditionOf(actor, {
      productId,
      dateFrom: day,
      dateTo: day,
      figure,
    });
    const rows = await this.db.read<Row>(
      `SELECT m.day, m.source_id, s.source_name, m.ad_id, a.ad_name, m.cost_sen, m.impressions, m.clicks, m.imported_at,
          r.source_name AS replaced, m.currency, m.exchange_rate
        FROM ${TABLES}
        WHERE ${where} ORDER BY m.cost_sen DESC, m.ad_id`,
      params,
    );
    return rows.map((row) => ({ ...toCost(row), adId: row.ad_id, adName: row.ad_name }));
  }

  /**
   * Deletes the imports of a range of days, of one source or all. @returns the number of deleted rows @throws
   * FORBIDDEN, BAD_USER_INPUT, NOT_FOUND
   */
  async remove(
    actor: Actor,
    query: CostQuery & { readonly sourceId: number | null },
    client: Client,
  ): Promise<number> {
    requireCostEditor(actor);
    const { productId, dateFrom, dateTo, sourceId } = query;
    this.requireDays(actor, query);
    return this.db.write(async (tx) => {
      const sources = await readSources(tx, productId);
      const chosen = sources.filter(({ id }) => sourceId === null || id === sourceId);
      if (sourceId !== null && chosen.length === 0) throw notFound();
      let deleted = 0;
      for (const { id, sourceName: label, version } of chosen) {
        const where = 'product_id = ? AND day BETWEEN ? AND ? AND source_id = ?';
        const params = [productId, dateFrom, dateTo, id];
        const rows = await tx.query<{ day: Day; cost_sen: number; impressions: number; clicks: number }>(
          `SELECT day, cost_sen, impressions, clicks FROM media_cost WHERE ${where}`,
          params,
        );
        if (rows.length === 0) continue;
        deleted += await tx.execute(`DELETE FROM media_cost WHERE ${where}`, params);
        await markDays(tx, productId, new Set(rows.map(({ day }) => day)), this.now(), 'stale_media_day');
        const before = summaryOf(
          rows.map(({ day, cost_sen: sen, impressions, clicks }) => ({
            day,
            cost: Number(sen) / 100,
            impressions: Number(impressions),
            clicks: Number(clicks),
          })),
        );
        await recordChange(createWriteContext(tx, actor, client, this.now()), {
          entity: 'mediaSource',
          entityId: id,
          productId,
          label,
          action: 'delete',
          version,
          before: { ...before },
          after: {},
        });
      }
      return deleted;
    });
  }

  private requireDays(actor: Actor, { productId, dateFrom, dateTo, figure }: CostQuery): void {
    requireProduct(actor, productId);
    if (dateFrom > dateTo) throw badInput({ dateFrom: { key: 'fromAfterTo' } });
    // A metric value's days come from its report, which may cover any range.
    if (!figure && countDays(dateFrom, dateTo) > MAX_DAYS)
      throw badInput({ dateTo: { key: 'maxValue', params: { max: MAX_DAYS } } });
  }

  private async conditionOf(actor: Actor, query: CostQuery): Promise<Condition> {
    const grant = requireRight(actor, 'ads', 'view');
    this.requireDays(actor, query);
    const agency = ownAgency(actor, grant);
    const { productId, dateFrom, dateTo } = query;
    if (query.adIds?.length) await requireVisible(this.db, actor, 'ad', query.adIds, productId);
    return allOf([
      { sql: 'm.product_id = ? AND m.day BETWEEN ? AND ?', params: [productId, dateFrom, dateTo] },
      ...(agency === null ? [] : [{ sql: 'a.agency_id = ?', params: [agency] }]),
      ...(query.adIds?.length ? [oneOf('m.ad_id', query.adIds)] : []),
      ...(query.figure ? await mediaBehind(this.db, actor, productId, query.figure) : []),
    ]);
  }
}
