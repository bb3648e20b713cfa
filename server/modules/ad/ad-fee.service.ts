import { marks, type Database } from '../../db/database';
import type { Row } from '../../crud/list-spec';

interface FeeRow {
  owner: number;
  period_from: number;
  period_to: number;
  amount_sen: number;
}

const CHUNK = 1000;

/** Fills `adFeeSetting` of ads or asps: their registered fees in order of time, amounts in yen. */
export async function fillFees(db: Database, owner: 'ad_id' | 'asp_id', rows: readonly Row[]): Promise<void> {
  const byId = new Map<number, Row[]>();
  for (const row of rows) {
    const fees: Row[] = [];
    row.adFeeSetting = fees;
    byId.set(Number(row.id), fees);
  }
  const ids = [...byId.keys()];
  for (let start = 0; start < ids.length; start += CHUNK) {
    const chunk = ids.slice(start, start + CHUNK);
    const fees = await db.read<FeeRow>(
      `SELECT ${owner} AS owner, period_from, period_to, amount_sen FROM ad_fee
       WHERE ${owner} IN (${marks(chunk)}) ORDER BY period_from, period_to, id`,
      chunk,
    );
    for (const fee of fees) {
      byId.get(fee.owner)?.push({ periodFrom: fee.period_from, periodTo: fee.period_to, amount: fee.amount_sen / 100 });
    }
  }
}
