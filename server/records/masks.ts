import { RoleType, type Grant } from '../../shared/catalog';
import { isRecord, type UnknownRecord } from '../../shared/records';
import type { Actor } from '../auth/actor';
import { Failure } from '../auth/failure';
import { anyOf, oneOf, type Condition } from '../db/condition';
import type { ListExtras, ListDefinition, Row } from './list-definition';
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

/** Returns the SQL behind fields: a masked column is masked under every field that reads it. */
const columnsOf = ({ fields, labels }: ListDefinition, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => fields[name]?.sql ?? labels?.[name]?.id ?? []));
const maskedColumns = (list: ListDefinition): ReadonlySet<string> =>
  columnsOf(list, Object.keys(list.masks ?? {}));

/** Returns the columns that a keyword searches; none that are masked for the grant. */
export function searchedColumns(list: ListDefinition, { masked }: Grant): readonly string[] {
  const { keyword = [] } = list;
  const hidden = masked ? maskedColumns(list) : null;
  return hidden ? keyword.filter((sql) => !hidden.has(sql)) : keyword;
}

const forbiddenField = (name: string): Failure =>
  new Failure('FORBIDDEN', 'noPermissionForConditions', {
    fields: { [name]: [{ key: 'noPermissionForConditions' }] },
  });

/**
 * Refuses to filter by a masked field: the matching rows would reveal its value. @throws FORBIDDEN naming the
 * field
 */
export function requireFilterable(list: ListDefinition, { masked }: Grant, name: string): void {
  const { personal, sql = '' } = list.filters?.[name] ?? {};
  if (masked && (personal || maskedColumns(list).has(sql))) throw forbiddenField(name);
}

/** Refuses to sort by a hidden field: the order would reveal its value. @throws FORBIDDEN naming the field */
export function requireSortable(list: ListDefinition, { masked, scope }: Grant, name: string): void {
  const [sql = ''] = columnsOf(list, [name]);
  const hidden =
    (masked && maskedColumns(list).has(sql)) ||
    (scope === 'own' && columnsOf(list, list.othersAds ?? []).has(sql));
  if (hidden) throw forbiddenField(name);
}

/** Replaces masked values in rows. */
export function maskRows({ masks }: ListDefinition, { masked }: Grant, rows: readonly Row[]): void {
  if (!masked || !masks) return;
  const entries = Object.entries(masks);
  for (const row of rows) {
    for (const [name, mask] of entries) if (row[name] != null) row[name] = mask(row[name], row);
  }
}
