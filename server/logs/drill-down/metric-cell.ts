import {
  axes,
  axisKeys,
  axisOf,
  deviceCode,
  ALL_CV_SETTINGS,
  NO_VALUE,
  type AxisKey,
  type AxisValue,
  type ExcludedValues,
  type MetricCell,
} from '../../../shared/catalog';
import type { Actor } from '../../auth/actor';
import { allOf, anyOf, never, oneOf, type Condition } from '../../db/condition';
import { requireVisible } from '../../records/visibility';
import type { Database } from '../../db/database';

const numbers = (values: readonly AxisValue[]): number[] =>
  values.filter((value) => typeof value === 'number');

/** Matches facts `f` with one of the values on an axis. Attributes are the ads' current ones. */
function onAxis(f: string, axis: AxisKey, values: readonly AxisValue[], productId: number): Condition {
  const { adColumn, factColumn } = axisOf(axis);
  const ids = numbers(values);
  const none = values.includes(NO_VALUE);
  if (axis === 'device')
    return oneOf(
      `${f}.device`,
      values.flatMap((value) => deviceCode(String(value)) ?? []),
    );
  if (axis === 'ad') return ids.length > 0 ? oneOf(`${f}.ad_id`, ids) : never;
  if (!adColumn) return oneOf(`${f}.${factColumn}`, none ? [...ids, 0] : ids);
  const column = `a.${adColumn}`;
  const attribute = anyOf([
    ...(ids.length > 0 ? [oneOf(column, ids)] : []),
    ...(none ? [{ sql: `${column} IS NULL`, params: [] }] : []),
  ]);
  return {
    sql: `${f}.ad_id IN (SELECT a.id FROM ad a WHERE a.product_id = ? AND (${attribute.sql}))`,
    params: [productId, ...attribute.params],
  };
}

/** Returns the conditions on facts `f` of a metric value's cell. */
export function cellConditions(f: string, { at, except, noAd }: MetricCell, productId: number): Condition[] {
  const named = axisKeys.flatMap((axis) => {
    const values = at[axis];
    return values && values.length > 0 ? [{ axis, values }] : [];
  });
  if (noAd) {
    // As in the report, a filter by an ad attribute excludes direct conversions.
    return [
      oneOf(`${f}.ad_id`, [0]),
      ...named.map(({ axis, values }) =>
        axisOf(axis).adDerived ? never : onAxis(f, axis, values, productId),
      ),
    ];
  }
  const adDerived = named.some(({ axis }) => axisOf(axis).adDerived);
  return [
    ...(adDerived ? [{ sql: `${f}.ad_id > 0`, params: [] }] : []),
    ...named.map(({ axis, values }) => onAxis(f, axis, values, productId)),
    ...(except ? outside(f, except, productId) : []),
  ];
}

/** Matches facts outside the values; includes direct conversions unless they have a separate row. */
function outside(f: string, { axis, values, noAd }: ExcludedValues, productId: number): Condition[] {
  const { sql, params } = values.length > 0 ? onAxis(f, axis, values, productId) : never;
  return [
    { sql: `NOT (${axisOf(axis).adDerived ? `${f}.ad_id > 0 AND ` : ''}${sql})`, params },
    ...(noAd ? [{ sql: `${f}.ad_id > 0`, params: [] }] : []),
  ];
}

/** Returns the ads that a metric value's cell limits it to; null if it does not. */
export async function adsOfCell(
  db: Database,
  productId: number,
  { metricValue, agencyId }: { metricValue: MetricCell; agencyId: number | null },
): Promise<number[] | null> {
  const axes = axisKeys.filter(
    (axis) => metricValue.at[axis]?.length && (axis === 'ad' || axisOf(axis).adColumn !== null),
  );
  if (metricValue.noAd || (axes.length === 0 && agencyId === null)) return null;
  const at = Object.fromEntries(axes.map((axis) => [axis, metricValue.at[axis]]));
  const where = allOf([
    oneOf('e.product_id', [productId]),
    ...cellConditions('e', { ...metricValue, at, noAd: false }, productId),
    ...(agencyId === null ? [] : [oneOf('e.agency_id', [agencyId])]),
  ]);
  const rows = await db.read<{ ad_id: number }>(
    `SELECT e.ad_id FROM (SELECT id AS ad_id, product_id, agency_id FROM ad) e WHERE ${where.sql}`,
    where.params,
  );
  return rows.map((row) => row.ad_id);
}

/**
 * Checks the visibility of a cell's values. @throws Failure FORBIDDEN when one is outside what the actor may
 * see, whether it exists or not
 */
export async function requireVisibleCell(
  db: Database,
  actor: Actor,
  { at, except, cvSettingIds, along }: MetricCell,
  productId: number,
): Promise<void> {
  await Promise.all([
    ...axisKeys.map(async (axis) => {
      const { kind } = axes[axis];
      const ids = [
        ...numbers(at[axis] ?? []),
        ...(except?.axis === axis ? numbers(except.values) : []),
        ...(axis === 'ad' ? [...(along?.path?.ads ?? []), ...(along?.through ?? [])] : []),
      ];
      if (kind !== null && ids.length > 0)
        await requireVisible(db, actor, kind, [...new Set(ids)], productId);
    }),
    cvSettingIds !== ALL_CV_SETTINGS && cvSettingIds.length > 0
      ? requireVisible(db, actor, 'cvSetting', cvSettingIds, productId)
      : undefined,
  ]);
}
