import type { UnknownRecord } from '../../shared/records';
import type { ListDefinition, Row } from './list-definition';

/** Serializes a value so that equal values have equal text: keys are sorted, and null entries are dropped. */
export function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_name, inner: unknown) => {
    if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return inner;
    return Object.fromEntries(
      Object.entries(inner)
        .filter(([, part]) => part != null)
        .sort(([a], [b]) => (a < b ? -1 : 1)),
    );
  });
}

/** Returns whether two field values are equal; absent equals null. */
export const sameValue = (a: unknown, b: unknown): boolean =>
  (a ?? null) === (b ?? null) ||
  ((typeof a === 'object' || typeof b === 'object') && canonical(a) === canonical(b));

type Convert = (value: unknown) => unknown;

/** A SELECT of some fields of a list, with the conversion of its rows. */
export interface Select {
  readonly columns: string;
  /** LEFT JOINs that the columns and the order need. */
  readonly joins: string;
  readonly toRows: (raw: readonly UnknownRecord[]) => Row[];
}

const joinOf = (name: string, list: ListDefinition): string => {
  const label = list.labels?.[name];
  return label ? `LEFT JOIN ${label.table} l_${name} ON l_${name}.id = ${label.id}` : '';
};

const labelSql = (name: string, list: ListDefinition): string =>
  `l_${name}.${list.labels?.[name]?.column ?? 'id'}`;

/** Returns the SQL that sorts by a field or by a reference's label. */
export function orderSql(name: string, list: ListDefinition): string {
  const field = list.fields[name];
  if (name in (list.labels ?? {}) || !field) return labelSql(name, list);
  return field.sql;
}

/** Returns the fields to read: the requested ones and the sources of computed ones. */
function neededFields(list: ListDefinition, requested: ReadonlySet<string> | null): Set<string> {
  const all = [
    ...Object.keys(list.fields),
    ...Object.keys(list.labels ?? {}),
    ...Object.keys(list.computed ?? {}),
  ];
  const names = new Set(requested ? all.filter((name) => requested.has(name)) : all);
  for (const name of list.always ?? []) names.add(name);
  for (const name of requested ?? []) for (const need of list.relations?.[name] ?? []) names.add(need);
  for (const name of [...names]) for (const need of list.computed?.[name]?.needs ?? []) names.add(need);
  return names;
}

/** A field of a row with the column aliases that hold it. */
interface Part {
  readonly name: string;
  readonly alias: string;
  readonly read?: Convert | undefined;
  /** Alias of the label column, if the field is a reference. */
  readonly label?: string;
}

/** Collects the columns of a SELECT and builds rows from them. */
class RowPlan {
  readonly columns: string[] = [];
  private readonly parts: Part[] = [];

  /** Adds a column and returns its alias. */
  private column(sql: string): string {
    const alias = `c${this.columns.length}`;
    this.columns.push(`${sql} AS ${alias}`);
    return alias;
  }

  value(name: string, sql: string, read?: Convert): void {
    this.parts.push({ name, alias: this.column(sql), read });
  }

  label(name: string, id: string, label: string): void {
    this.parts.push({ name, alias: this.column(id), label: this.column(label) });
  }

  toRow(source: UnknownRecord): Row {
    const row: Row = {};
    for (const { name, alias, read, label } of this.parts) {
      const value = source[alias];
      if (label !== undefined) row[name] = source[label] == null ? null : { id: value, label: source[label] };
      else row[name] = read ? read(value) : value;
    }
    return row;
  }
}

/** Plans cached per list, because screens request the same fields repeatedly. */
const MAX_CACHED_PLANS = 100;
const planCache = new WeakMap<ListDefinition, Map<string, Select>>();

/**
 * Plans one query that reads the `requested` fields (null: all).
 * Only these are read, joined and converted, so a list of ten thousand rows costs no more than its columns.
 */
export function planSelect(
  list: ListDefinition,
  requested: ReadonlySet<string> | null,
  sortName: string | null,
): Select {
  const key = `${requested ? [...requested].sort().join() : '*'} ${sortName ?? ''}`;
  const plans = planCache.get(list) ?? new Map<string, Select>();
  planCache.set(list, plans);
  let plan = plans.get(key);
  if (!plan) {
    if (plans.size >= MAX_CACHED_PLANS) plans.clear();
    plans.set(key, (plan = makeSelect(list, requested, sortName)));
  }
  return plan;
}

function makeSelect(
  list: ListDefinition,
  requested: ReadonlySet<string> | null,
  sortName: string | null,
): Select {
  const names = neededFields(list, requested);
  const plan = new RowPlan();
  const joins = new Set<string>(sortName ? [joinOf(sortName, list), list.fields[sortName]?.join ?? ''] : []);
  for (const name of names) {
    const field = list.fields[name];
    const label = list.labels?.[name];
    if (field) {
      plan.value(name, field.sql, field.read);
      joins.add(field.join ?? '');
    } else if (label) {
      plan.label(name, label.id, labelSql(name, list));
      joins.add(joinOf(name, list));
    }
  }
  const computed = Object.entries(list.computed ?? {}).filter(([name]) => names.has(name));
  return {
    columns: plan.columns.join(', ') || '1',
    joins: [...joins].filter(Boolean).join(' '),
    toRows: (raw) =>
      raw.map((source) => {
        const row = plan.toRow(source);
        for (const [name, { make }] of computed) row[name] = make(row);
        return row;
      }),
  };
}
