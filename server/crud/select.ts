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
  const all = [...Object.keys(spec.fields), ...Object.keys(spec.labels ?? {}), ...Object.keys(spec.computed ?? {})];
  const names = new Set(wanted ? all.filter((name) => wanted.has(name)) : all);
  for (const name of spec.always ?? []) names.add(name);
  for (const name of wanted ?? []) for (const need of spec.relations?.[name] ?? []) names.add(need);
  for (const name of [...names]) for (const need of spec.computed?.[name]?.needs ?? []) names.add(need);
  return names;
}

/** Collects the columns of a SELECT and writes the function that makes a row of them. */
class RowWriter {
  readonly columns: string[] = [];
  private readonly parts: string[] = [];
  private readonly reads: Convert[] = [];

  /** A column; answers the expression of its value as the driver gives it. */
  private column(sql: string): string {
    const alias = `c${this.columns.length}`;
    this.columns.push(`${sql} AS ${alias}`);
    return `s.${alias}`;
  }

  value(name: string, sql: string, read?: Convert): void {
    const source = this.column(sql);
    this.parts.push(`${JSON.stringify(name)}: ${read ? `reads[${this.reads.push(read) - 1}](${source})` : source}`);
  }

  label(name: string, id: string, label: string): void {
    const [idSource, labelSource] = [this.column(id), this.column(label)];
    this.parts.push(`${JSON.stringify(name)}: ${labelSource} == null ? null : { id: ${idSource}, label: ${labelSource} }`);
  }

  /**
   * One function for this very set of columns: objects of one shape from the start, several times faster
   * than filling them name by name. Names come from our own specs, and are quoted.
   */
  toRow(): (source: UnknownRecord) => Row {
    // eslint-disable-next-line @typescript-eslint/consistent-type-assertions -- the text decides what it is
    return new Function('reads', `return (s) => ({ ${this.parts.join(', ')} });`)(this.reads) as (source: UnknownRecord) => Row;
  }
}

/** Plans kept for each spec: screens ask for the same fields again and again. */
const MAX_KEPT = 100;
const kept = new WeakMap<ListSpec, Map<string, Select>>();

/**
 * Plans the reading of `wanted` fields (null: all) with one query. Only what is wanted is read, joined
 * and converted: a list of ten thousand rows costs what its columns cost.
 */
export function planSelect(spec: ListSpec, wanted: ReadonlySet<string> | null, sortName: string | null): Select {
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
  const writer = new RowWriter();
  const joins = new Set<string>(sortName ? [joinOf(sortName, spec), spec.fields[sortName]?.join ?? ''] : []);
  for (const name of names) {
    const field = spec.fields[name];
    const label = spec.labels?.[name];
    if (field) {
      writer.value(name, field.sql, field.read);
      joins.add(field.join ?? '');
    } else if (label) {
      writer.label(name, label.id, labelSql(name, spec));
      joins.add(joinOf(name, spec));
    }
  }
  const toRow = writer.toRow();
  const computed = Object.entries(spec.computed ?? {}).filter(([name]) => names.has(name));
  return {
    columns: writer.columns.join(', ') || '1',
    joins: [...joins].filter(Boolean).join(' '),
    toRows: (raw) =>
      raw.map((source) => {
        const row = toRow(source);
        for (const [name, { make }] of computed) row[name] = make(row);
        return row;
      }),
  };
}
