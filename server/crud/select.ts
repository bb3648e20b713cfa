import type { ListSpec, Row, SourceField } from './list-spec';

/** One column of the SELECT and where its value goes. */
interface Reader {
  readonly name: string;
  readonly sql: string;
  readonly read?: (value: unknown) => unknown;
}

/** A SELECT of some fields of a spec, and how its rows become ours. */
export interface Select {
  readonly columns: string;
  /** LEFT JOINs that columns and order need. */
  readonly joins: string;
  readonly toRows: (raw: readonly Record<string, unknown>[]) => Row[];
}

const joinOf = (name: string, spec: ListSpec): string => {
  const label = spec.labels?.[name];
  return label ? `LEFT JOIN ${label.table} l_${name} ON l_${name}.id = ${label.id}` : '';
};

const labelSql = (name: string, spec: ListSpec): string => `l_${name}.${spec.labels?.[name]?.column ?? 'id'}`;

/** SQL to sort by a field or by the name of what it points to. */
export const orderSql = (name: string, spec: ListSpec): string =>
  name in (spec.labels ?? {}) ? labelSql(name, spec) : (spec.fields[name] as SourceField).sql;

/** The fields to read for the fields wanted: themselves and what computed ones are made from. */
function sources(spec: ListSpec, wanted: ReadonlySet<string> | null): Set<string> {
  const all = [...Object.keys(spec.fields), ...Object.keys(spec.labels ?? {}), ...Object.keys(spec.computed ?? {})];
  const names = new Set(wanted ? all.filter((name) => wanted.has(name)) : all);
  for (const name of spec.always ?? []) names.add(name);
  for (const name of [...names]) for (const need of spec.computed?.[name]?.needs ?? []) names.add(need);
  return names;
}

/**
 * Plans the reading of `wanted` fields (null: all) with one query. Only what is wanted is read, joined
 * and converted: a list of ten thousand rows costs what its columns cost.
 */
export function planSelect(spec: ListSpec, wanted: ReadonlySet<string> | null, sortName: string | null): Select {
  const names = sources(spec, wanted);
  const readers: Reader[] = [];
  const labels: string[] = [];
  const joins = new Set<string>(sortName ? [joinOf(sortName, spec), spec.fields[sortName]?.join ?? ''] : []);
  for (const name of names) {
    const field = spec.fields[name];
    const label = spec.labels?.[name];
    if (field) {
      readers.push({ name, sql: field.sql, read: field.read });
      joins.add(field.join ?? '');
    } else if (label) {
      readers.push({ name: `${name}$id`, sql: label.id }, { name: `${name}$label`, sql: labelSql(name, spec) });
      labels.push(name);
      joins.add(joinOf(name, spec));
    }
  }
  if (readers.length === 0) readers.push({ name: '$one', sql: '1' });
  const computed = Object.entries(spec.computed ?? {}).filter(([name]) => names.has(name));
  return {
    columns: readers.map(({ name, sql }) => `${sql} AS \`${name}\``).join(', '),
    joins: [...joins].filter(Boolean).join(' '),
    toRows: (raw) =>
      raw.map((source) => {
        const row: Row = {};
        for (const { name, read } of readers) row[name] = read ? read(source[name]) : source[name];
        for (const name of labels) {
          const label = row[`${name}$label`];
          row[name] = label == null ? null : { id: row[`${name}$id`], label };
        }
        for (const [name, { make }] of computed) row[name] = make(row);
        return row;
      }),
  };
}
