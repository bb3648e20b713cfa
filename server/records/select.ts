import type { UnknownRecord } from '../../shared/records';
import type { ListSpec, Row } from './list-spec';

type Convert = (value: unknown) => unknown;

/** A SELECT of some fields of a spec, and how its rows become ours. */
export interface Select {
  readonly columns: string;
  /** LEFT JOINs that columns and order need. */
  readonly joins: string;
  readonly toRows: (raw: readonly UnknownRecord[]) => Row[];
}

const joinOf = (name: string, spec: ListSpec): string => {
  const label = spec.labels?.[name];
  return label ? `LEFT JOIN ${label.table} l_${name} ON l_${name}.id = ${label.id}` : '';
};

const labelSql = (name: string, spec: ListSpec): string => `l_${name}.${spec.labels?.[name]?.column ?? 'id'}`;

/** SQL to sort by a field or by the name of what it points to. */
export function orderSql(name: string, spec: ListSpec): string {
  const field = spec.fields[name];
  if (name in (spec.labels ?? {}) || !field) return labelSql(name, spec);
  return field.sql;
}

/** The fields to read for the fields wanted: themselves and what computed ones are made from. */
function sources(spec: ListSpec, wanted: ReadonlySet<string> | null): Set<string> {
  const all = [
    ...Object.keys(spec.fields),
    ...Object.keys(spec.labels ?? {}),
    ...Object.keys(spec.computed ?? {}),
  ];
  const names = new Set(wanted ? all.filter((name) => wanted.has(name)) : all);
  for (const name of spec.always ?? []) names.add(name);
  for (const name of wanted ?? []) for (const need of spec.relations?.[name] ?? []) names.add(need);
  for (const name of [...names]) for (const need of spec.computed?.[name]?.needs ?? []) names.add(need);
  return names;
}

/** A field of a row: the columns that it is made of. */
interface Part {
  readonly name: string;
  readonly alias: string;
  readonly read?: Convert | undefined;
  /** The column of the name, where it is the id of something. */
  readonly label?: string;
}

/** Collects the columns of a SELECT and what rows are made of them. */
class RowPlan {
  readonly columns: string[] = [];
  private readonly parts: Part[] = [];

  /** A column; answers its name in the driver's rows. */
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

/** Plans kept for each spec: screens ask for the same fields again and again. */
const MAX_KEPT = 100;
const kept = new WeakMap<ListSpec, Map<string, Select>>();

/**
 * Plans the reading of `wanted` fields (null: all) with one query. Only what is wanted is read, joined
 * and converted: a list of ten thousand rows costs what its columns cost.
 */
export function planSelect(
  spec: ListSpec,
  wanted: ReadonlySet<string> | null,
  sortName: string | null,
): Select {
  const key = `${wanted ? [...wanted].sort().join() : '*'} ${sortName ?? ''}`;
  const plans = kept.get(spec) ?? new Map<string, Select>();
  kept.set(spec, plans);
  let plan = plans.get(key);
  if (!plan) {
    if (plans.size >= MAX_KEPT) plans.clear();
    plans.set(key, (plan = makeSelect(spec, wanted, sortName)));
  }
  return plan;
}

function makeSelect(spec: ListSpec, wanted: ReadonlySet<string> | null, sortName: string | null): Select {
  const names = sources(spec, wanted);
  const plan = new RowPlan();
  const joins = new Set<string>(sortName ? [joinOf(sortName, spec), spec.fields[sortName]?.join ?? ''] : []);
  for (const name of names) {
    const field = spec.fields[name];
    const label = spec.labels?.[name];
    if (field) {
      plan.value(name, field.sql, field.read);
      joins.add(field.join ?? '');
    } else if (label) {
      plan.label(name, label.id, labelSql(name, spec));
      joins.add(joinOf(name, spec));
    }
  }
  const computed = Object.entries(spec.computed ?? {}).filter(([name]) => names.has(name));
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
