import { RoleType } from '../../../shared/catalog';
import { grantsOf, productsOf, type Actor } from '../../auth/actor';
import { Failure } from '../../auth/failure';
import type { Account } from '../../auth/session-start';
import type { Client } from '../../auth/sessions';
import type { Database } from '../../db/database';
import type { WriteService } from '../../records/write/write.service';

/**
 * Creates the function that gives a user the role of their identity provider, with an audit entry in their name.
 * The rules of the user form apply: what they forbid (the last ADMIN's demotion, AGENCY without an agency)
 * leaves the role as it is.
 */
export const providerRole =
  (db: Database, users: Pick<WriteService, 'update'>) =>
  async (account: Account, roleType: RoleType, client: Client): Promise<void> => {
    const who = { userId: account.id, companyId: account.company_id, role: RoleType.ADMIN };
    const query = <T>(sql: string, params: readonly (string | number)[]): Promise<T[]> =>
      db.read<T>(sql, params);
    const actor: Actor = {
      ...who,
      agencyId: null,
      productIds: await productsOf(query, who),
      grants: await grantsOf(query, who.companyId, who.role),
      family: '',
    };
    try {
      await users.update(actor, account.id, { roleType }, 'part', client);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
    }
  };
