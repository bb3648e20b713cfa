import { insertRows, placeholders, type Database } from '../../db/database';
import type { Row } from '../../records/list-definition';
import type { Part } from '../../records/setting-definition';

interface FeeRow {
  owner: number;
  period_from: number;
  period_to: number;
  amount_sen: number;
}

const CHUNK = 1000;

/** Fills `adFeeSetting` of ads or asps with their period fees by time, amounts in yen. */
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
       WHERE ${owner} IN (${placeholders(chunk)}) ORDER BY period_from, period_to, id`,
      chunk,
    );
    for (const fee of fees) {
      byId
        .get(fee.owner)
        ?.push({ periodFrom: fee.period_from, periodTo: fee.period_to, amount: fee.amount_sen / 100 });
    }
  }
}

interface Fee {
  readonly periodFrom: number;
  readonly periodTo: number;
  readonly amount: number;
}

/** Period fees as a part of an ad or asp; reports read them on request. */
export const feePart = (owner: 'ad_id' | 'asp_id'): Part<readonly Fee[] | null> => ({
  async read(tx, ids) {
    const byOwner = new Map<number, Fee[]>();
    const rows = await tx.query<FeeRow>(
      `SELECT ${owner} AS owner, period_from, period_to, amount_sen FROM ad_fee WHERE ${owner} IN (${placeholders(ids)})
       ORDER BY period_from, period_to, id`,
      ids,
    );
    for (const { owner: id, period_from: periodFrom, period_to: periodTo, amount_sen: sen } of rows) {
      byOwner.set(id, [...(byOwner.get(id) ?? []), { periodFrom, periodTo, amount: sen / 100 }]);
    }
    return byOwner;
  },
  async write(tx, id, value, before) {
    // A new owner has no fees.
    if (before !== undefined) await tx.execute(`DELETE FROM ad_fee WHERE ${owner} = ?`, [id]);
    const rows = (value ?? []).map(({ periodFrom, periodTo, amount }) => [
      id,
      periodFrom,
      periodTo,
      Math.round(amount * 100),
    ]);
    await insertRows(tx, 'ad_fee', [owner, 'period_from', 'period_to', 'amount_sen'], rows);
  },
  async remove(tx, id) {
    await tx.execute(`DELETE FROM ad_fee WHERE ${owner} = ?`, [id]);
  },
});
