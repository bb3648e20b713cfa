import type { Actor } from '../../auth/actor';
import { factorSince } from '../../auth/second-factor/factor-since';
import type { ListExtras, Row } from '../../records/list-definition';
import { ListService } from '../../records/list.service';
import { select } from '../../db/statements';
import type { Database } from '../../db/database';
import { RoleType } from '../../../shared/catalog';
import { userProductsPart } from './user-products.part';

/** Fills `productIds`: all products of the company for an ADMIN, else the assigned ones. */
async function fillProducts(
  db: Database,
  rows: readonly Row[],
  companyProducts: readonly number[],
): Promise<void> {
  const isAdmin = (row: Row): boolean => row.roleType === RoleType.ADMIN;
  const ids = rows.filter((row) => !isAdmin(row)).map((row) => Number(row.id));
  const assigned = await userProductsPart.read(db.readOnlyTx, ids);
  for (const row of rows)
    row.productIds = isAdmin(row) ? [...companyProducts] : (assigned.get(Number(row.id)) ?? []);
}

/** SQL of the end of an unused invitation link. */
const INVITED_UNTIL = `(SELECT MAX(r.expires_at) FROM password_reset r
  WHERE r.user_id = e.id AND r.purpose = 'invitation' AND r.used_at IS NULL)`;

/** The list of the company's users. Every user may read themselves. */
export class UserService extends ListService {
  override get(
    actor: Actor,
    id: number | string,
    requested: ReadonlySet<string> | null = null,
  ): Promise<Row> {
    const own = Number(id) === actor.userId && actor.grants.users.right === 'none';
    const reader = own
      ? { ...actor, grants: { ...actor.grants, users: { ...actor.grants.users, right: 'view' as const } } }
      : actor;
    return super.get(reader, id, requested);
  }
}

/** SQL of the time since which sign-in takes a second step. */
const SECOND_FACTOR_SINCE = factorSince('e.id');

const instantOrNull = (value: unknown): Date | null => (value === null ? null : new Date(Number(value)));

export const userList = (db: Database): ListExtras => ({
  hidden: ['passwordHash', 'emailKey', 'externalId'],
  labels: {
    company: { id: 'e.company_id', table: 'company', column: 'div_name' },
    agency: { id: 'e.agency_id', table: 'agency', column: 'agency_name' },
  },
  computed: {
    productIds: { needs: ['id', 'roleType'], make: () => [] },
  },
  fields: {
    invitedUntil: { sql: INVITED_UNTIL, read: instantOrNull },
    secondFactorSince: { sql: SECOND_FACTOR_SINCE, read: instantOrNull },
  },
  filters: {
    invitedUntil: { sql: INVITED_UNTIL, kind: 'instant' },
    secondFactorSince: { sql: SECOND_FACTOR_SINCE, kind: 'instant' },
  },
  keyword: ['e.user_name', 'e.email'],
  complete: async (rows, { requested, actor }) => {
    if (requested && !requested.has('productIds')) return;
    const all = await select<{ id: number }>(db)`SELECT id FROM product
      WHERE company_id = ${actor.companyId} ORDER BY id`;
    await fillProducts(
      db,
      rows,
      all.map(({ id }) => id),
    );
  },
});
