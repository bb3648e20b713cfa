import type { Tx } from '../database';
import { bumpRevision } from '../revision-subscriber';

/** Columns with pages of the demo site. */
const PAGES = [
  ['redirect', 'redirect_url'],
  ['lpo_entry', 'url'],
  ['ad', 'redirect_url'],
  ['cv_setting', 'cv_url'],
  ['product', 'product_url'],
] as const;

const SITE = '/demo-site/';

/**
 * Updates the demo's pages after a start on another address, because this process serves the demo site. Pages
 * of other sites don't change.
 */
export const moveDemoSite = async (tx: Tx, publicUrl: string): Promise<void> => {
  const rows = await tx.query<{ product_url: string | null }>('SELECT product_url FROM product ORDER BY id');
  const site = rows.map((row) => row.product_url ?? '').find((url) => url.endsWith(SITE));
  const old = site?.slice(0, -SITE.length);
  if (old === undefined || old === publicUrl) return;
  for (const [table, column] of PAGES) {
    await tx.execute(
      `UPDATE ${table} SET ${column} = CONCAT(?, SUBSTR(${column}, ?)) WHERE SUBSTR(${column}, 1, ?) = ?`,
      [publicUrl, old.length + 1, old.length + SITE.length, old + SITE],
    );
  }
  const moved = publicUrl + SITE;
  await tx.execute('UPDATE product SET product_domain = ? WHERE SUBSTR(product_url, 1, ?) = ?', [
    new URL(publicUrl).hostname,
    moved.length,
    moved,
  ]);
  await bumpRevision(tx.manager);
};
