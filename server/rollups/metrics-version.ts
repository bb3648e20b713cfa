import type { DayRange } from '../../shared/domain/calendar';
import type { Database, Tx } from '../db/database';

/** Days per statement. */
const AT_ONCE = 200;

/** Increments the version of days, in the transaction that changed their rollups. */
export async function incrementMetricsVersion(
  tx: Tx,
  productId: number,
  days: readonly number[],
): Promise<void> {
  const again =
    tx.dialect === 'sqlite' ? 'ON CONFLICT (product_id, day) DO UPDATE SET' : 'ON DUPLICATE KEY UPDATE';
  for (let start = 0; start < days.length; start += AT_ONCE) {
    const some = days.slice(start, start + AT_ONCE);
    await tx.execute(
      `INSERT INTO figure_version (product_id, day, version) VALUES ${some.map(() => '(?, ?, 1)').join(', ')} ${again} version = version + 1`,
      some.flatMap((day) => [productId, day]),
    );
  }
}

/** Returns a number that grows when the rollups of the days change. Reads a few rows by key and no rollup. */
export async function readMetricsVersion(
  db: Pick<Database, 'read'>,
  productId: number,
  { from, to }: DayRange,
): Promise<number> {
  const [row] = await db.read<{ version: number | null }>(
    'SELECT SUM(version) AS version FROM figure_version WHERE product_id = ? AND day BETWEEN ? AND ?',
    [productId, from, to],
  );
  return Number(row?.version ?? 0);
}
