import { isRecord, type UnknownRecord } from '../../../../../../shared/records';

/** Cell value of a flat record. */
export type Value = string | number | boolean | null;
export type FlatRecord = Readonly<Record<string, Value>>;

/** List of records in a response. Nested objects are flattened to dotted names. */
export interface RecordList {
  /** Path in the response: `adSummaries.results`. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly FlatRecord[];
}

/** Column with the number of the parent row, from 1. */
export const OUTER_ROW = '#';

/** Maximum nesting depth; deeper lists would be unreadable. */
const DEEPEST = 3;

const plain = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : JSON.stringify(value);

/**
 * Flattens a record without its record lists, which become separate lists. Lists of scalars become one text.
 */
function flattened(record: UnknownRecord, prefix = ''): [string, Value][] {
  return Object.entries(record).flatMap(([name, value]): [string, Value][] => {
    const path = prefix + name;
    if (Array.isArray(value))
      return value.some(isRecord) ? [] : [[path, value.length === 0 ? null : value.map(plain).join(', ')]];
    return isRecord(value) ? flattened(value, `${path}.`) : [[path, plain(value)]];
  });
}

/** Finds the record lists directly below an object, by path. */
function listsBelow(value: UnknownRecord, prefix = ''): [string, UnknownRecord[]][] {
  return Object.entries(value).flatMap(([name, part]): [string, UnknownRecord[]][] => {
    const path = prefix + name;
    if (Array.isArray(part))
      return part.length === 0 || part.some(isRecord) ? [[path, part.filter(isRecord)]] : [];
    return isRecord(part) ? listsBelow(part, `${path}.`) : [];
  });
}

function listOf(path: string, records: readonly (readonly [number | null, UnknownRecord])[]): RecordList {
  const columns = new Set<string>();
  const rows = records.map(([outer, record]) => {
    const place: [string, Value][] = outer === null ? [] : [[OUTER_ROW, outer]];
    const flat = Object.fromEntries([...place, ...flattened(record)]);
    for (const column of Object.keys(flat)) columns.add(column);
    return flat;
  });
  return { path, columns: withoutEmptied([...columns]), rows };
}

/** Removes the column of a nullable object if other rows contain its fields. */
const withoutEmptied = (columns: readonly string[]): string[] =>
  columns.filter((column) => !columns.some((other) => other.startsWith(`${column}.`)));

/**
 * Extracts all record lists of a response. Nested lists follow their parent, and the longest top-level list
 * comes first.
 */
export function recordLists(data: unknown): RecordList[] {
  if (!isRecord(data)) return [];
  const within = (path: string, records: readonly UnknownRecord[], depth: number): RecordList[] => {
    if (depth >= DEEPEST) return [];
    const nested = new Map<string, [number, UnknownRecord][]>();
    records.forEach((record, index) => {
      for (const [name, entries] of listsBelow(record)) {
        const of = nested.get(name) ?? [];
        nested.set(name, of);
        for (const entry of entries) of.push([index + 1, entry]);
      }
    });
    return [...nested].flatMap(([name, entries]) => [
      listOf(`${path}.${name}`, entries),
      ...within(
        `${path}.${name}`,
        entries.map(([, entry]) => entry),
        depth + 1,
      ),
    ]);
  };
  return listsBelow(data)
    .flatMap(([path, records]) => [
      listOf(
        path,
        records.map((record) => [null, record] as const),
      ),
      ...within(path, records, 1),
    ])
    .filter(({ columns, rows }) => columns.length > 0 || rows.length === 0);
}

/** Returns the list shown initially: the first with rows, or else the first. */
export const firstList = (lists: readonly RecordList[]): RecordList | undefined =>
  lists.find(({ rows }) => rows.length > 0) ?? lists[0];

/** Returns the row count of the longest list. Returns null without lists. */
export const longest = (lists: readonly RecordList[]): number | null =>
  lists.length === 0 ? null : Math.max(...lists.map(({ rows }) => rows.length));
