import { RoleType, rightKeys } from '../../shared/catalog';
import { recordOf } from '../../shared/records';
import { productsOf, type Actor } from '../auth/actor';
import { recordUse } from '../auth/machine-tokens';
import { hashSecret } from '../auth/tokens';
import type { Database } from '../db/database';
import { select } from '../db/statements';

interface TokenRow {
  id: number;
  company_id: number;
  name: string;
  last_used_at: string | number | null;
}

/**
 * Loads the actor of a SCIM token: a machine that edits the users of its company with an ADMIN's reach, and sees
 * nothing else. Returns null if the token is revoked or the company is no longer valid.
 */
export async function loadScimActor(db: Database, token: string, now: number): Promise<Actor | null> {
  const [row] = await select<TokenRow>(db)`SELECT t.id, t.company_id, t.name, t.last_used_at
    FROM scim_token t JOIN company c ON c.id = t.company_id
    WHERE t.token_hash = ${hashSecret(token)} AND c.status = 1`;
  if (!row) return null;
  await recordUse(db, 'scim_token', row, now);
  const whose = { companyId: row.company_id, userId: 0, role: RoleType.ADMIN };
  return {
    ...whose,
    agencyId: null,
    // A demoted ADMIN keeps the company's products.
    productIds: await productsOf((sql, params) => db.read(sql, params), whose),
    grants: recordOf(rightKeys, (menu) => ({
      right: menu === 'users' ? 'edit' : 'none',
      scope: 'all',
      masked: false,
    })),
    family: '',
    machine: `SCIM: ${row.name}`,
  };
}
