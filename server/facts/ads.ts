import { axisOf, type AxisKey } from '../../shared/catalog';
import { placeholders, type Database } from '../db/database';

/** Current attributes of an ad. Moving an ad to another category moves its history. */
export interface AdAttributes {
  readonly id: number;
  readonly ad_name: string;
  readonly agency_id: number | null;
  readonly asp_id: number | null;
  readonly ad_category_id: number | null;
  readonly ad_type1_id: number | null;
  readonly ad_type2_id: number | null;
  readonly ad_type3_id: number | null;
}

/** An ad with the requested attributes. */
export type KnownAd = Pick<AdAttributes, 'id'> & Partial<AdAttributes>;

/** Allowed values by ad column; null allows all. */
export type AdCondition = Partial<Record<keyof AdAttributes, readonly number[] | null>>;

/** Reads the ads of a product that meet all conditions, by id, with the requested attributes. */
export async function readAds(
  db: Database,
  productId: number,
  conditions: AdCondition,
  attributes: readonly (keyof AdAttributes)[],
): Promise<Map<number, KnownAd>> {
  const given = Object.entries(conditions).filter(
    (entry): entry is [string, readonly number[]] => entry[1] != null,
  );
  if (given.some(([, values]) => values.length === 0)) return new Map();
  const where = [
    'product_id = ?',
    ...given.map(([column, values]) => `${column} IN (${placeholders(values)})`),
  ];
  const columns = new Set<keyof AdAttributes>(['id', ...attributes]);
  const ads = await db.read<KnownAd>(
    `SELECT ${[...columns].join(', ')} FROM ad WHERE ${where.join(' AND ')}`,
    [productId, ...given.flatMap(([, values]) => values)],
  );
  return new Map(ads.map((ad) => [ad.id, ad]));
}

/** Returns the ad attribute that an axis is read from; null if facts carry the value. */
export const attributeOf = (axis: AxisKey): keyof KnownAd | null =>
  axis === 'ad' ? 'ad_name' : axisOf(axis).adColumn;
