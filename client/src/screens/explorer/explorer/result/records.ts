import { isRecord, type UnknownRecord } from '../../../../../../shared/records';

/** What a cell of a flat record holds. */
export type Value = string | number | boolean | null;
export type FlatRecord = Readonly<Record<string, Value>>;

/** A list of records in an answer, each with its nested objects flattened to dotted names. */
export interface RecordList {
  /** Where it stands in the answer: `adSummaries.results`. */
  readonly path: string;
  readonly columns: readonly string[];
  readonly rows: readonly FlatRecord[];
}

/** The row of the list around it that an entry of a list within rows belongs to, from 1. */
export const OUTER_ROW = '#';

/** Lists within lists within lists are told apart by nobody. */
const DEEPEST = 3;

const plain = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || value === null
    ? value
    : JSON.stringify(value);

/** A record without its lists of records, which are lists of their own; lists of plain values become one text. */
function flattened(record: UnknownRecord, prefix = ''): [string, Value][] {
  return Object.entries(record).flatMap(([name, value]): [string, Value][] => {
    const path = prefix + name;
    if (Array.isArray(value))
      return value.some(isRecord) ? [] : [[path, value.length === 0 ? null : value.map(plain).join(', ')]];
    return isRecord(value) ? flattened(value, `${path}.`) : [[path, plain(value)]];
  });
}

/** The lists of records right below a value that is no list, by their paths. */
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

/** An object that is null in some rows is there as its fields in others: the column of the null itself says nothing. */
const withoutEmptied = (columns: readonly string[]): string[] =>
  columns.filter((column) => !columns.some((other) => other.startsWith(`${column}.`)));

/** All lists of records of an answer, those within rows after the list that holds them; the longest first list is what was asked for. */
export function recordLists(data: unknown): RecordList[] {
  if (!isRecord(data)) return [];
  const within = (path: string, records: readonly UnknownRecord[], depth: number): RecordList[] => {
    if (depth >= DEEPEST) return [];
    const found = new Map<string, [number, UnknownRecord][]>();
    records.forEach((record, index) => {
      for (const [name, entries] of listsBelow(record)) {
        const of = found.get(name) ?? [];
        found.set(name, of);
        for (const entry of entries) of.push([index + 1, entry]);
      }
    });
    return [...found].flatMap(([name, entries]) => [
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

/** The list that is shown at first: the first that has rows, else the first. */
export const firstList = (lists: readonly RecordList[]): RecordList | undefined =>
  lists.find(({ rows }) => rows.length > 0) ?? lists[0];

/** Rows of the longest list of an answer; null where there is none. */
export const longest = (lists: readonly RecordList[]): number | null =>
  lists.length === 0 ? null : Math.max(...lists.map(({ rows }) => rows.length));
