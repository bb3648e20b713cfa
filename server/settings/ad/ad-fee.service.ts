import { insertRows, type Database } from '../../db/database';
import { MAX_KEYS, select, sql } from '../../db/statements';
import type { Row } from '../../records/list-definition';
import type { Part } from '../../records/setting-definition';

interface FeeRow {
  owner: number;
  period_from: number;
  period_to: number;
  amount_sen: number;
}

/** Fills `adFeeSetting` of ads or asps with their period fees by time, amounts in yen. */
export async function fillFees(db: Database, owner: 'ad_id' | 'asp_id', rows: readonly Row[]): Promise<void> {
  const ids = rows.map((row) => Number(row.id));
  const fees = await feePart(owner).read(db.readOnlyTx, ids);
  for (const row of rows) row.adFeeSetting = fees.get(Number(row.id)) ?? [];
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
    const rows = await select<FeeRow>(
      tx,
      MAX_KEYS,
    )`SELECT ${sql(owner)} AS owner, period_from, period_to, amount_sen
      FROM ad_fee WHERE ${sql(owner)} IN ${ids} ORDER BY period_from, period_to, id`;
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
