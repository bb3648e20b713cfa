import type { Part } from '../../records/setting-definition';
import { insertRows } from '../../db/database';
import { MAX_KEYS, select } from '../../db/statements';

/** The products assigned to a user; an ADMIN needs none. */
export const userProductsPart: Part<readonly number[] | null> = {
  async read(tx, ids) {
    const byUser = new Map<number, number[]>();
    const rows = await select<{ user_id: number; product_id: number }>(
      tx,
      MAX_KEYS,
    )`SELECT user_id, product_id
      FROM user_product WHERE user_id IN ${ids} ORDER BY product_id`;
    for (const row of rows) byUser.set(row.user_id, [...(byUser.get(row.user_id) ?? []), row.product_id]);
    return byUser;
  },
  async write(tx, id, value) {
    await tx.execute('DELETE FROM user_product WHERE user_id = ?', [id]);
    const rows = (value ?? []).map((productId) => [id, productId]);
    await insertRows(tx, 'user_product', ['user_id', 'product_id'], rows);
  },
  async remove(tx, id) {
    await tx.execute('DELETE FROM user_product WHERE user_id = ?', [id]);
  },
};
