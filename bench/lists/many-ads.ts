import { select } from '../../server/db/statements';
import { insertRows, type Database } from '../../server/db/database';
import { newLinkCode, newRow } from '../../server/demo-data/settings/new-row';
import { createSyntheticAds } from '../../server/demo-data/synthetic-plan';
import { AdType } from '../../server/settings/ad-type';
import { Product } from '../../server/settings/product/product.entity';

/** Creates a product with this many ads (at least a hundred), each with its six relations. */
export const makeAds = async (db: Database, companyId: number, count: number): Promise<number> =>
  db.write(async (tx) => {
    const { id: productId } = await tx.manager.save(newRow(Product, { companyId, productName: 'many ads' }));
    await createSyntheticAds(tx, productId, 100);
    for (const sequence of [1, 2, 3]) {
      const { id } = await tx.manager.save(
        newRow(AdType, { productId, sequence, title: `種別 ${sequence}` }),
      );
      await tx.execute(`UPDATE ad SET ad_type${sequence}_id = ? WHERE product_id = ?`, [id, productId]);
    }
    // The others are copies. Through the entities, each would take its own statement.
    const rows = await select<Record<string, string | number | null>>(tx)`SELECT * FROM ad
      WHERE product_id = ${productId}`;
    const columns = Object.keys(rows[0]!).filter((column) => column !== 'id');
    const copies = Array.from({ length: count - rows.length }, (_, i) => ({
      ...rows[i % rows.length]!,
      code: newLinkCode(),
      ad_name: `広告 ${i}`,
    }));
    await insertRows(
      tx,
      'ad',
      columns,
      copies.map((row: Record<string, string | number | null>) =>
        columns.map((column) => row[column] ?? null),
      ),
    );
    return productId;
  });
