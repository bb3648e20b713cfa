import Bowser from 'bowser';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { addColumns } from './0003-release-0-3-0/add-columns';

const COLUMNS = ['os', 'os_ver', 'browser', 'browser_ver'];
const ROWS_AT_ONCE = 500;

/** Returns the values of the columns for a user agent. */
function partsOf(ua: string): (string | null)[] {
  const { os, browser } = Bowser.parse(ua.slice(0, 1000));
  return [os.name, os.version, browser.name, browser.version].map((part) => part?.slice(0, 64) || null);
}

/** Fills the columns of a product's page views in the order of their ids. */
async function fillProduct(runner: QueryRunner, productId: number): Promise<void> {
  const known = new Map<string, (string | null)[]>();
  for (let after = ''; ;) {
    const rows: { id: string; ua: string }[] = await runner.query(
      `SELECT id, ua FROM access WHERE product_id = ? AND id > ? AND ua IS NOT NULL ORDER BY id LIMIT ${ROWS_AT_ONCE}`,
      [productId, after],
    );
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    const idsByParts = new Map<(string | null)[], string[]>();
    for (const { id, ua } of rows) {
      const parts = known.get(ua) ?? partsOf(ua);
      known.set(ua, parts);
      idsByParts.set(parts, [...(idsByParts.get(parts) ?? []), id]);
    }
    for (const [parts, ids] of idsByParts)
      await runner.query(
        `UPDATE access SET ${COLUMNS.map((name) => `${name} = ?`).join(', ')}
          WHERE product_id = ? AND id IN (${ids.map(() => '?').join(', ')})`,
        [...parts, productId, ...ids],
      );
    if (known.size > 20_000) known.clear();
  }
}

/** Adds the parts of the user agents of page views. */
export class UserAgents1700000050006 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    const columns = Object.fromEntries(COLUMNS.map((name) => [name, 'varchar(64) NULL']));
    await addColumns(runner, 'access', columns);
    const products: { id: number }[] = await runner.query('SELECT id FROM product');
    for (const { id } of products) await fillProduct(runner, id);
  }

  async down(): Promise<void> {
    throw new Error('Restore the backup from before the upgrade.');
  }
}
