import { placeholders, type Dialect } from './database';
import { spellings } from './spellings';

/** A WHERE condition with its parameters. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** Matches no row, as an empty list of alternatives does. */
export const never: Condition = { sql: '1 = 0', params: [] };

/** Matches rows whose `sql` equals one of the values; an empty list matches no row. */
export function oneOf(sql: string, values: readonly (string | number)[]): Condition {
  const [first] = values;
  if (first === undefined) return never;
  return values.length === 1
    ? { sql: `${sql} = ?`, params: [first] }
    : { sql: `${sql} IN (${placeholders(values)})`, params: values };
}

/** Matches rows whose `sql` starts with the exact text. */
export const startsWith = (sql: string, text: string): Condition => ({
  sql: `SUBSTR(${sql}, 1, ?) = ?`,
  params: [[...text].length, text],
});

/** Joins conditions with OR; an empty list matches no row. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return never;
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** Joins conditions with AND. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: '1 = 1', params: [] };
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/**
 * Matches rows that contain every word of the text in one of the columns or in an ad's name, ignoring width and
 * case.
 * No character has a special meaning. A NUL separates words like a space, because SQLite ends a value at it.
 *
 * @param adIds columns that hold ad ids
 * @param ownAds restricts the ads `k` that may match by name
 */
export function containsWords(
  dialect: Dialect,
  columns: readonly string[],
  text: string,
  adIds: readonly string[] = [],
  ownAds: readonly Condition[] = [],
): Condition {
  if (columns.length + adIds.length === 0) return never;
  const adConditions = (word: string): Condition[] => {
    const { sql, params } = allOf([containsWord(dialect, ['k.ad_name'], word), ...ownAds]);
    return adIds.map((id) => ({ sql: `${id} IN (SELECT k.id FROM ad k WHERE ${sql})`, params }));
  };
  return allOf(
    text
      .split(/[\s\0]+/)
      .filter(Boolean)
      .map((word) =>
        anyOf([...(columns.length > 0 ? [containsWord(dialect, columns, word)] : []), ...adConditions(word)]),
      ),
  );
}

/** Matches every spelling of the word, because logs store text as received. */
function containsWord(dialect: Dialect, columns: readonly string[], word: string): Condition {
  const { sql, values } = spellings(dialect, word);
  return {
    sql: columns.flatMap((column) => values.map(() => sql(column))).join(' OR '),
    params: columns.flatMap(() => values),
  };
}
