import { axisOf, deviceName, type AxisKey, type Dimension } from '../../shared/catalog';
import type { Database } from '../db/database';

/** Label by id. */
export type Labels = ReadonlyMap<number, string>;

/** Returns SQL for the labels of a product's ids on an axis. */
function labelSql({ table, label, owner, sequence, parent }: Dimension): string {
  const own = parent?.holds === 'owner' ? 'u' : 'd';
  const joins = [
    ...(parent ? [`JOIN ${parent.table} u ON u.id = d.${parent.by}`] : []),
    ...(owner === 'company_id' ? [`JOIN product p ON p.company_id = ${own}.company_id`] : []),
  ];
  // The id tells entries with the same name apart.
  const text = parent?.holds === 'label' ? `CONCAT(u.${label}, ' #', d.id)` : `d.${label}`;
  const where = [
    owner === 'company_id' ? 'p.id = ?' : `${own}.product_id = ?`,
    ...(sequence ? [`d.sequence = ${sequence}`] : []),
  ];
  return `SELECT d.id, ${text} AS label FROM ${[`${table} d`, ...joins].join(' ')} WHERE ${where.join(' AND ')}`;
}

/** Reads the labels of the requested axes, by axis. */
export async function readLabels(
  db: Database,
  productId: number,
  axes: readonly AxisKey[],
): Promise<Map<AxisKey, Labels>> {
  const entries = await Promise.all(
    axes.map(async (axis): Promise<[AxisKey, Labels]> => {
      const { dimension } = axisOf(axis);
      const rows = dimension
        ? await db.read<{ id: number; label: string }>(labelSql(dimension), [productId])
        : [];
      return [axis, new Map(rows.map(({ id, label }) => [id, label]))];
    }),
  );
  return new Map(entries);
}

/** Returns the label of a device code; null if there is none. */
export const deviceLabel = (code: number | null): string | null => (code === null ? null : deviceName(code));
