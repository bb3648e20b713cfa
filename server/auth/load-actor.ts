import { grantOf, isEnumValue, rightKeys, RoleType, type Right, type RightKey, type RightOverride } from '../../shared/catalog';
import type { Database } from '../db/database';
import type { Actor } from './actor';
import type { AccessClaims } from './tokens';

interface UserRow {
  company_id: number;
  agency_id: number | null;
  role_type: number;
}

/**
 * The actor behind an access token as of now: role, products and rights are read anew with each
 * request, so that a change works at once. Null when user, company or session are valid no more.
 */
export async function loadActor(db: Database, claims: AccessClaims, now: number): Promise<Actor | null> {
  const { userId, family } = claims;
  const [user] = await db.read<UserRow>(
    `SELECT u.company_id, u.agency_id, u.role_type FROM app_user u
     JOIN company c ON c.id = u.company_id
     WHERE u.id = ? AND u.status = 1 AND c.status = 1
       AND EXISTS (SELECT 1 FROM refresh_token t
                   WHERE t.family = ? AND t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > ?)`,
    [userId, family, now],
  );
  if (!user || !isEnumValue(RoleType, user.role_type)) return null;
  const role = user.role_type;
  const [products, overrides] = await Promise.all([
    role === RoleType.ADMIN
      ? db.read<{ id: number }>('SELECT id FROM product WHERE company_id = ? ORDER BY id', [user.company_id])
      : db.read<{ id: number }>(
          `SELECT p.id FROM user_product l JOIN product p ON p.id = l.product_id
           WHERE l.user_id = ? AND p.company_id = ? ORDER BY p.id`,
          [userId, user.company_id],
        ),
    role === RoleType.ADMIN
      ? []
      : db.read<{ menu: RightKey; level: Right }>('SELECT menu, level FROM role_right WHERE company_id = ? AND role_type = ?', [
          user.company_id,
          role,
        ]),
  ]);
  const changes = overrides.map(({ menu, level }): RightOverride => ({ role, menu, right: level }));
  return {
    userId,
    companyId: user.company_id,
    role,
    agencyId: user.agency_id,
    productIds: products.map(({ id }) => id),
    grants: Object.fromEntries(rightKeys.map((menu) => [menu, grantOf(menu, role, changes)])) as Actor['grants'],
    family,
  };
}
