import { axisOf, deviceName, type AxisKey, type Dimension } from '../../shared/catalog';
import { startOfDay, type Day } from '../../shared/domain/calendar';
import { isRecord, recordsIn } from '../../shared/records';
import { select } from '../db/statements';
import { placeholders, type Database } from '../db/database';

/** Current attributes of an ad. Moving an ad to another category moves its history. */
interface AdAttributes {
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
    { shared: true },
  );
  return new Map(ads.map((ad) => [ad.id, ad]));
}

/** Returns the ad attribute that an axis is read from; null if facts carry the value. */
export const attributeOf = (axis: AxisKey): keyof KnownAd | null =>
  axis === 'ad' ? 'ad_name' : axisOf(axis).adColumn;

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

/** A landing page variant and its redirect. */
export interface KnownVariant {
  readonly id: number;
  readonly redirectId: number;
  readonly adId: number;
  readonly title: string;
  readonly url: string;
  /** Current deliver ratio in whole percent; 0 once it is retired. */
  readonly rate: number;
  readonly retired: boolean;
  readonly redirect: string;
  readonly lpoFlag: boolean;
}

interface VariantRow {
  id: number;
  redirect_id: number;
  ad_id: number;
  title: string;
  url: string;
  rate: number;
  position: number;
  redirect: string;
  lpo_flag: number | boolean;
}

/** Reads all variants of a product by redirect, in order, retired ones last. */
export async function readVariants(db: Database, productId: number): Promise<KnownVariant[]> {
  const rows = await select<VariantRow>(db)`SELECT e.id, e.redirect_id, r.ad_id, e.title, e.url, e.rate,
    e.position, CONCAT(a.ad_name, ' #', r.id) AS redirect, r.lpo_flag FROM redirect r
    JOIN lpo_entry e ON e.redirect_id = r.id JOIN ad a ON a.id = r.ad_id WHERE r.product_id = ${productId}
    ORDER BY r.id, CASE WHEN e.position = 0 THEN 1 ELSE 0 END, e.position, e.id`;
  return rows.map(({ id, redirect_id, ad_id, title, url, rate, position, redirect, lpo_flag }) => ({
    id,
    redirectId: redirect_id,
    adId: ad_id,
    title,
    url,
    rate: position === 0 ? 0 : rate,
    retired: position === 0,
    redirect,
    lpoFlag: Boolean(lpo_flag),
  }));
}

interface ChangeRow {
  entity_id: number;
  at: number;
  field: string;
  before_value: string | null;
  after_value: string | null;
}

/** Returns the deliver ratios by variant of a stored `lpo` value. Titles and pages don't matter. */
function ratesIn(json: string | null): string {
  const value: unknown = json === null ? null : JSON.parse(json);
  const variants = recordsIn(value).filter(isRecord);
  return JSON.stringify(variants.map(({ id, rate }) => [id ?? null, rate]).sort());
}

/** Reads when the delivery of redirects (rates, variants or LPO itself) last changed on or after a day. */
export async function readDeliveryChanges(
  db: Database,
  companyId: number,
  redirectIds: readonly number[],
  from: Day,
): Promise<Map<number, Date>> {
  const changed = new Map<number, Date>();
  const rows = await select<ChangeRow>(db)`SELECT l.entity_id, l.at, c.field, c.before_value, c.after_value
    FROM audit_log l JOIN audit_change c ON c.audit_id = l.id AND c.field IN ('lpo', 'lpoFlag')
    WHERE l.company_id = ${companyId} AND l.entity = 'redirect' AND l.entity_id IN ${redirectIds}
    AND l.action = 'update' AND l.at >= ${startOfDay(from)} ORDER BY l.at`;
  for (const { entity_id, at, field, before_value, after_value } of rows) {
    if (field === 'lpoFlag' || ratesIn(before_value) !== ratesIn(after_value))
      changed.set(entity_id, new Date(Number(at)));
  }
  return changed;
}
