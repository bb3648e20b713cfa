import type { Day } from '../../../shared/domain/calendar';
import { placeholders, type Tx } from '../../db/database';
import { chunksOf, select, sql } from '../../db/statements';
import { costKey, type StoredCost } from './media-import';

type Query = Pick<Tx, 'query'>;

/** Values of a row of media_cost, or sums of rows. */
export interface CostRow {
  readonly day: Day;
  readonly cost_sen: number;
  readonly impressions: number;
  readonly clicks: number;
  readonly conversions: number | null;
  readonly conversion_value: number | null;
  readonly view_through: number | null;
}

const numberOf = (value: number | null): number | null => (value === null ? null : Number(value));

/** Columns of a row about its source. */
export interface SourceRow {
  readonly source_id: number;
  readonly currency: string | null;
  readonly exchange_rate: number | null;
}

/** Returns the values of a row. */
export const toCost = ({ day, cost_sen: sen, impressions, clicks, ...row }: CostRow) => ({
  ...{ day, cost: Number(sen) / 100, impressions: Number(impressions), clicks: Number(clicks) },
  conversions: numberOf(row.conversions),
  conversionValue: numberOf(row.conversion_value),
  viewThrough: numberOf(row.view_through),
});

/** Columns of `CostRow`. */
export const COST_COLUMNS = 'day, cost_sen, impressions, clicks, conversions, conversion_value, view_through';

/** Returns the source of a row. */
export const toSource = ({ source_id: sourceId, currency, exchange_rate: rate }: SourceRow) => ({
  ...{ sourceId, currency, exchangeRate: rate === null ? null : Number(rate) },
});

/** Reads the stored costs of a product's days, by day and ad. */
export async function readStoredCosts(
  db: Query,
  productId: number,
  days: ReadonlySet<Day>,
): Promise<Map<string, StoredCost>> {
  type Stored = CostRow & SourceRow & { ad_id: number; replaced_source_id: number | null };
  const rows = await select<Stored>(
    db,
  )`SELECT ad_id, source_id, ${sql(COST_COLUMNS)}, currency, exchange_rate, replaced_source_id FROM media_cost WHERE product_id = ${productId} AND day IN ${days}`;
  return new Map(
    rows.map(({ ad_id: adId, replaced_source_id: replacedSourceId, ...row }) => [
      costKey({ day: row.day, adId }),
      { ...toCost(row), ...toSource(row), adId, replacedSourceId },
    ]),
  );
}

/** Rows per statement. */
const INSERT_BATCH = 100;

/** Stores costs; they replace all values of the same ad and day, from any source. */
export async function storeCosts(
  tx: Tx,
  productId: number,
  costs: readonly StoredCost[],
  now: number,
): Promise<void> {
  const columns = [
    ...['source_id', 'cost_sen', 'impressions', 'clicks', 'imported_at'],
    ...['currency', 'exchange_rate', 'replaced_source_id', 'conversions', 'conversion_value', 'view_through'],
  ];
  const tuple = `(${placeholders(['product_id', 'day', 'ad_id', ...columns])})`;
  const again =
    tx.dialect === 'sqlite'
      ? `ON CONFLICT (product_id, day, ad_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`
      : `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = VALUES(${name})`).join(', ')}`;
  // Sorted by key, so concurrent uploads wait for each other instead of deadlocking.
  const ordered = [...costs].sort((a, b) => a.day - b.day || a.adId - b.adId);
  for (const batch of chunksOf(ordered, INSERT_BATCH))
    await tx.execute(
      `INSERT INTO media_cost (product_id, day, ad_id, ${columns.join(', ')}) VALUES ${batch.map(() => tuple).join(', ')} ${again}`,
      batch.flatMap(({ day, adId, sourceId, cost, impressions, clicks, ...more }) => [
        ...[productId, day, adId, sourceId, Math.round(cost * 100), impressions, clicks, now],
        ...[more.currency, more.exchangeRate, more.replacedSourceId],
        ...[more.conversions, more.conversionValue, more.viewThrough],
      ]),
    );
}
