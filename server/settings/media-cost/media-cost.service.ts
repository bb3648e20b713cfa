import { RoleType } from '../../../shared/catalog';
import { countDays, type Day } from '../../../shared/domain/calendar';
import type { Actor } from '../../auth/actor';
import { badInput, notFound } from '../../auth/failure';
import { ownAgency, requireProduct, requireRight } from '../../auth/permissions';
import type { Client } from '../../auth/sessions';
import { allOf, oneOf, type Condition } from '../../db/condition';
import { createWriteContext, recordChange } from '../../records/audit/record';
import type { Database, Tx } from '../../db/database';
import { select } from '../../db/statements';
import { takeTurn } from '../../db/turn';
import { requireVisible } from '../../records/visibility';
import { mediaBehind } from '../../logs/drill-down/drill-down-filter';
import { markDays } from '../../journeys/stale';
import { requireCostEditor, summaryOf } from './media-import.service';
import { nameEntry } from './media-names';
import { readSources, saveRule, sourceEntry, type RuleInput, type Source } from './sources';
import { COST_COLUMNS, toCost, toSource, type CostRow, type SourceRow } from './stored-costs';

interface CostQuery {
  readonly productId: number;
  readonly dateFrom: Day;
  readonly dateTo: Day;
  /** The metric value to drill down into; absent: all costs. */
  readonly figure?: string | null;
  /** Only costs of these ads. */
  readonly adIds?: readonly number[] | null;
}

interface Row extends CostRow, SourceRow {
  source_name: string;
  ad_id: number;
  ad_name: string;
  ads: number | string;
  imported_at: number | string;
  replaced: string | null;
}

/** Maximum days per request: a year and a month. */
const MAX_DAYS = 400;

const toSourceCost = (row: Row) => ({
  ...toCost(row),
  ...toSource(row),
  sourceName: row.source_name,
  importedAt: new Date(Number(row.imported_at)),
  replacedSourceName: row.replaced,
});

const TABLES = `media_cost m JOIN media_source s ON s.id = m.source_id JOIN ad a ON a.id = m.ad_id
  LEFT JOIN media_source r ON r.id = m.replaced_source_id`;

/** Reads and deletes imported media costs; lists, changes and deletes the ads of names in media's files. */
export class MediaCostService {
  constructor(
    private readonly db: Database,
    private readonly now: () => number = Date.now,
  ) {}

  /** Returns the sources of files with their last column mapping; none for an agency, which does not import. */
  async sources(actor: Actor, productId: number): Promise<Source[]> {
    return this.mayImport(actor, productId) ? readSources(this.db.readOnlyTx, productId) : [];
  }

  /**
   * Changes how a medium counts conversions: the sent fields, null for the medium's usual value.
   * @throws FORBIDDEN, NOT_FOUND, CONFLICT, BAD_USER_INPUT naming each wrong field
   */
  async updateSource(actor: Actor, id: number, input: RuleInput, client: Client): Promise<Source> {
    requireCostEditor(actor);
    const [source] = await select<{ product_id: number }>(this.db)`SELECT product_id FROM media_source
      WHERE id = ${id} AND product_id IN ${actor.productIds}`;
    if (!source) throw notFound();
    const { product_id: productId } = source;
    return this.db.write(async (tx) => {
      await takeTurn(tx, `media:${productId}`);
      const context = createWriteContext(tx, actor, client, this.now());
      return saveRule(context, productId, id, input);
    });
  }

  /** Returns the names of a product by source; none for an agency, which does not import. */
  async names(actor: Actor, productId: number): Promise<SourceName[]> {
    return this.mayImport(actor, productId)
      ? readSourceNames(this.db.readOnlyTx, 'n.product_id = ?', productId)
      : [];
  }

  /** Changes the ad of a name; null: left out. @throws FORBIDDEN, NOT_FOUND, BAD_USER_INPUT */
  updateName(actor: Actor, id: number, adId: number | null, client: Client): Promise<SourceName> {
    return this.changeName(actor, id, client, adId);
  }

  /** Forgets a name. @throws FORBIDDEN, NOT_FOUND */
  async removeName(actor: Actor, id: number, client: Client): Promise<true> {
    await this.changeName(actor, id, client);
    return true;
  }

  private changeName(actor: Actor, id: number, client: Client, adId?: number | null): Promise<SourceName> {
    requireCostEditor(actor);
    return this.db.write(async (tx) => {
      const [name] = await readSourceNames(tx, 'n.id = ?', id);
      if (!name || !actor.productIds.includes(name.productId)) throw notFound();
      const { productId } = name;
      if (adId === undefined) await tx.execute('DELETE FROM media_name WHERE id = ?', [id]);
      else {
        const ads = await tx.query('SELECT id FROM ad WHERE id = ? AND product_id = ?', [adId, productId]);
        if (adId !== null && ads.length === 0)
          throw badInput({ adId: { key: 'noSuchName', params: { name: String(adId) } } });
        await tx.execute(
          'UPDATE media_name SET ad_id = ?, version = version + 1, updated_at = ? WHERE id = ?',
          [adId, this.now(), id],
        );
      }
      const source = (await readSources(tx, productId)).find((one) => one.id === name.sourceId);
      if (!source) throw notFound();
      await recordChange(
        createWriteContext(tx, actor, client, this.now()),
        nameEntry(source, productId, name, name.adId, adId),
      );
      const [changed = name] = await readSourceNames(tx, 'n.id = ?', id);
      return changed;
    });
  }

