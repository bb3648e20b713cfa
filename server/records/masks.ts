import type { Grant } from '../../shared/catalog';
import { Failure } from '../auth/failure';
import type { ListDefinition, Row } from './list-definition';

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
