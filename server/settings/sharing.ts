import type { Database, Tx } from '../db/database';
import { select } from '../db/statements';

/** Returns whether a product's reports may be shown to people without an account. */
export async function isSharingAllowed(db: Database | Tx, productId: number): Promise<boolean> {
  const [product] = await select<{ allowed: number }>(db)`SELECT sharing_allowed AS allowed FROM product
    WHERE id = ${productId}`;
  return Boolean(Number(product?.allowed ?? 0));
}
