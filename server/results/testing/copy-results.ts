import { dayOf } from '../../../shared/domain/calendar';
import { insertRows, type Database, type Tx } from '../../db/database';

type Row = Record<string, string | number | null>;
const PIECE = 500;

/**
 * Creates copies of a product's first result with separate conversions and no method, for tests with many
 * results.
 * @param cvTime conversion time; defaults to that of the original
 */
export async function copyResults(
  db: Database,
  productId: number,
  count: number,
  cvTime?: number,
): Promise<void> {
  const [one] = await db.read<Row>('SELECT * FROM result WHERE product_id = ? ORDER BY id LIMIT 1', [
    productId,
  ]);
  if (!one) throw new Error('there is no result to copy');
  const columns = Object.keys(one);
  const copy = (n: number): Row => {
    const id = `copy${String(n).padStart(6, '0')}`;
    const time = cvTime === undefined ? {} : { cv_time: cvTime, day: dayOf(cvTime) };
    return { ...one, ...time, id, conversion_id: 1_000_000 + n, event_id: id, result_method: 0 };
  };
  await db.write(async (tx: Tx) => {
    for (let start = 0; start < count; start += PIECE) {
      const part = Array.from({ length: Math.min(PIECE, count - start) }, (_, n) => copy(start + n));
      await insertRows(tx, 'result', columns, part);
    }
  });
}
