import { RoleType } from '../../shared/catalog';
import { isRecord, type UnknownRecord } from '../../shared/records';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { anyOf, oneOf, type Condition } from '../db/condition';
import type { ListExtras } from './list-definition';
import { ofProducts, type Products } from './visibility';

/** Returns whether an actor changes a row that they see: their own, or as ADMIN a shared one. */
const isEditable = (actor: Actor, { userId, shared }: UnknownRecord): boolean =>
  userId === actor.userId || (shared === true && actor.role === RoleType.ADMIN);

/** Refuses to change the row of another user. @throws FORBIDDEN */
export function requireEditable(actor: Actor, row: unknown): void {
  if (!isRecord(row) || !isEditable(actor, row)) throw new Failure('FORBIDDEN', 'forbidden');
}

/**
 * Returns the visibility of rows that belong to users: the actor's own, and those shared in their company.
 * Rows may name other agencies' ads, so agencies see shared ones only with `agencies`.
 */
export const ofUsers =
  (columns: ReadonlySet<string>, agencies = false) =>
  (actor: Actor, _grant: unknown, products: Products): Condition[] => {
    const shared = agencies || actor.role !== RoleType.AGENCY ? ' OR e.shared = 1' : '';
    const noProduct = { sql: 'e.product_id IS NULL', params: [] };
    return [
      { sql: `e.user_id = ?${shared}`, params: [actor.userId] },
      ...(columns.has('companyId') ? [oneOf('e.company_id', [actor.companyId])] : []),
      ...(columns.has('productId') ? [anyOf([noProduct, ofProducts(actor, products)])] : []),
    ];
  };

/** Adds `editable`, and the `userName` of the row's user: null if deleted. */
export const userFields = ({ labels, computed, complete, ...extras }: ListExtras): ListExtras => ({
  defaultSort: { name: 'title', asc: true },
  ...extras,
  labels: { ...labels, user: { id: 'e.user_id', table: 'app_user', column: 'user_name' } },
  computed: {
    ...computed,
    editable: { needs: ['userId', 'shared'], make: () => false },
    userName: { needs: ['user'], make: ({ user }) => (isRecord(user) ? user.label : null) },
  },
  complete: async (rows, context) => {
    for (const row of rows) if ('editable' in row) row.editable = isEditable(context.actor, row);
    await complete?.(rows, context);
  },
});
