import type { Day } from '../../../shared/domain/calendar';
import { placeholders, type Tx } from '../../db/database';
import { chunksOf } from '../../db/statements';
import { costKey, type StoredCost } from './media-import';

type Query = Pick<Tx, 'query'>;

interface CostRow {
  day: Day;
  ad_id: number;
  source_id: number;
  cost_sen: number;
  impressions: number;
  clicks: number;
  currency: string | null;
  exchange_rate: number | null;
  replaced_source_id: number | null;
}

/** Reads the stored costs of a product's days, by day and ad. */
export async function readStoredCosts(
  db: Query,
  productId: number,
  days: Iterable<Day>,
): Promise<Map<string, StoredCost>> {
  const costs = new Map<string, StoredCost>();
  for (const chunk of chunksOf([...new Set(days)])) {
    const rows = await db.query<CostRow>(
      `SELECT day, ad_id, source_id, cost_sen, impressions, clicks, currency, exchange_rate, replaced_source_id FROM media_cost WHERE product_id = ? AND day IN (${placeholders(chunk)})`,
      [productId, ...chunk],
    );
    for (const row of rows) {
      const { day, ad_id: adId } = row;
      costs.set(costKey({ day, adId }), {
        day,
        adId,
        sourceId: row.source_id,
        cost: Number(row.cost_sen) / 100,
        impressions: Number(row.impressions),
        clicks: Number(row.clicks),
        currency: row.currency,
        exchangeRate: row.exchange_rate === null ? null : Number(row.exchange_rate),
        replacedSourceId: row.replaced_source_id,
      });
    }
  }
  return costs;
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
    ...['currency', 'exchange_rate', 'replaced_source_id'],
  ];
  const tuple = `(${placeholders(['product_id', 'day', 'ad_id', ...columns])})`;
  const again =
    tx.dialect === 'sqlite'
      ? `ON CONFLICT (product_id, day, ad_id) DO UPDATE SET ${columns.map((name) => `${name} = excluded.${name}`).join(', ')}`
      : `ON DUPLICATE KEY UPDATE ${columns.map((name) => `${name} = VALUES(${name})`).join(', ')}`;
  // Sorted by key, so concurrent uploads wait for each other instead of deadlocking.
  const ordered = [...costs].sort((a, b) => a.day - b.day || a.adId - b.adId);
  for (let start = 0; start < ordered.length; start += INSERT_BATCH) {
    const batch = ordered.slice(start, start + INSERT_BATCH);
    await tx.execute(
      `INSERT INTO media_cost (product_id, day, ad_id, ${columns.join(', ')}) VALUES ${batch.map(() => tuple).join(', ')} ${again}`,
      batch.flatMap(({ day, adId, sourceId, cost, impressions, clicks, ...more }) => [
        ...[productId, day, adId, sourceId, Math.round(cost * 100), impressions, clicks, now],
        ...[more.currency, more.exchangeRate, more.replacedSourceId],
      ]),
    );
  }
}
