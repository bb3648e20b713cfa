import { placeholders, type Dialect } from '../db/database';
import { spellings } from './spellings';

/** A condition of a WHERE with its values. */
export interface Condition {
  readonly sql: string;
  readonly params: readonly (string | number)[];
}

/** Holds for no row: what an empty list of alternatives means. */
export const never: Condition = { sql: '1 = 0', params: [] };

/** `sql` is one of the values; nothing is one of none. */
export function oneOf(sql: string, values: readonly (string | number)[]): Condition {
  const [first] = values;
  if (first === undefined) return never;
  return values.length === 1
    ? { sql: `${sql} = ?`, params: [first] }
    : { sql: `${sql} IN (${placeholders(values)})`, params: values };
}

/** `sql` begins with the text, to the letter. */
export const beginsWith = (sql: string, text: string): Condition => ({
  sql: `SUBSTR(${sql}, 1, ?) = ?`,
  params: [[...text].length, text],
});

/** One of the conditions; one of none is nothing. */
export function anyOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return never;
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' OR '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/** All of the conditions. */
export function allOf(conditions: readonly Condition[]): Condition {
  if (conditions.length === 0) return { sql: '1 = 1', params: [] };
  return {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    params: conditions.flatMap(({ params }) => params),
  };
}

/**
 * Each word of the text stands in one of the columns, or in the name of an ad, whatever its width and case; no sign has a
 * special meaning, and a NUL, at which the embedded database ends a value, parts words like a space.
 *
 * @param adIds columns that name ads
 * @param ownAds which ads `k` may be found by name
 */
export function holds(
  dialect: Dialect,
  columns: readonly string[],
  text: string,
  adIds: readonly string[] = [],
  ownAds: readonly Condition[] = [],
): Condition {
  if (columns.length + adIds.length === 0) return never;
  const ofAds = (word: string): Condition[] => {
    const { sql, params } = allOf([holdsWord(dialect, ['k.ad_name'], word), ...ownAds]);
    return adIds.map((id) => ({ sql: `${id} IN (SELECT k.id FROM ad k WHERE ${sql})`, params }));
  };
  return allOf(
    text
      .split(/[\s\0]+/)
      .filter(Boolean)
      .map((word) =>
        anyOf([...(columns.length > 0 ? [holdsWord(dialect, columns, word)] : []), ...ofAds(word)]),
      ),
  );
}

/** The word in any of its spellings, since logs keep what came as it came. */
function holdsWord(dialect: Dialect, columns: readonly string[], word: string): Condition {
  const { sql, values } = spellings(dialect, word);
  return {
    sql: columns.flatMap((column) => values.map(() => sql(column))).join(' OR '),
    params: columns.flatMap(() => values),
  };
}
