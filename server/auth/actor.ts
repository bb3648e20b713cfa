import {
  RoleType,
  findExcess,
  grantOf,
  isEnumValue,
  rightKeys,
  type Grant,
  type RightKey,
  type Reach,
  type Right,
  type RightOverride,
} from '../../shared/catalog';
import { recordOf } from '../../shared/records';
import { Failure } from './failure';

/** The signed-in user with everything that determines their access. */
export interface Actor {
  readonly userId: number;
  readonly companyId: number;
  readonly role: RoleType;
  /** Agency of an agency user, who only sees its ads; otherwise null. */
  readonly agencyId: number | null;
  /** Products that the user may open: all of the company for an ADMIN, otherwise the assigned ones. */
  readonly productIds: readonly number[];
  /** The user's right in every menu, including the company's changes. */
  readonly grants: Readonly<Record<RightKey, Grant>>;
  /** The session (refresh token family) that the access token belongs to. */
  readonly family: string;
  /** True for a personal read token instead of a session. It can't change anything or see sessions. */
  readonly reading?: true;
  /** The machine that acts instead of a user, as the audit trail names it. Its `userId` is 0. */
  readonly machine?: string;
}

type Query = <T>(sql: string, params: readonly (string | number)[]) => Promise<T[]>;

/** Returns the rights of a role in every menu, including the company's changes. ADMIN's never change. */
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

/** Returns the products of a user: all of the company for an ADMIN, otherwise the assigned ones. */
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

/** Loads the stored rights of a user in the actor's company. Returns null if the user doesn't exist. */
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
 * Rejects any change to a user with more rights than the actor, through every API.
 * @throws FORBIDDEN
 */
export async function requireNoMoreRights(query: Query, actor: Actor, userId: number): Promise<void> {
  if (actor.role === RoleType.ADMIN || userId === actor.userId) return;
  const reach = await reachOf(query, actor.companyId, userId);
  if (reach && findExcess(reach, actor).length > 0) throw new Failure('FORBIDDEN', 'forbidden');
}

/**
 * Rejects a role or agency with more rights than the actor has. Products are validated like all references:
 * users can only refer to visible ones.
 * @throws FORBIDDEN naming the fields
 */
export async function requireAssignable(
  query: Query,
  actor: Actor,
  given: Pick<Reach, 'role' | 'agencyId'>,
): Promise<void> {
  if (actor.role === RoleType.ADMIN) return;
  const grants = await grantsOf(query, actor.companyId, given.role);
  const wrong = findExcess({ ...given, grants, productIds: [] }, actor);
  if (wrong.length === 0) return;
  throw new Failure('FORBIDDEN', 'forbidden', {
    fields: Object.fromEntries(wrong.map((name) => [name, [{ key: 'notWritable' }]])),
  });
}

/**
 * Returns the actor that reads metrics of a product for its alerts and experiments: no real user, with the rights of
 * an ADMIN on this product alone.
 */
export const productReader = ({
  companyId,
  productId,
}: {
  readonly companyId: number;
  readonly productId: number;
}): Actor => ({
  userId: 0,
  companyId,
  role: RoleType.ADMIN,
  agencyId: null,
  productIds: [productId],
  grants: recordOf(rightKeys, (menu) => grantOf(menu, RoleType.ADMIN)),
  family: '',
});
