import { recordOf } from '../../shared/records';
import {
  excess,
  grantOf,
  isEnumValue,
  rightKeys,
  RoleType,
  type Reach,
  type Right,
  type RightKey,
  type RightOverride,
} from '../../shared/catalog';
import type { Actor } from './actor';
import { Failure } from './failure';

type Query = <T>(sql: string, params: readonly (string | number)[]) => Promise<T[]>;

/** The rights of a role in every menu, with the company's changes. ADMIN's never change. */
export async function grantsOf(query: Query, companyId: number, role: RoleType): Promise<Reach['grants']> {
  const changed =
    role === RoleType.ADMIN
      ? []
      : await query<{ menu: RightKey; level: Right }>(
          'SELECT menu, level FROM role_right WHERE company_id = ? AND role_type = ?',
          [companyId, role],
        );
  const overrides = changed.map(({ menu, level }): RightOverride => ({ role, menu, right: level }));
  return recordOf(rightKeys, (menu) => grantOf(menu, role, overrides));
}

/** The products of a user: all of the company for an ADMIN, else those listed. */
export async function productsOf(
  query: Query,
  { companyId, userId, role }: Pick<Actor, 'companyId' | 'userId' | 'role'>,
): Promise<number[]> {
  const products =
    role === RoleType.ADMIN
      ? await query<{ id: number }>('SELECT id FROM product WHERE company_id = ? ORDER BY id', [companyId])
      : await query<{ id: number }>(
          `SELECT p.id FROM user_product l JOIN product p ON p.id = l.product_id
           WHERE l.user_id = ? AND p.company_id = ? ORDER BY p.id`,
          [userId, companyId],
        );
  return products.map(({ id }) => id);
}

/** How far a user of the actor's company reaches as stored; null when there is none. */
async function reachOf(query: Query, companyId: number, userId: number): Promise<Reach | null> {
  const [user] = await query<{ role_type: number; agency_id: number | null }>(
    'SELECT role_type, agency_id FROM app_user WHERE id = ? AND company_id = ?',
    [userId, companyId],
  );
  if (!user || !isEnumValue(RoleType, user.role_type)) return null;
  const role = user.role_type;
  const [grants, productIds] = await Promise.all([
    grantsOf(query, companyId, role),
    productsOf(query, { companyId, userId, role }),
  ]);
  return { role, agencyId: user.agency_id, grants, productIds };
}

/**
 * Refuses to touch a user who has more than the actor: over whatever door, and whatever about them.
 * @throws FORBIDDEN
 */
export async function requireNoMore(query: Query, actor: Actor, userId: number): Promise<void> {
  if (actor.role === RoleType.ADMIN || userId === actor.userId) return;
  const reach = await reachOf(query, actor.companyId, userId);
  if (reach && excess(reach, actor).length > 0) throw new Failure('FORBIDDEN', 'forbidden');
}

/**
 * Refuses to give a user a role or an agency that reaches further than the actor does. Products are judged where
 * all references are: nobody refers to one that they may not see.
 * @throws FORBIDDEN naming the fields
 */
export async function requireGivable(
  query: Query,
  actor: Actor,
  given: Pick<Reach, 'role' | 'agencyId'>,
): Promise<void> {
  if (actor.role === RoleType.ADMIN) return;
  const grants = await grantsOf(query, actor.companyId, given.role);
  const wrong = excess({ ...given, grants, productIds: [] }, actor);
  if (wrong.length === 0) return;
  throw new Failure('FORBIDDEN', 'forbidden', {
    fields: Object.fromEntries(wrong.map((name) => [name, [{ key: 'notWritable' }]])),
  });
}
