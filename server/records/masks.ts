import type { Grant } from '../../shared/catalog';
import { Failure } from '../auth/failure';
import type { ListSpec, Row } from './list-spec';

/** Returns the SQL behind fields: a masked column is masked under every field that reads it. */
const columnsOf = ({ fields, labels }: ListSpec, names: readonly string[]): ReadonlySet<string> =>
  new Set(names.flatMap((name) => fields[name]?.sql ?? labels?.[name]?.id ?? []));
const maskedColumns = (spec: ListSpec): ReadonlySet<string> => columnsOf(spec, Object.keys(spec.masks ?? {}));

/** Returns the columns that a keyword searches; none that are masked for the grant. */
export function searchedColumns(spec: ListSpec, { masked }: Grant): readonly string[] {
  const { keyword = [] } = spec;
  const hidden = masked ? maskedColumns(spec) : null;
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
export function requireFilterable(spec: ListSpec, { masked }: Grant, name: string): void {
  const { personal, sql = '' } = spec.filters?.[name] ?? {};
  if (masked && (personal || maskedColumns(spec).has(sql))) throw forbiddenField(name);
}

/** Refuses to sort by a hidden field: the order would reveal its value. @throws FORBIDDEN naming the field */
export function requireSortable(spec: ListSpec, { masked, scope }: Grant, name: string): void {
  const [sql = ''] = columnsOf(spec, [name]);
  const hidden =
    (masked && maskedColumns(spec).has(sql)) ||
    (scope === 'own' && columnsOf(spec, spec.othersAds ?? []).has(sql));
  if (hidden) throw forbiddenField(name);
}

/** Replaces masked values in rows. */
export function maskRows({ masks }: ListSpec, { masked }: Grant, rows: readonly Row[]): void {
  if (!masked || !masks) return;
  const entries = Object.entries(masks);
  for (const row of rows) {
    for (const [name, mask] of entries) if (row[name] != null) row[name] = mask(row[name], row);
  }
}