  /**
   * Returns the imported days, newest first, or the ones behind a metric value; for an agency only its own ads.
   * @throws FORBIDDEN, BAD_USER_INPUT
   */
  async days(actor: Actor, query: CostQuery) {
    const { sql: where, params } = await this.conditionOf(actor, query);
    const rows = await this.db.read<Row>(
      `SELECT m.day, m.source_id, s.source_name, COUNT(*) AS ads, SUM(m.cost_sen) AS cost_sen, SUM(m.impressions) AS impressions, SUM(m.clicks) AS clicks,
          SUM(m.conversions) AS conversions, SUM(m.conversion_value) AS conversion_value, SUM(m.view_through) AS view_through, MAX(m.imported_at) AS imported_at,
          MAX(r.source_name) AS replaced, MAX(m.currency) AS currency, MAX(m.exchange_rate) AS exchange_rate
        FROM ${TABLES}
        WHERE ${where} GROUP BY m.day, m.source_id, s.source_name ORDER BY m.day DESC, s.source_name`,
      params,
    );
    return rows.map((row) => ({ ...toSourceCost(row), ads: Number(row.ads) }));
  }

  /** Returns the costs of one day's ads, or the ones behind a metric value. @throws FORBIDDEN, BAD_USER_INPUT */
  async ofDay(actor: Actor, productId: number, day: Day, figure: string | null = null) {
    const range = { dateFrom: day, dateTo: day };
    const { sql: where, params } = await this.conditionOf(actor, { productId, ...range, figure });
    const rows = await this.db.read<Row>(
      `SELECT m.day, m.source_id, s.source_name, m.ad_id, a.ad_name, m.cost_sen, m.impressions, m.clicks, m.conversions, m.conversion_value, m.view_through, m.imported_at,
          r.source_name AS replaced, m.currency, m.exchange_rate
        FROM ${TABLES}
        WHERE ${where} ORDER BY m.cost_sen DESC, m.ad_id`,
      params,
    );
    return rows.map((row) => ({ ...toSourceCost(row), adId: row.ad_id, adName: row.ad_name }));
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
      for (const source of chosen) {
        const where = 'product_id = ? AND day BETWEEN ? AND ? AND source_id = ?';
        const params = [productId, dateFrom, dateTo, source.id];
        const rows = await tx.query<CostRow>(`SELECT ${COST_COLUMNS} FROM media_cost WHERE ${where}`, params);
        if (rows.length === 0) continue;
        deleted += await tx.execute(`DELETE FROM media_cost WHERE ${where}`, params);
        await markDays(tx, productId, new Set(rows.map(({ day }) => day)), this.now(), 'stale_media_day');
        await recordChange(
          createWriteContext(tx, actor, client, this.now()),
          sourceEntry(source, productId, {
            action: 'delete',
            before: summaryOf(rows.map(toCost)),
            after: {},
          }),
        );
      }
      return deleted;
    });
  }

  /** Returns whether a reader's costs may be imported; those of an agency may not. @throws FORBIDDEN */
  private mayImport(actor: Actor, productId: number): boolean {
    requireRight(actor, 'ads', 'view');
    requireProduct(actor, productId);
    return actor.role !== RoleType.AGENCY;
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

type SourceName = Awaited<ReturnType<typeof readSourceNames>>[number];

/** Reads names with their sources and ads. */
async function readSourceNames(tx: Pick<Tx, 'query'>, where: string, value: number) {
  const rows = await tx.query<{
    id: number;
    product_id: number;
    source_id: number;
    source_name: string;
    campaign: string;
    ad_set: string;
    ad: string;
    ad_id: number | null;
    ad_name: string | null;
  }>(
    `SELECT n.id, n.product_id, n.source_id, s.source_name, n.campaign, n.ad_set, n.ad, n.ad_id, a.ad_name
        FROM media_name n JOIN media_source s ON s.id = n.source_id LEFT JOIN ad a ON a.id = n.ad_id
        WHERE ${where} AND (n.ad_id IS NULL OR a.id IS NOT NULL) ORDER BY s.source_name, n.campaign, n.ad_set, n.ad, n.id`,
    [value],
  );
  return rows.map((row) => ({
    ...{ id: row.id, productId: row.product_id, sourceId: row.source_id, sourceName: row.source_name },
    ...{ campaign: row.campaign, adSet: row.ad_set, ad: row.ad, adId: row.ad_id, adName: row.ad_name },
  }));
}
