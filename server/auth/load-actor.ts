import { isEnumValue, RoleType } from '../../shared/catalog';
import { allOf, type Condition } from '../db/condition';
import type { Database } from '../db/database';
import { type Actor, grantsOf, productsOf } from './actor';
import type { AccessClaims } from './tokens';

interface UserRow {
  company_id: number;
  agency_id: number | null;
  role_type: number;
}

/**
 * Loads the actor of an access token. Reads role, products and rights on each request, so changes apply at
 * once. Returns null if the user, company or session is no longer valid.
 */
export const loadActor = (
  db: Database,
  { userId, family }: AccessClaims,
  now: number,
): Promise<Actor | null> =>
  actorWhere(
    db,
    { userId, family },
    {
      sql: `EXISTS (SELECT 1 FROM refresh_token t
                   WHERE t.family = ? AND t.user_id = u.id AND t.revoked_at IS NULL AND t.expires_at > ?)`,
      params: [family, now],
    },
  );

/**
 * Loads a user as the actor of background work, with their current rights. Returns null if the user or
 * company is no longer valid.
 */
export const loadBackgroundActor = (db: Database, userId: number): Promise<Actor | null> =>
  actorWhere(db, { userId, family: '' }, allOf([]));

async function actorWhere(
  db: Database,
  { userId, family }: AccessClaims,
  condition: Condition,
): Promise<Actor | null> {
  const [user] = await db.read<UserRow>(
    `SELECT u.company_id, u.agency_id, u.role_type FROM app_user u
     JOIN company c ON c.id = u.company_id
     WHERE u.id = ? AND u.status = 1 AND c.status = 1 AND ${condition.sql}`,
    [userId, ...condition.params],
  );
  if (!user || !isEnumValue(RoleType, user.role_type)) return null;
  const role = user.role_type;
  const query = <T>(sql: string, params: readonly (string | number)[]): Promise<T[]> =>
    db.read<T>(sql, params);
  const [productIds, grants] = await Promise.all([
    productsOf(query, { companyId: user.company_id, userId, role }),
    grantsOf(query, user.company_id, role),
  ]);
  return {
    userId,
    companyId: user.company_id,
    role,
    agencyId: user.agency_id,
    productIds,
    grants,
    family,
  };
}
