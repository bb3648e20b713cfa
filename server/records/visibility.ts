import type { Actor } from '../auth/actor';
import { badInput, Failure } from '../auth/failure';
import { outsideConditions } from '../auth/permissions';
import { RoleType } from '../../shared/catalog';
import type { Database } from '../db/database';
import { allOf, oneOf, type Condition } from '../db/condition';

interface Owned {
  readonly table: string;
  /** Column of the owner: a product or the company. */
  readonly owner: 'product_id' | 'company_id';
  /** Restricts rows to an agency's own; if absent, agencies see all of the product's rows. */
  readonly own?: (agencyId: number) => Condition;
  /** Further condition, for tables that hold several kinds. */
  readonly only?: string;
}

/** Returns the condition on rows of an agency's ads. */
export const ownAds =
  (column: string) =>
  (agencyId: number): Condition => ({
    sql: `${column} IN (SELECT a.id FROM ad a WHERE a.agency_id = ?)`,
    params: [agencyId],
  });

/** All kinds that a filter id may refer to, with the visibility of their rows. */
const kinds = {
  agency: { table: 'agency', owner: 'company_id', own: (id) => oneOf('e.id', [id]) },
  asp: { table: 'asp', owner: 'product_id' },
  ad: { table: 'ad', owner: 'product_id', own: (id) => oneOf('e.agency_id', [id]) },
  adCategory: { table: 'ad_category', owner: 'product_id' },
  adType: { table: 'ad_type', owner: 'product_id' },
  adType1: { table: 'ad_type', owner: 'product_id', only: 'e.sequence = 1' },
  adType2: { table: 'ad_type', owner: 'product_id', only: 'e.sequence = 2' },
  adType3: { table: 'ad_type', owner: 'product_id', only: 'e.sequence = 3' },
  redirect: { table: 'redirect', owner: 'product_id', own: ownAds('e.ad_id') },
  cvSetting: { table: 'cv_setting', owner: 'product_id' },
} as const satisfies Record<string, Owned>;

export type VisibleKind = keyof typeof kinds;

/** One product, several, or (null) all of the actor's products. */
export type Products = number | readonly number[] | null;

/** Matches rows whose column is one of the products. */
export const ofProducts = (actor: Actor, products: Products, column = 'e.product_id'): Condition =>
  oneOf(column, products === null ? actor.productIds : [products].flat());

/** Returns the conditions on rows `e` of a kind that the actor may see in these products. */
export function visible(actor: Actor, kind: VisibleKind, products: Products = null): Condition[] {
  const owned: Owned = kinds[kind];
  const owner =
    owned.owner === 'company_id' ? oneOf('e.company_id', [actor.companyId]) : ofProducts(actor, products);
  const conditions = [owner];
  if (owned.only) conditions.push({ sql: owned.only, params: [] });
  if (owned.own && actor.role === RoleType.AGENCY) conditions.push(owned.own(actor.agencyId ?? 0));
  return conditions;
}

/** Returns the position of ads that a kind of ad type has, 1 to 3; null for other kinds. */
export const sequenceOf = (kind: string): string | null => /^adType([123])$/.exec(kind)?.[1] ?? null;

/** Creates the error for fields with visible types of another position. */
export const otherSequence = (fields: Readonly<Record<string, string>>): Failure =>
  badInput(
    Object.fromEntries(
      Object.entries(fields).map(([name, sequence]) => [
        name,
        { key: 'otherSequence' as const, params: { sequence } },
      ]),
    ),
  );

/** Returns the table of a kind. */
export const tableOf = (kind: VisibleKind): string => kinds[kind].table;

const CHUNK = 1000;

/**
 * Refuses ids whose rows do not meet all conditions, whether they exist or not.
 * @throws FORBIDDEN 'no permission to view the data for the specified conditions'
 */
export async function requireWithin(
  db: Database,
  table: string,
  ids: readonly number[],
  conditions: readonly Condition[],
): Promise<void> {
  const distinct = [...new Set(ids)];
  for (let start = 0; start < distinct.length; start += CHUNK) {
    const chunk = distinct.slice(start, start + CHUNK);
    const { sql, params } = allOf([oneOf('e.id', chunk), ...conditions]);
    const [row] = await db.read<{ n: number | string }>(
      `SELECT COUNT(*) AS n FROM ${table} e WHERE ${sql}`,
      params,
    );
    if (Number(row?.n ?? 0) !== chunk.length) throw outsideConditions();
  }
}

/**
 * Refuses ids of a kind that the actor may not see, whether they exist or not.
 * @param field the field that names them
 * @throws FORBIDDEN; BAD_USER_INPUT for visible ad types of another position
 */
export async function requireVisible(
  db: Database,
  actor: Actor,
  kind: VisibleKind,
  ids: readonly number[],
  products: Products = null,
  field: string = kind,
): Promise<void> {
  try {
    await requireWithin(db, tableOf(kind), ids, visible(actor, kind, products));
  } catch (error) {
    const sequence = sequenceOf(kind);
    if (sequence === null || !(error instanceof Failure)) throw error;
    await requireWithin(db, tableOf('adType'), ids, visible(actor, 'adType', products));
    throw otherSequence({ [field]: sequence });
  }
}
