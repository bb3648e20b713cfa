import { axisOf, deviceCode, type AxisKey, type MetricCell } from '../../../shared/catalog';
import { monthRange, type Month } from '../../../shared/domain/calendar';
import { NewAndExistingEvaluation } from '../../../shared/domain/journey';
import { readAds, attributeOf, type KnownAd } from '../../facts/labels';
import type { FactColumn } from '../../facts/fact-query';
import { readFacts, type Fact, rowKeyOf, type RowKey } from '../../facts/read-facts';
import { allOf, anyOf, oneOf, type Condition } from '../../db/condition';
import type { Database } from '../../db/database';

/** Report cell whose customers are counted. */
interface Cell {
  /** Null: any ad. */
  readonly ads: readonly number[] | null;
  readonly at: MetricCell['at'];
}

/** A metric value that counts only rows that acquired customers. */
type AcquisitionValue = MetricCell & Required<Pick<MetricCell, 'acquiring'>>;

type Finer = Exclude<FactColumn, 'ad_id'>;

const finerOf = (axes: readonly AxisKey[]): Finer[] =>
  axes.map((axis) => axisOf(axis).factColumn).filter((column) => column !== 'ad_id');

/**
 * Reads the ad effect rows that acquired a customer, by month: their keys, and a fact of each for its values
 * besides the ad.
 */
async function readAcquirers(
  db: Database,
  productId: number,
  { from, to, acquiring: { axes, model } }: AcquisitionValue,
  { ads, at }: Cell,
  keyOf: (fact: Fact) => RowKey,
) {
  const key = `attrCv${model}` as const;
  const tables = await readFacts(db, {
    productId,
    range: { from, to },
    groupBy: ['month', 'ad_id', ...finerOf(axes)],
    keys: [key],
    evaluation: NewAndExistingEvaluation.NEW_ONLY,
    cvSettingIds: null,
    only: {
      ad_id: ads,
      device: at.device?.flatMap((value) => deviceCode(String(value)) ?? []) ?? null,
      redirect_id: at.redirect?.filter((value) => typeof value === 'number') ?? null,
    },
  });
  const months = new Map<Month, Map<RowKey['name'], { customers: number; fact: Fact }>>();
  for (const fact of tables.flatMap(({ facts }) => facts)) {
    const { name, noAd } = keyOf(fact);
    // Direct customers cost nothing.
    if (noAd) continue;
    const month = fact.month ?? 0;
    const rows = months.get(month) ?? new Map<RowKey['name'], { customers: number; fact: Fact }>();
    months.set(month, rows);
    rows.set(name, { customers: (rows.get(name)?.customers ?? 0) + (fact[key] ?? 0), fact });
  }
  return months;
}

/** Returns the ads that belong to one of the rows, for facts with these values besides the ad. */
const adsIn = (
  ads: ReadonlyMap<number, KnownAd>,
  finer: Fact,
  rows: ReadonlySet<RowKey['name']>,
  keyOf: (fact: Fact) => RowKey,
): number[] => [...ads.keys()].filter((id) => rows.has(keyOf({ ...finer, ad_id: id }).name));

/**
 * Limits the facts `e` to ad effect rows that acquired a customer in the fact's month; other costs appear in no
 * row there.
 * An ad without customers is included if its row (for example its agency) has some.
 */
export async function acquirerCondition(
  db: Database,
  productId: number,
  metricValue: AcquisitionValue,
  cell: Cell,
): Promise<Condition> {
  const { axes } = metricValue.acquiring;
  const ads = await readAds(
    db,
    productId,
    { id: cell.ads },
    axes.flatMap((axis) => attributeOf(axis) ?? []),
  );
  const keyOf = rowKeyOf(axes, ads);
  const columns = finerOf(axes);
  const byAd = axes.some((axis) => axisOf(axis).factColumn === 'ad_id');
  const months = await readAcquirers(db, productId, metricValue, cell, keyOf);
  return anyOf(
    [...months].flatMap(([month, rows]) => {
      const { from, to } = monthRange(month);
      const acquired = [...rows].filter(([, { customers }]) => customers > 0);
      const names = new Set(acquired.map(([name]) => name));
      const factsByKey = new Map(
        acquired.map(([, { fact }]) => [columns.map((column) => fact[column]).join('/'), fact]),
      );
      return [...factsByKey.values()].map((fact) =>
        allOf([
          { sql: 'e.day BETWEEN ? AND ?', params: [from, to] },
          ...columns.map((column) => oneOf(`e.${column}`, [fact[column] ?? 0])),
          // Ids are written into the statement, because they can exceed the parameter limit.
          ...(byAd
            ? [{ sql: `e.ad_id IN (${adsIn(ads, fact, names, keyOf).join(', ') || 'NULL'})`, params: [] }]
            : []),
        ]),
      );
    }),
  );
}
