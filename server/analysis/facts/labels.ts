import { type AxisKey, deviceName } from '../../../shared/catalog';
import type { Database } from '../../db/database';

/** Label by id. */
export type Labels = ReadonlyMap<number, string>;

/** How to find the labels of an axis; the ad's names come with its attributes, a device names itself. */
const labelSql: Readonly<Partial<Record<AxisKey, string>>> = {
  agency: 'SELECT a.id, a.agency_name AS label FROM agency a JOIN product p ON p.company_id = a.company_id WHERE p.id = ?',
  asp: 'SELECT id, asp_name AS label FROM asp WHERE product_id = ?',
  category: 'SELECT id, title AS label FROM ad_category WHERE product_id = ?',
  type1: 'SELECT id, title AS label FROM ad_type WHERE product_id = ? AND sequence = 1',
  type2: 'SELECT id, title AS label FROM ad_type WHERE product_id = ? AND sequence = 2',
  type3: 'SELECT id, title AS label FROM ad_type WHERE product_id = ? AND sequence = 3',
  // Redirects have no name of their own: their ad's stands for them, with their number.
  redirect: "SELECT r.id, CONCAT(a.ad_name, ' #', r.id) AS label FROM redirect r JOIN ad a ON a.id = r.ad_id WHERE r.product_id = ?",
  lpo_title: 'SELECT e.id, e.title AS label FROM lpo_entry e JOIN redirect r ON r.id = e.redirect_id WHERE r.product_id = ?',
};

/** The labels of the asked axes, by axis. */
export async function readLabels(db: Database, productId: number, axes: readonly AxisKey[]): Promise<Map<AxisKey, Labels>> {
  const found = await Promise.all(
    axes.map(async (axis): Promise<[AxisKey, Labels]> => {
      const sql = labelSql[axis];
      const rows = sql ? await db.read<{ id: number; label: string }>(sql, [productId]) : [];
      return [axis, new Map(rows.map(({ id, label }) => [id, label]))];
    }),
  );
  return new Map(found);
}

/** The label of a device code; null where there is none. */
export const deviceLabel = (code: number | null): string | null => (code === null ? null : deviceName(code));
